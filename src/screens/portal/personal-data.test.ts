import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalTables } from '#people/personal-data/declaration.ts'
import { fills, insertEverythingAbout } from '../../../tests/world/everything-about.ts'
import { createIdentityWorld, fresh, type Identity, PASSWORD } from '../../../tests/world/identity.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

const tableDeclarations = Object.entries(personalTables)
const isTested = ([, { erasure, export: section }]: (typeof tableDeclarations)[number]) =>
  typeof erasure === 'string' || typeof section === 'string'

test('tests/world/everything-about.ts fills every table that is exported or erased', () => {
  expect(
    Object.keys(fills).toSorted(),
    'Add the table to tests/world/everything-about.ts: a row about the person, and the text that the export contains.',
  ).toEqual(
    tableDeclarations
      .filter(isTested)
      .map(([table]) => table)
      .toSorted(),
  )
})

async function createPersonWithAllData() {
  const email = await identityWorld.known()
  const headers = await identityWorld.as(email)
  const row = identityWorld.world.db.selectFrom('person').select('id').where('email', '=', email)
  const { id } = await row.executeTakeFirstOrThrow()
  const admin = await identityWorld.admin()
  const name = `Rosalind ${randomUUID()}`
  const exportedTexts = await insertEverythingAbout(identityWorld.world.db, { id, email, name }, admin.id)
  return { id, email, name, headers, exportedTexts: exportedTexts }
}

test('the export has every declared section, with the rows of its table', async () => {
  const { headers, exportedTexts } = await createPersonWithAllData()
  const { body } = await identityWorld.api.call('/api/v1/account-export', { headers })
  for (const [table, { export: section }] of tableDeclarations) {
    if (typeof section !== 'string') continue
    expect(Object.keys(body.data), `the export’s section for ${table}`).toContain(section)
    expect([table, JSON.stringify(body.data[section])]).toEqual([
      table,
      expect.stringContaining(exportedTexts.get(table)!),
    ])
  }
})

test('a deletion removes every address, name and text of the person, and every row declared as deleted', async () => {
  const { id, email, name, headers } = await createPersonWithAllData()
  await sql`delete from totp`.execute(identityWorld.world.db)
  expect((await identityWorld.post('delete-account', { email, password: PASSWORD }, headers)).status).toBe(204)
  expect(await listTablesContaining(email, name)).toEqual([])
  const { rows } =
    await sql`select id from general_enrolment where friends @> '[{"email":"fern@understudy.test"}]'`.execute(
      identityWorld.world.db,
    )
  expect(rows.length).toBeGreaterThan(0)
  const deleted = tableDeclarations.filter(([, { erasure }]) => erasure === 'deleted').map(([table]) => table)
  expect((await listTablesContaining(id)).filter((table) => deleted.includes(table))).toEqual([])
})

test('a scheduled gift card keeps its recipient until it is sent, even if the buyer or the recipient deletes their account', async () => {
  const { db } = identityWorld.world
  for (const owner of ['buyer', 'recipient'] as const) {
    const email = await identityWorld.known()
    const emails = { buyer: fresh(), recipient: fresh(), [owner]: email }
    const { orderId } = await db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('orders')
        .values({
          product: 'gift-card',
          payment_type: 'full',
          seats: 0,
          currency: 'USD',
          subtotal_minor: 100,
          total_minor: 100,
          email: emails.buyer,
          name: 'Bea',
          timezone_id: 'UTC',
          terms_accepted_at: new Date(),
          state: 'returned',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('gift_card_purchase')
        .values({
          order_id: id,
          amount_minor: 100,
          recipient_name: 'Wil',
          recipient_email: emails.recipient,
          message: 'x',
          send_at: new Date(),
        })
        .execute()
      return { orderId: id }
    })
    expect(
      (await identityWorld.post('delete-account', { email, password: PASSWORD }, await identityWorld.as(email))).status,
    ).toBe(204)
    const purchase = await db
      .selectFrom('gift_card_purchase')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    expect(purchase).toMatchObject({ recipient_email: emails.recipient, erase_when_sent: true })
  }
})

/** Lists the tables with a row that contains one of the words. */
async function listTablesContaining(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(identityWorld.world.db)
  const matches: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
      identityWorld.world.db,
    )
    if (rows.some(({ text }) => texts.some((word) => text.includes(word)))) matches.push(name)
  }
  return matches
}
