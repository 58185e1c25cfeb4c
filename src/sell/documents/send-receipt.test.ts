import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { formatDay } from '#domain/schedule.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { setPasswordByLink } from '#people/accounts/password/set-password.ts'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { sendMail } from '#people/mailing/send.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { readCalendar } from '../../../tests/support/calendar-file.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { sendReceipt } from './send-receipt.ts'

let world: World
let cohortCode: string
beforeAll(async () => {
  world = await createWorld()
  await importContent(world, 'content', new Date())
  cohortCode = (await getCohortForCode(world.db, 'NG', new Date()))!.cohortCode
})
afterAll(() => world.close())

async function bought(code = cohortCode): Promise<{ orderId: string; email: string }> {
  const body = await checkoutBody(world, code)
  const placed = await placeOrder(world, guest(), body, '192.0.2.1')
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { orderId: placed.value.orderId, email: body.email! }
}

const getSeat = (orderId: string) =>
  world.db.selectFrom('enrolment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

describe('the e-mail after an order', () => {
  test('to a person with a password links the course room, and says that access has no end', async () => {
    const { orderId, email } = await bought('MCOM')
    const seat = await getSeat(orderId)
    await world.db.updateTable('enrolment').set({ access_ends_at: null }).where('id', '=', seat.id).execute()
    await world.db
      .updateTable('person')
      .set({ email_verified_at: new Date(), password_hash: 'x' })
      .where('id', '=', seat.person_id!)
      .execute()
    await sendReceipt(world, orderId)
    const [mail] = await listNewestMails(world.db, email)
    expect(mail!.text_body).toContain('Lessons and recordings stay open, without an end date.')
    expect(mail!.text_body).toMatch(/Open the course: \S+\/portal\/courses\/mcom$/m)
  })

  test('is one e-mail, however often its job runs, with receipt, dates and a link that sets a password', async () => {
    const { orderId, email } = await bought()
    await Promise.all([sendReceipt(world, orderId), sendReceipt(world, orderId)])
    await sendReceipt(world, orderId)
    const mails = await listNewestMails(world.db, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toMatch(/^You’re in: .*receipt U-\d+/)
    expect(mails[0]!.text_body).toMatch(/\$399\.00/)
    expect(mails[0]!.text_body).toMatch(/Manila time \(GMT\+8\)/)
    const orderUrl = new URL(`/order/${orderId}`, world.config.publicUrl).href
    expect(mails[0]!.text_body).toContain(`See your order and its invoice: ${orderUrl}\n`)
    expect(mails[0]!.html_body).toContain(`<a href="${orderUrl}"`)
    const { access_ends_at } = await getSeat(orderId)
    const term = `Lessons and recordings stay open until ${formatDay(access_ends_at!, 'Asia/Manila')}.`
    expect(mails[0]!.text_body).toContain(term)
    expect(mails[0]!.html_body).toContain(term)

    const token = /set-password#token=(\S+)/.exec(mails[0]!.text_body)?.[1]
    expect(
      await setPasswordByLink(world, createPasswords(), {
        token: token!,
        password: 'a long enough password',
        ip: '192.0.2.9',
      }),
    ).toMatchObject({ ok: true, value: { email } })
  })

  test('has a calendar file that a calendar program can read, with each session at its instant', async () => {
    const { orderId, email } = await bought()
    await sendReceipt(world, orderId)
    const [mail] = await listNewestMails(world.db, email)
    const [file] = await listAttachments(world.db, [mail!.id])
    const { events } = readCalendar(file!.content.toString())
    const sessions = await world.db
      .selectFrom('cohort_session')
      .selectAll()
      .where('cohort_code', '=', cohortCode)
      .orderBy('position')
      .execute()
    expect(events.map(({ start }) => start).toSorted()).toEqual(
      sessions.map((session) => session.starts_at.toISOString()).toSorted(),
    )
    expect(new Set(events.map(({ id }) => id)).size).toBe(sessions.length)
  })

  test('marks a start at night in the buyer’s zone, and says from when sessions have another hour there', async () => {
    const code = await givenCourse(world)
    // 18:00 in London, before and after the change of its clocks.
    const starts = ['2040-03-19T18:00:00Z', '2040-03-26T17:00:00Z'].map((at) => new Date(at))
    for (const startsAt of starts) await givenSession(world, code, { startsAt, timezoneId: 'Europe/London' })
    await world.db
      .updateTable('cohort')
      .set({ starts_at: starts[0]!, ends_at: starts[1]! })
      .where('cohort_code', '=', code)
      .execute()
    const { orderId, email } = await bought(code)
    await sendReceipt(world, orderId)
    const [mail] = await listNewestMails(world.db, email)
    expect(mail!.text_body).toContain(
      'The first session is live online, on Tue 20 March 2040, 02:00 at night, Manila time (GMT+8). ' +
        'Not every session starts at that hour: Tue, 02:00 at night, from 27 March 01:00 at night. ' +
        'All dates are in the attached calendar file.',
    )
    await world.db.updateTable('orders').set({ timezone_id: 'Europe/London' }).where('id', '=', orderId).execute()
    await sendReceipt(world, orderId, 'again')
    const [again] = await listNewestMails(world.db, email)
    expect(again!.text_body).toContain(
      'on Mon 19 March 2040, 18:00 London time (GMT). All dates are in the attached calendar file.',
    )
  })

  test('for an on-demand course says that the learner can begin, and has no calendar', async () => {
    const { orderId, email } = await bought('MCOM')
    await sendReceipt(world, orderId)
    const [mail] = await listNewestMails(world.db, email)
    expect(mail?.text_body).toContain('You can start today.')
    const files = await listAttachments(world.db, [mail!.id])
    expect(files.map((file) => file.content_type)).toEqual(['application/pdf'])
  })

  test('is sent once, always with the same Message-ID', async () => {
    const { orderId, email } = await bought()
    await sendReceipt(world, orderId)
    const [mail] = await listNewestMails(world.db, email)
    const sent: Email[] = []
    const mailer = {
      engine: 'outbox' as const,
      send: async (email: Email) => {
        sent.push(email)
        return { is: 'accepted' as const }
      },
      check: async () => {},
      close: () => {},
    }
    await sendMail({ ...world, mailer }, mail!.id)
    await sendMail({ ...world, mailer }, mail!.id)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      to: email,
      messageId: `<${mail!.id}@localhost>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  })
})
