/** E-mails as admins see them, over HTTP, on a real database. docs/contract §34. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { MailKey } from '#people/mailing/mail-kinds.ts'
import { sendMail } from '#people/mailing/send.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { sendReceipt } from '#sell/documents/send-receipt.ts'
import { givenPaidOrder } from '../../../../tests/world/bought.ts'
import { type Admin, createIdentityWorld, fresh, type Identity } from '../../../../tests/world/identity.ts'
import type { MailListItem } from '../wire/mails.ts'

type MailPage = { mails: MailListItem[]; count: number; next: string | null }

let setup: Identity
let admin: Admin
/** A queue of which nobody takes jobs, so that a test decides what happens. */
const idle = { ...({} as Identity['world']['jobs']), enqueue: async () => {} }
beforeAll(async () => {
  setup = await createIdentityWorld()
  await setup.world.jobs.work(checkoutJobs(setup.world))
  admin = await setup.admin()
})
afterAll(() => setup.close())

const get = (path: string) => setup.api.call(`/api/v1/admin/${path}`, { headers: admin.headers })
const resend = (mailId: string, key = randomUUID()) =>
  setup.post(`admin/mails/${mailId}/resend`, {}, { ...admin.headers, 'idempotency-key': key })
const listMails = (to: string) =>
  setup.world.db.selectFrom('mail').selectAll().where('to_address', '=', to).orderBy('id').execute()

const smtp = (send: Mailer['send']): Mailer => ({ engine: 'smtp', send, check: async () => {}, close: () => {} })
const accepting = smtp(async () => ({ is: 'accepted' }))
const refusing = smtp(async () => ({ is: 'refused', reason: '554 5.7.1 wrong sender', isAddress: false }))

/** Writes an e-mail, and lets one mail server answer. */
async function createMail(kind: string, mailer: Mailer, to = fresh()): Promise<{ id: string; to: string }> {
  const words = { subject: `About ${kind}`, text: '/reset-password#token=secret', html: 'secret' }
  const key = `${kind}:${randomUUID()}` as MailKey
  await setup.world.db.transaction().execute((tx) => enqueueMail(tx, idle, { dedupeKey: key, to, ...words }))
  const { id } = (await listMails(to)).at(-1)!
  await sendMail({ ...setup.world, jobs: idle, mailer }, id)
  return { id, to }
}

const getLink = (text: string) => /set-password#token=(\S+)/.exec(text)![1]

const listAudit = async (action: string) =>
  setup.world.db.selectFrom('audit_event').selectAll().where('action', '=', action).orderBy('id').execute()

test('a receipt whose text is gone is written anew once, however often it is asked for', async () => {
  const { orderId, email } = await givenPaidOrder(setup.world)
  await sendReceipt(setup.world, orderId)
  const old = (await listMails(email)).find(({ kind }) => kind === 'receipt')!
  await setup.world.runJobs()
  expect((await listMails(email))[0]?.state).toBe('sent')
  await setup.world.db.updateTable('mail').set({ text_body: '', html_body: '' }).where('id', '=', old.id).execute()

  const answers = await Promise.all([resend(old.id), resend(old.id), resend(old.id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.data.way).toSorted()).toEqual(['anew', 'replaced', 'replaced'])
  const receipts = async () => (await listMails(email)).filter(({ kind }) => kind === 'receipt')
  await setup.world.runJobs()
  expect(await receipts()).toHaveLength(2)
  await sendReceipt(setup.world, orderId)
  const [first, second] = await receipts()
  expect(await receipts()).toHaveLength(2)
  expect(first).toMatchObject({ id: old.id, text_body: '', replaced_at: expect.any(Date) })
  expect(getLink(second!.text_body)).not.toBe(getLink(old.text_body))
  expect((await get(`mails/${old.id}`)).body.data).toMatchObject({ resend: 'replaced', successorId: second!.id })
  const events = (await listAudit('mail-sent-again')).filter(({ object_id }) => object_id === old.id)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ actor_id: admin.id, details: { kind: 'receipt', way: 'anew' } })
})

test('a code that was sent cannot be sent again; one that never left is sent as it was written', async () => {
  const sent = await createMail('reset', accepting)
  expect(await resend(sent.id)).toMatchObject({ status: 409, body: { errorCode: 'MAIL_NOT_REPEATABLE' } })
  expect((await get(`mails/${sent.id}`)).body.data).toMatchObject({ resend: 'over', hasText: false })

  const failed = await createMail('reset', refusing)
  const detail = (await get(`mails/${failed.id}`)).body.data
  expect(detail).toMatchObject({
    state: 'failed',
    attempts: 1,
    problem: '554 5.7.1 wrong sender',
    resend: 'as-written',
  })
  expect(JSON.stringify(detail)).not.toContain('secret')
  expect(await resend(failed.id)).toMatchObject({ status: 200, body: { data: { way: 'as-written' } } })
  await setup.world.runJobs()
  expect((await listMails(failed.to))[0]).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await resend(failed.id)).toMatchObject({ status: 409 })
})

