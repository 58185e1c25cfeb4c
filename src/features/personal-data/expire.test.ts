import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { givenCourse } from '../../../tests/selling.ts'
import { expire } from './expire.ts'
import { expireByAge } from './queries.ts'

const NOW = new Date('2040-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const someone = () => `${randomUUID()}@understudy.test`

let own: TestDatabase
beforeAll(async () => {
  own = await openTestDatabase()
})
afterAll(() => own.close())

const nightly = (batch?: number) => expire({ db: own.db, clock: () => NOW, log: openLog('silent') }, 'nightly', batch)

async function order(email: string, createdAt: Date, courseCode: string): Promise<string> {
  const terms = { subtotal_minor: 100, total_minor: 100, terms_accepted_at: createdAt, created_at: createdAt }
  const what = { course_code: courseCode, offer_code: courseCode, payment_type: 'full' as const, seats: 1 }
  const row = await own.db
    .insertInto('orders')
    .values({
      ...what,
      ...terms,
      currency: 'USD',
      email,
      name: 'Ada Buyer',
      phone_number: '+441632960000',
      timezone_id: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const person = (email: string, createdAt: Date) =>
  own.db
    .insertInto('person')
    .values({ email, name: 'Ada', created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()

test('a batch holds no more rows than it may, and the run goes on until all are gone', async () => {
  const rule = { after: 'expires_at', days: 7 }
  const orderId = await order(someone(), daysAgo(1), await givenCourse(own))
  const tokens = Array.from({ length: 7 }, () => ({ hash: randomBytes(32), order_id: orderId, expires_at: daysAgo(8) }))
  const living = { hash: randomBytes(32), order_id: orderId, expires_at: daysAgo(6) }
  await own.db
    .insertInto('checkout_token')
    .values([...tokens, living])
    .execute()
  expect(await expireByAge(own.db, 'checkout_token', rule, NOW, 2)).toBe(2)
  expect(await nightly(2)).toBe(true)
  expect(await own.db.selectFrom('checkout_token').select('hash').execute()).toEqual([{ hash: living.hash }])
})

test('links, sessions, counters and events go with their time', async () => {
  const { id } = await person(someone(), daysAgo(1))
  const old = daysAgo(500)
  const link = { hash: randomBytes(32), person_id: id, purpose: 'welcome' as const }
  await own.db
    .insertInto('account_token')
    .values({ ...link, expires_at: old })
    .execute()
  await own.db
    .insertInto('session')
    .values({ person_id: id, audience: 'learner', device: 'x', expires_at: old })
    .execute()
  await own.db.insertInto('rate_limit').values({ key: 'x', points: 1, expire: old.getTime() }).execute()
  await own.db
    .insertInto('provider_event')
    .values({ provider: 'x', event_id: 'x', type: 'x', received_at: old })
    .execute()
  await nightly()
  for (const table of ['account_token', 'session', 'rate_limit', 'provider_event'] as const)
    expect([table, await own.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('who asked about a course is forgotten after two years, a question to support too', async () => {
  const courseCode = await givenCourse(own)
  const prefix = { kind: 'reminder' as const, prefix_code: courseCode.slice(0, -2) }
  const [old, young] = [someone(), someone()]
  await own.db
    .insertInto('interest')
    .values([old, young].map((email) => ({ ...prefix, email, created_at: daysAgo(email === old ? 731 : 729) })))
    .execute()
  await own.db
    .insertInto('support_conversation')
    .values([old, young].map((email) => ({ email, page: '/', changed_at: daysAgo(email === old ? 731 : 729) })))
    .execute()
  await nightly()
  expect(await own.db.selectFrom('interest').select('email').execute()).toEqual([{ email: young }])
  expect(await own.db.selectFrom('support_conversation').select('email').execute()).toEqual([{ email: young }])
})

test('a waiting list is forgotten 90 days after its cohort', async () => {
  const courseCode = await givenCourse(own)
  const ended = (days: number) =>
    own.db
      .updateTable('cohort')
      .set({ starts_at: daysAgo(days + 1), ends_at: daysAgo(days) })
      .where('course_code', '=', courseCode)
      .execute()
  await own.db
    .insertInto('waitlist_entry')
    .values({ course_code: courseCode, email: someone(), party_size: 1 })
    .execute()
  const waiting = () => own.db.selectFrom('waitlist_entry').select('id').execute()
  await ended(89)
  await nightly()
  expect(await waiting()).toHaveLength(1)
  await ended(91)
  await nightly()
  expect(await waiting()).toHaveLength(0)
})

test('a person without password, order or anything else goes after a month; whoever has something stays', async () => {
  const courseCode = await givenCourse(own)
  const gone = await person(someone(), daysAgo(31))
  const young = await person(someone(), daysAgo(29))
  const email = someone()
  const buyer = await person(email, daysAgo(31))
  await order(email, daysAgo(31), courseCode)
  const rich = await person(someone(), daysAgo(31))
  await own.db
    .insertInto('ledger_account')
    .values({ id: `credit:${rich.id}:USD`, kind: 'credit', currency: 'USD', balance: 0 })
    .execute()
  const enrolled = await person(someone(), daysAgo(31))
  const seat = { course_code: courseCode, order_id: await order(someone(), daysAgo(31), courseCode) }
  await own.db
    .insertInto('enrolment')
    .values({ ...seat, person_id: enrolled.id })
    .execute()
  await nightly()
  const ids = (await own.db.selectFrom('person').select('id').execute()).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([young.id, buyer.id, rich.id, enrolled.id]))
  expect(ids).not.toContain(gone.id)
})

test('a mail is forgotten after a year, and what it said after a week where it could not be sent, else after a month', async () => {
  const mail = { to_address: someone(), subject: 'x', text_body: 'a secret', html_body: 'a secret' }
  await own.db
    .insertInto('mail')
    .values([
      { ...mail, dedupe_key: 'old', created_at: daysAgo(366), sent_at: daysAgo(366), state: 'sent' },
      { ...mail, dedupe_key: 'failed', created_at: daysAgo(8), state: 'failed' },
      { ...mail, dedupe_key: 'new', created_at: daysAgo(6) },
      { ...mail, dedupe_key: 'shown', created_at: daysAgo(31), sent_at: daysAgo(31), state: 'sent' },
    ])
    .execute()
  await sql`insert into mail_attachment (mail_id, position, filename, content_type, content)
    select id, 0, dedupe_key, 'x', '' from mail`.execute(own.db)
  await nightly()
  expect(await own.db.selectFrom('mail').select(['dedupe_key', 'text_body']).orderBy('dedupe_key').execute()).toEqual([
    { dedupe_key: 'failed', text_body: '' },
    { dedupe_key: 'new', text_body: 'a secret' },
    { dedupe_key: 'shown', text_body: '' },
  ])
  expect(await own.db.selectFrom('mail_attachment').select('filename').execute()).toEqual([{ filename: 'new' }])
})

test('an order loses its phone number after two years, and its buyer after ten', async () => {
  const courseCode = await givenCourse(own)
  const [two, ten] = [
    await order(someone(), daysAgo(731), courseCode),
    await order(someone(), daysAgo(3654), courseCode),
  ]
  await nightly()
  const rows = await own.db.selectFrom('orders').select(['id', 'name', 'email', 'phone_number']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(byId.get(two)).toMatchObject({ name: 'Ada Buyer', phone_number: null })
  expect(byId.get(ten)).toMatchObject({ name: 'Deleted person', email: `deleted-${ten}@deleted.invalid` })
})

test('a gift card’s recipient is forgotten 90 days after delivery, at once where somebody asked for it', async () => {
  const courseCode = await givenCourse(own)
  const given = async (days: number | null, eraseWhenSent = false) => {
    const id = await order(someone(), daysAgo(200), courseCode)
    const line = { order_id: id, position: 0, kind: 'gift-card' as const, label: 'Gift card for Wilhelmina' }
    await own.db
      .insertInto('order_line')
      .values({ ...line, amount_minor: 100 })
      .execute()
    await own.db
      .insertInto('gift_card_purchase')
      .values({
        order_id: id,
        amount_minor: 100,
        recipient_name: 'Wilhelmina',
        recipient_email: someone(),
        message: 'Dear Wilhelmina',
        send_at: daysAgo(100),
        cancelled_at: days === null ? null : daysAgo(days),
        erase_when_sent: eraseWhenSent,
      })
      .execute()
    return id
  }
  const gone = [await given(91), await given(1, true)]
  const kept = [await given(89), await given(null, true), await given(null)]
  await nightly()
  const { rows } = await sql<{ id: string }>`
    select p.order_id as id from gift_card_purchase p join order_line l using (order_id)
    where recipient_name = 'Wilhelmina' and message <> '' and label like '%Wilhelmina'`.execute(own.db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  const { rows: left } = await sql<{ id: string }>`
    select order_id as id from gift_card_purchase p join order_line l using (order_id)
    where p::text like '%Wilhelmina%' or l::text like '%Wilhelmina%'`.execute(own.db)
  expect(left.map(({ id }) => id)).not.toEqual(expect.arrayContaining(gone))
})
