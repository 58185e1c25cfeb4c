import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { expire } from './expire.ts'
import { expireByAge } from './queries.ts'
import type { ExpiryPosition } from './queue.ts'

const NOW = new Date('2040-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const createEmail = () => `${randomUUID()}@understudy.test`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const runNightly = (batch?: number) =>
  expire(
    { db: database.db, clock: () => NOW, log: createLog('silent') },
    'nightly',
    batch === undefined ? {} : { batch },
  )

async function addOrder(email: string, createdAt: Date, courseCode: string): Promise<string> {
  const row = await database.db
    .insertInto('orders')
    .values({
      cohort_code: courseCode,
      offer_code: courseCode,
      payment_type: 'full' as const,
      seats: 1,
      product: 'cohort',
      subtotal_minor: 100,
      total_minor: 100,
      terms_accepted_at: createdAt,
      created_at: createdAt,
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

const addPerson = (email: string, createdAt: Date) =>
  database.db
    .insertInto('person')
    .values({ email, name: 'Ada', created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()

test('a batch stays within its limit, and the run continues until all rows are deleted', async () => {
  const rule = { after: 'expires_at', days: 7 }
  const orderId = await addOrder(createEmail(), daysAgo(1), await givenCourse(database))
  const tokens = Array.from({ length: 7 }, () => ({ hash: randomBytes(32), order_id: orderId, expires_at: daysAgo(8) }))
  const unexpired = { hash: randomBytes(32), order_id: orderId, expires_at: daysAgo(6) }
  await database.db
    .insertInto('checkout_token')
    .values([...tokens, unexpired])
    .execute()
  expect(await expireByAge(database.db, 'checkout_token', rule, NOW, 2)).toBe(2)
  expect(await runNightly(2)).toBe(null)
  expect(await database.db.selectFrom('checkout_token').select('hash').execute()).toEqual([{ hash: unexpired.hash }])
})

test('more rows than one batch are deleted in one run, and the rows between them stay', async () => {
  const courseCode = await givenCourse(database)
  const { db } = database
  await sql`insert into interest (kind, course_code, email, created_at)
    select 'reminder', ${courseCode.slice(0, -2)}, 'many' || n || '@understudy.test',
      ${NOW}::timestamptz - (case when n % 3 = 0 then 729 else 731 end) * interval '1 day'
    from generate_series(1, 1800) n`.execute(db)
  await sql`insert into person (email, name, created_at) select 'many' || n || '@understudy.test', 'Ada', ${daysAgo(31)}
    from generate_series(1, 1800) n`.execute(db)
  await sql`insert into orders (product, cohort_code, offer_code, payment_type, seats, currency, subtotal_minor, total_minor,
      email, name, timezone_id, terms_accepted_at, created_at)
    select 'cohort', ${courseCode}, ${courseCode}, 'full', 1, 'USD', 100, 100, 'many' || n || '@understudy.test', 'Ada',
      'UTC', now(), ${daysAgo(31)} from generate_series(3, 1800, 3) n`.execute(db)
  expect(await runNightly()).toBe(null)
  for (const table of ['interest', 'person'] as const) {
    const { rows } = await sql<{ left: number; wrong: number }>`select count(*)::int as left,
      (count(*) filter (where substring(email from '[0-9]+')::int % 3 <> 0))::int as wrong
      from ${sql.table(table)} where email like 'many%'`.execute(db)
    expect([table, rows[0]]).toEqual([table, { left: 600, wrong: 0 }])
  }
  await db.deleteFrom('interest').execute()
})

test('a run that used up its time returns its position, and the next run continues there', async () => {
  await database.db.deleteFrom('person').where('email', 'not like', 'many%').execute()
  await sql`insert into person (email, name, created_at) select 'late' || n || '@understudy.test', 'Ada', ${daysAgo(31)}
    from generate_series(1, 9) n`.execute(database.db)
  const countLate = async () => {
    const { rows } = await sql<{
      left: number
    }>`select count(*)::int as left from person where email like 'late%'`.execute(database.db)
    return rows[0]?.left
  }
  let jobCount = 0
  const lefts: (number | undefined)[] = []
  for (let start: ExpiryPosition | null | undefined; start !== null && jobCount < 500; jobCount++) {
    let readings = 0
    // The clock is read at the start, before each batch and by each age rule: a run has time for one batch.
    const clock = () => new Date(NOW.getTime() + readings++ * 15_000)
    start = await expire({ db: database.db, clock, log: createLog('silent') }, 'nightly', { batch: 200, start })
    lefts.push(await countLate())
  }
  expect(jobCount).toBeGreaterThan(5)
  expect(lefts[0]).toBe(9)
  expect(lefts.at(-1)).toBe(0)
})

test('links, sessions, counters and events are deleted after their retention', async () => {
  const { id } = await addPerson(createEmail(), daysAgo(1))
  const old = daysAgo(500)
  await database.db
    .insertInto('account_token')
    .values({ hash: randomBytes(32), person_id: id, purpose: 'welcome' as const, expires_at: old })
    .execute()
  await database.db
    .insertInto('session')
    .values({ person_id: id, audience: 'learner', device: 'x', expires_at: old })
    .execute()
  await database.db.insertInto('rate_limit').values({ key: 'x', points: 1, expire: old.getTime() }).execute()
  await database.db
    .insertInto('provider_event')
    .values({ provider: 'x', event_id: 'x', type: 'x', received_at: old })
    .execute()
  await runNightly()
  for (const table of ['account_token', 'session', 'rate_limit', 'provider_event'] as const)
    expect([table, await database.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('interests and support conversations are deleted after two years', async () => {
  const courseCode = await givenCourse(database)
  const prefix = { kind: 'reminder' as const, course_code: courseCode.slice(0, -2) }
  const [oldEmail, youngEmail] = [createEmail(), createEmail()]
  await database.db
    .insertInto('interest')
    .values(
      [oldEmail, youngEmail].map((email) => ({
        ...prefix,
        email,
        created_at: daysAgo(email === oldEmail ? 731 : 729),
      })),
    )
    .execute()
  await database.db
    .insertInto('support_conversation')
    .values(
      [oldEmail, youngEmail].map((email) => ({
        email,
        page: '/',
        changed_at: daysAgo(email === oldEmail ? 731 : 729),
      })),
    )
    .execute()
  await runNightly()
  expect(await database.db.selectFrom('interest').select('email').execute()).toEqual([{ email: youngEmail }])
  expect(await database.db.selectFrom('support_conversation').select('email').execute()).toEqual([
    { email: youngEmail },
  ])
})

test('waitlist entries are deleted 90 days after the cohort ended', async () => {
  const courseCode = await givenCourse(database)
  const setCohortEnd = (days: number) =>
    database.db
      .updateTable('cohort')
      .set({ starts_at: daysAgo(days + 1), ends_at: daysAgo(days) })
      .where('cohort_code', '=', courseCode)
      .execute()
  await database.db
    .insertInto('waitlist_entry')
    .values({ cohort_code: courseCode, email: createEmail(), party_size: 1 })
    .execute()
  const listWaitlist = () => database.db.selectFrom('waitlist_entry').select('id').execute()
  await setCohortEnd(89)
  await runNightly()
  expect(await listWaitlist()).toHaveLength(1)
  await setCohortEnd(91)
  await runNightly()
  expect(await listWaitlist()).toHaveLength(0)
})

test('a person without a password, an order or anything else is deleted after a month; others stay', async () => {
  const courseCode = await givenCourse(database)
  const deletedPerson = await addPerson(createEmail(), daysAgo(31))
  const youngPerson = await addPerson(createEmail(), daysAgo(29))
  const email = createEmail()
  const buyer = await addPerson(email, daysAgo(31))
  await addOrder(email, daysAgo(31), courseCode)
  const creditOwner = await addPerson(createEmail(), daysAgo(31))
  await database.db
    .insertInto('ledger_account')
    .values({ id: `credit:${creditOwner.id}:USD`, kind: 'credit', currency: 'USD', balance: 0 })
    .execute()
  const enrolled = await addPerson(createEmail(), daysAgo(31))
  await database.db
    .insertInto('enrolment')
    .values({
      cohort_code: courseCode,
      order_id: await addOrder(createEmail(), daysAgo(31), courseCode),
      person_id: enrolled.id,
    })
    .execute()
  await runNightly()
  const ids = (await database.db.selectFrom('person').select('id').execute()).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([youngPerson.id, buyer.id, creditOwner.id, enrolled.id]))
  expect(ids).not.toContain(deletedPerson.id)
})

test('each foreign key to a person has an index, so that a deletion does not read whole tables', async () => {
  const smallTables = ['cohort_cancellation', 'passkey_challenge']
  const { rows } = await sql<{ table: string }>`
    select c.conrelid::regclass::text as table from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'person'::regclass and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(database.db)
  expect(rows.map(({ table }) => table).toSorted()).toEqual(smallTables)
})

test('an e-mail is deleted after a year; its text is emptied after a month, or after a week if it was not sent', async () => {
  const mail = { to_address: createEmail(), subject: 'x', text_body: 'a secret', html_body: 'a secret' }
  await database.db
    .insertInto('mail')
    .values([
      { ...mail, dedupe_key: 'old', created_at: daysAgo(366), sent_at: daysAgo(366), state: 'sent' },
      { ...mail, dedupe_key: 'failed', created_at: daysAgo(8), state: 'failed' },
      { ...mail, dedupe_key: 'new', created_at: daysAgo(6) },
      { ...mail, dedupe_key: 'shown', created_at: daysAgo(31), sent_at: daysAgo(31), state: 'sent' },
    ])
    .execute()
  await sql`insert into mail_attachment (mail_id, position, filename, content_type, content)
    select id, 0, dedupe_key, 'x', '' from mail`.execute(database.db)
  await runNightly()
  expect(
    await database.db.selectFrom('mail').select(['dedupe_key', 'text_body']).orderBy('dedupe_key').execute(),
  ).toEqual([
    { dedupe_key: 'failed', text_body: '' },
    { dedupe_key: 'new', text_body: 'a secret' },
    { dedupe_key: 'shown', text_body: '' },
  ])
  expect(await database.db.selectFrom('mail_attachment').select('filename').execute()).toEqual([{ filename: 'new' }])
})

test('an order loses its phone number after two years and its buyer’s name after ten', async () => {
  const courseCode = await givenCourse(database)
  const twoYearsOld = await addOrder(createEmail(), daysAgo(731), courseCode)
  const tenYearsOld = await addOrder(createEmail(), daysAgo(3654), courseCode)
  await runNightly()
  const rows = await database.db.selectFrom('orders').select(['id', 'name', 'email', 'phone_number']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(byId.get(twoYearsOld)).toMatchObject({ name: 'Ada Buyer', phone_number: null })
  expect(byId.get(tenYearsOld)).toMatchObject({
    name: 'Deleted person',
    email: `deleted-${tenYearsOld}@deleted.invalid`,
  })
})

test('a gift card’s recipient is erased 90 days after delivery, or at once on request', async () => {
  const courseCode = await givenCourse(database)
  const addGiftCard = async (days: number | null, eraseWhenSent = false) => {
    const id = await addOrder(createEmail(), daysAgo(200), courseCode)
    await database.db
      .insertInto('order_line')
      .values({
        order_id: id,
        position: 0,
        kind: 'gift-card' as const,
        label: 'Gift card for Wilhelmina',
        amount_minor: 100,
      })
      .execute()
    await database.db
      .insertInto('gift_card_purchase')
      .values({
        order_id: id,
        amount_minor: 100,
        recipient_name: 'Wilhelmina',
        recipient_email: createEmail(),
        message: 'Dear Wilhelmina',
        send_at: daysAgo(100),
        cancelled_at: days === null ? null : daysAgo(days),
        erase_when_sent: eraseWhenSent,
      })
      .execute()
    return id
  }
  const erasedIds = [await addGiftCard(91), await addGiftCard(1, true)]
  const retainedIds = [await addGiftCard(89), await addGiftCard(null, true), await addGiftCard(null)]
  await runNightly()
  const { rows } = await sql<{ id: string }>`
    select p.order_id as id from gift_card_purchase p join order_line l using (order_id)
    where recipient_name = 'Wilhelmina' and message <> '' and label like '%Wilhelmina'`.execute(database.db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(retainedIds.toSorted())
  const { rows: left } = await sql<{ id: string }>`
    select order_id as id from gift_card_purchase p join order_line l using (order_id)
    where p::text like '%Wilhelmina%' or l::text like '%Wilhelmina%'`.execute(database.db)
  expect(left.map(({ id }) => id)).not.toEqual(expect.arrayContaining(erasedIds))
})
