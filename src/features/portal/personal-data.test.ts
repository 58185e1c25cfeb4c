import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureGiftCardsAreSold } from '#features/checkout/queries/gift-cards.ts'
import { personalTables } from '#features/personal-data/declaration.ts'
import { fills, givenEverythingAbout } from '../../../tests/everything-about.ts'
import { fresh, type Identity, openIdentity, PASSWORD } from '../../../tests/identity.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

const declared = Object.entries(personalTables)
const isTested = ([, { erasure, export: section }]: (typeof declared)[number]) =>
  typeof erasure === 'string' || typeof section === 'string'

test('tests/everything-about.ts fills every table that is exported or erased', () => {
  expect(
    Object.keys(fills).toSorted(),
    'Add the table to tests/everything-about.ts: a row about the person, and the text by which the export shows it.',
  ).toEqual(
    declared
      .filter(isTested)
      .map(([table]) => table)
      .toSorted(),
  )
})

async function personWithEverything() {
  const email = await own.known()
  const headers = await own.as(email)
  const row = own.world.db.selectFrom('person').select('id').where('email', '=', email)
  const { id } = await row.executeTakeFirstOrThrow()
  const admin = await own.admin()
  const name = `Rosalind ${randomUUID()}`
  const told = await givenEverythingAbout(own.world.db, { id, email, name }, admin.id)
  return { id, email, name, headers, told }
}

test('the export has every section that is declared, and each tells of its table’s rows', async () => {
  const { headers, told } = await personWithEverything()
  const { body } = await own.api.call('/api/v1/account-export', { headers })
  for (const [table, { export: section }] of declared) {
    if (typeof section !== 'string') continue
    expect(Object.keys(body.data), `the export’s section for ${table}`).toContain(section)
    expect([table, JSON.stringify(body.data[section])]).toEqual([table, expect.stringContaining(told.get(table)!)])
  }
})

test('a deletion leaves no address, name or word of the person, and no row where rows are declared deleted', async () => {
  const { id, email, name, headers } = await personWithEverything()
  await sql`delete from totp`.execute(own.world.db)
  expect((await own.post('delete-account', { email, password: PASSWORD }, headers)).status).toBe(204)
  expect(await tablesWith(email, name)).toEqual([])
  const { rows } =
    await sql`select id from general_enrolment where friends @> '[{"email":"fern@understudy.test"}]'`.execute(
      own.world.db,
    )
  expect(rows.length).toBeGreaterThan(0)
  const deleted = declared.filter(([, { erasure }]) => erasure === 'deleted').map(([table]) => table)
  expect((await tablesWith(id)).filter((table) => deleted.includes(table))).toEqual([])
})

test('a gift card that waits for its day keeps its recipient until it is sent, whoever deletes their account', async () => {
  const { db } = own.world
  for (const who of ['buyer', 'recipient'] as const) {
    const email = await own.known()
    const people = { buyer: fresh(), recipient: fresh(), [who]: email }
    const { orderId } = await db.transaction().execute(async (tx) => {
      await ensureGiftCardsAreSold(tx, 'USD')
      const { id } = await tx
        .insertInto('orders')
        .values({
          course_code: 'GIFT',
          offer_code: 'GIFT',
          payment_type: 'full',
          seats: 1,
          currency: 'USD',
          subtotal_minor: 100,
          total_minor: 100,
          email: people.buyer,
          name: 'Bea',
          timezone_id: 'UTC',
          terms_accepted_at: new Date(),
          state: 'returned',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const waits = { recipient_name: 'Wil', recipient_email: people.recipient, message: 'x', send_at: new Date() }
      await tx
        .insertInto('gift_card_purchase')
        .values({ order_id: id, amount_minor: 100, ...waits })
        .execute()
      return { orderId: id }
    })
    expect((await own.post('delete-account', { email, password: PASSWORD }, await own.as(email))).status).toBe(204)
    const kept = await db
      .selectFrom('gift_card_purchase')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    expect(kept).toMatchObject({ recipient_email: people.recipient, erase_when_sent: true })
  }
})

/** Tables a row of which holds one of the words. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(own.world.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(own.world.db)
    if (rows.some(({ text }) => words.some((word) => text.includes(word)))) found.push(name)
  }
  return found
}
