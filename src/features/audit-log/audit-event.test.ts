import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expire } from '#features/personal-data/expire.ts'
import { openLog } from '#platform/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { recordEvent, recordRead } from './record.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await openTestDatabase()
})
afterAll(() => own.close())

const event = (id: string) =>
  ({ actor: { kind: 'admin', id }, action: 'order-viewed', object: { kind: 'order', id: randomUUID() } }) as const
const all = () => own.db.selectFrom('audit_event').select(['id', 'at']).execute()

test('an event is never changed, nor deleted before it is two years old; then the nightly job deletes it', async () => {
  await recordEvent({}, own.db, event(randomUUID()))
  const append = /append-only/
  await expect(sql`update audit_event set action = 'order-hidden'`.execute(own.db)).rejects.toThrow(append)
  await expect(sql`update audit_event set at = now() - interval '3 years'`.execute(own.db)).rejects.toThrow(append)
  await expect(sql`delete from audit_event`.execute(own.db)).rejects.toThrow(append)
  await expect(sql`truncate audit_event`.execute(own.db)).rejects.toThrow(append)
  expect(await all()).toHaveLength(1)

  await sql`insert into audit_event (actor_kind, action, object_kind, at)
    values ('operator', 'role-given', 'account', now() - interval '731 days')`.execute(own.db)
  await expire({ db: own.db, clock: () => new Date(), log: openLog('silent') }, 'nightly')
  expect(await all()).toHaveLength(1)
})

test('a read that is repeated is one event in ten minutes; another network, object or person is another', async () => {
  const deps = { db: own.db, origin: { networkHash: Buffer.alloc(32), requestId: 'a' } }
  const before = (await all()).length
  const read = event(randomUUID())
  await recordRead(deps, read)
  await recordRead({ ...deps, origin: { ...deps.origin, requestId: 'b' } }, read)
  expect((await all()).length - before).toBe(1)
  await recordRead({ ...deps, origin: { networkHash: Buffer.alloc(32, 1), requestId: 'c' } }, read)
  await recordRead(deps, { ...read, object: event('').object })
  await recordRead(deps, { ...read, actor: { kind: 'admin', id: randomUUID() } })
  expect((await all()).length - before).toBe(4)
})

test('a write that fails leaves no event behind', async () => {
  const before = (await all()).length
  const failed = own.db.transaction().execute(async (tx) => {
    await recordEvent({}, tx, event(randomUUID()))
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  expect((await all()).length).toBe(before)
})
