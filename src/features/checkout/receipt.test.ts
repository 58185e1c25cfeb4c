import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasswords } from '#features/accounts/passwords.ts'
import { setPasswordByLink } from '#features/accounts/set-password.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { importContent } from '#features/catalog/import.ts'
import { attachmentsOf, newestMail } from '#features/mailing/queries.ts'
import { sendMail } from '#features/mailing/send.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { cards, checkoutBody } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { placeOrder } from './order.ts'
import { writeReceipt } from './receipt.ts'
import { howItStands } from './verify.ts'

let world: World
let courseCode: string
beforeAll(async () => {
  world = await openWorld()
  await importContent(world, 'content', new Date())
  courseCode = (await cohortForCode(world.db, 'NG', new Date()))!.courseCode
})
afterAll(() => world.close())

async function bought(code = courseCode): Promise<{ orderId: string; email: string }> {
  const body = await checkoutBody(world, code)
  const placed = await placeOrder(world, guest(), body, '192.0.2.1')
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  await howItStands(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { orderId: placed.value.orderId, email: body.email! }
}

describe('the mail after an order', () => {
  test('is one mail, however often the news is told, with receipt, dates and a link that sets a password', async () => {
    const { orderId, email } = await bought()
    await Promise.all([writeReceipt(world, orderId), writeReceipt(world, orderId)])
    await writeReceipt(world, orderId)
    const mails = await newestMail(world.db, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toMatch(/^You’re in: .*receipt U-\d+/)
    expect(mails[0]!.text_body).toMatch(/USD 399\.00/)
    expect(mails[0]!.text_body).toMatch(/in Manila \(GMT\+8\)/)

    const token = /set-password#token=(\S+)/.exec(mails[0]!.text_body)?.[1]
    expect(
      await setPasswordByLink(world, openPasswords(), {
        token: token!,
        password: 'a long enough password',
        ip: '192.0.2.9',
      }),
    ).toMatchObject({ ok: true, value: { email } })
  })

  test('carries a calendar file that a calendar program reads, each session at its instant', async () => {
    const { orderId, email } = await bought()
    await writeReceipt(world, orderId)
    const [mail] = await newestMail(world.db, email)
    const [file] = await attachmentsOf(world.db, [mail!.id])
    const text = file!.content.toString()
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)

    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event))
    const sessions = await world.db
      .selectFrom('cohort_session')
      .selectAll()
      .where('course_code', '=', courseCode)
      .orderBy('position')
      .execute()
    const byTime = (a: Date, b: Date) => a.getTime() - b.getTime()
    expect(events.map((event) => event.startDate.toJSDate()).sort(byTime)).toEqual(
      sessions.map((session) => session.starts_at).sort(byTime),
    )
    expect(new Set(events.map((event) => event.uid)).size).toBe(sessions.length)
  })

  test('for an on-demand course says that it can begin, and has no calendar', async () => {
    const { orderId, email } = await bought('MCOM')
    await writeReceipt(world, orderId)
    const [mail] = await newestMail(world.db, email)
    expect(mail?.text_body).toContain('You can start today.')
    const files = await attachmentsOf(world.db, [mail!.id])
    expect(files.map((file) => file.content_type)).toEqual(['application/pdf'])
  })

  test('is handed over once, under a Message-ID that stays', async () => {
    const { orderId, email } = await bought()
    await writeReceipt(world, orderId)
    const [mail] = await newestMail(world.db, email)
    const sent: Email[] = []
    const mailer = {
      engine: 'outbox' as const,
      send: async (email: Email) => void sent.push(email),
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