test('a waiting e-mail is not sent again, and neither is one after three days, or one that its reader turned off', async () => {
  const waiting = await createMail(
    'reset',
    smtp(async () => ({ is: 'deferred', reason: '450 later' })),
  )
  expect(await resend(waiting.id)).toMatchObject({ status: 409, body: { errorCode: 'MAIL_WAITS' } })
  expect((await get(`mails/${waiting.id}`)).body.data.nextAttemptAt).toEqual(expect.any(String))
  const old = await createMail('reset', refusing)
  const created_at = new Date(Date.now() - 73 * 3_600_000)
  await setup.world.db.updateTable('mail').set({ created_at }).where('id', '=', old.id).execute()
  expect(await resend(old.id)).toMatchObject({ status: 409, body: { errorCode: 'MAIL_NOT_REPEATABLE' } })
  const off = await createMail('session.soon', refusing)
  await setup.world.db.insertInto('mail_opt_out').values({ address: off.to, category: 'session.soon' }).execute()
  expect(await resend(off.id)).toMatchObject({ status: 409, body: { errorCode: 'MAIL_NOT_REPEATABLE' } })
})

test('one address gets three e-mails again in an hour', async () => {
  const to = fresh()
  const ids = [
    await createMail('reset', refusing, to),
    await createMail('new-device', refusing, to),
    await createMail('turned-on', refusing, to),
    await createMail('turned-off', refusing, to),
  ].map(({ id }) => id)
  const statuses: number[] = []
  for (const id of ids) statuses.push((await resend(id)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('after a complaint entered by hand only security, payments and refunds reach the address, until it is lifted', async () => {
  const to = fresh()
  const post = (path: string, body: object) => setup.post(path, body, admin.headers)
  const complaint = { email: to.toUpperCase(), reason: 'complaint', note: 'Marked as spam, ticket 12' }
  expect(await post('admin/mail-suppressions', complaint)).toMatchObject({ status: 200, body: { data: { email: to } } })
  const courseNews = await createMail('news', accepting, to)
  const reset = await createMail('reset', accepting, to)
  const refund = await createMail('refund', accepting, to)
  const states = new Map((await listMails(to)).map(({ id, state }) => [id, state]))
  expect([courseNews, reset, refund].map(({ id }) => states.get(id))).toEqual(['suppressed', 'sent', 'sent'])
  expect(await resend(courseNews.id)).toMatchObject({ status: 409, body: { errorCode: 'MAIL_SUPPRESSED' } })
  const listed = (await get(`mail-suppressions?email=${encodeURIComponent(to)}`)).body.data.suppressions
  expect(listed).toMatchObject([{ email: to, reason: 'complaint', detail: complaint.note }])

  expect(await post('admin/mail-suppressions/lift', { email: to })).toMatchObject({ status: 200 })
  expect(await post('admin/mail-suppressions/lift', { email: to })).toMatchObject({ status: 404 })
  expect(await resend(courseNews.id)).toMatchObject({ status: 200, body: { data: { way: 'as-written' } } })
  const events = [...(await listAudit('mail-suppressed')), ...(await listAudit('mail-suppression-lifted'))]
  expect(events).toHaveLength(2)
  expect(JSON.stringify(events)).not.toContain(to)
})

test('e-mails are listed by state, kind and address, 25 at a time, each once', async () => {
  const to = fresh()
  for (let at = 0; at < 27; at++) await createMail(at < 26 ? 'welcome' : 'news', at === 3 ? refusing : accepting, to)
  const unknown = await createMail(
    'session.soon',
    smtp(async () => ({ is: 'unknown', reason: 'the connection ended' })),
    to,
  )
  const seen: string[] = []
  let query: string | null = `mails?email=${encodeURIComponent(to)}`
  while (query) {
    const { mails, count, next }: MailPage = (await get(query)).body.data
    expect(count).toBe(28)
    seen.push(...mails.map(({ mailId }: MailListItem) => mailId))
    query = next && `mails?email=${encodeURIComponent(to)}&after=${next}`
  }
  expect(new Set(seen).size).toBe(28)
  const ids = async (rest: string) =>
    (await get(`mails?email=${encodeURIComponent(to)}&${rest}`)).body.data.mails.map(
      ({ mailId }: MailListItem) => mailId,
    )
  expect(await ids('view=unknown')).toEqual([unknown.id])
  expect(await ids('view=failed')).toHaveLength(1)
  expect(await ids('kind=news')).toHaveLength(1)
  expect(await ids('view=sent')).toHaveLength(25)
  expect((await get('mails?view=none')).status).toBe(400)
  expect((await get('mails')).body.data.counts).toMatchObject({ unknown: 1, all: expect.any(Number) })
})
