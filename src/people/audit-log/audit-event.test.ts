import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expire } from '#people/personal-data/expire.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { recordEvent, recordRead } from './record.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const event = (id: string) =>
  ({ actor: { kind: 'admin', id }, action: 'order-viewed', object: { kind: 'order', id: randomUUID() } }) as const
const listEvents = () => database.db.selectFrom('audit_event').select(['id', 'at']).execute()

test('an event cannot be changed, or deleted before two years; then the nightly job deletes it, unless the books need it', async () => {
  await recordEvent({}, database.db, event(randomUUID()))
  const append = /append-only/
  await expect(sql`update audit_event set action = 'order-hidden'`.execute(database.db)).rejects.toThrow(append)
  await expect(sql`update audit_event set at = now() - interval '3 years'`.execute(database.db)).rejects.toThrow(append)
  await expect(sql`delete from audit_event`.execute(database.db)).rejects.toThrow(append)
  await expect(sql`truncate audit_event`.execute(database.db)).rejects.toThrow(append)
  expect(await listEvents()).toHaveLength(1)

  await sql`insert into audit_event (actor_kind, action, object_kind, at)
    values ('operator', 'role-given', 'account', now() - interval '731 days'),
      ('operator', 'numbers-skipped', 'orders', now() - interval '9 years')`.execute(database.db)
  await expire({ db: database.db, clock: () => new Date(), log: createLog('silent') }, 'nightly')
  const actions = await database.db.selectFrom('audit_event').select('action').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['order-viewed', 'numbers-skipped'])
})

test('a repeated read is one event in ten minutes; another network, object or person makes a new one', async () => {
  const deps = { db: database.db, origin: { networkHash: Buffer.alloc(32), requestId: 'a' } }
  const before = (await listEvents()).length
  const read = event(randomUUID())
  await recordRead(deps, read)
  await recordRead({ ...deps, origin: { ...deps.origin, requestId: 'b' } }, read)
  expect((await listEvents()).length - before).toBe(1)
  await recordRead({ ...deps, origin: { networkHash: Buffer.alloc(32, 1), requestId: 'c' } }, read)
  await recordRead(deps, { ...read, object: event('').object })
  await recordRead(deps, { ...read, actor: { kind: 'admin', id: randomUUID() } })
  expect((await listEvents()).length - before).toBe(4)
})

test('a failed write leaves no event', async () => {
  const before = (await listEvents()).length
  const failed = database.db.transaction().execute(async (tx) => {
    await recordEvent({}, tx, event(randomUUID()))
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  expect((await listEvents()).length).toBe(before)
})
