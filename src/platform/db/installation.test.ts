import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#config.ts'
import { money } from '#domain/money.ts'
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { issueGiftCard } from '#features/gift-cards/issue.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { type ModeCheck, refuseOtherMode, settleMode } from './installation.ts'
import { transact } from './one-transaction.ts'

const MODES = ['demo', 'development', 'production'] as const
const OTHERS = MODES.flatMap((created) =>
  MODES.filter((mode) => mode !== created).map((mode) => [created, mode] as const),
)

let world: World
beforeEach(async () => {
  world = await openWorld()
  return () => world.close()
})

const inMode = (mode: Config['mode']): Config => ({ ...readConfig({}), mode })
const settle = (mode: Config['mode'], check: Exclude<ModeCheck, 'ignore'> = 'record') =>
  settleMode(world.db, world.secrets, inMode(mode), check)
const created = async () =>
  (await world.db.selectFrom('installation').select(['created_mode', 'demo_seed']).executeTakeFirst()) ?? null
const refusal = (from: string, to: string) =>
  `This database was created with MODE=${from} and cannot be used with MODE=${to}: start it with MODE=${from}, or keep its courses alone by "npm run export -- FOLDER", a start on an empty DATA_DIR, and "npm run import -- FOLDER".`
const demoAccount = () => {
  const account = {
    email: 'admin@understudy.test',
    name: 'Addy',
    roles: ['learner', 'community-admin'],
    timezoneId: 'UTC',
  }
  return makeAccount(world.db, openPasswords(), account, randomUUID())
}

test.each(MODES)('a new database takes the mode %s of its first start, and starts again in it', async (mode) => {
  await settle(mode)
  await settle(mode)
  await refuseOtherMode(world.db, inMode(mode))
  expect(await created()).toEqual({ created_mode: mode, demo_seed: null })
})

test.each(OTHERS)('one that was created in %s is refused to %s, before it is migrated and after', async (from, to) => {
  await settle(from)
  await expect(settle(to)).rejects.toThrow(refusal(from, to))
  await expect(settle(to, 'check')).rejects.toThrow(refusal(from, to))
  await expect(refuseOtherMode(world.db, inMode(to))).rejects.toThrow(refusal(from, to))
  expect(await created()).toMatchObject({ created_mode: from })
})

describe('a database from before the record', () => {
  test('counts as a demo where it holds a demo account', async () => {
    await demoAccount()
    await expect(settle('production')).rejects.toThrow(refusal('demo', 'production'))
    expect(await created()).toEqual({ created_mode: 'demo', demo_seed: 'running' })
    await settle('demo')
  })

  test('counts as a demo where it holds a demo gift card', async () => {
    await transact(world.db, (tx) => issueGiftCard(world, tx, money(500_00, 'USD'), 'GIFT-DEMO-0500'))
    await expect(settle('production')).rejects.toThrow(refusal('demo', 'production'))
  })

  test('is refused to tools that only read, too, and they leave it without a record', async () => {
    await settle('production', 'check')
    expect(await created()).toBeNull()
    await demoAccount()
    await expect(settle('production', 'check')).rejects.toThrow(refusal('demo', 'production'))
    expect(await created()).toBeNull()
  })

  test('takes the mode of its start where it holds neither', async () => {
    const own = { email: 'ana@school.test', name: 'Ana', roles: ['learner', 'community-admin'], timezoneId: 'UTC' }
    await makeAccount(world.db, openPasswords(), own, randomUUID())
    await transact(world.db, (tx) => issueGiftCard(world, tx, money(500_00, 'USD')))
    await settle('production')
    expect(await created()).toMatchObject({ created_mode: 'production' })
  })
})

test('of starts at once in different modes one wins, and the others are refused', async () => {
  const ends = await Promise.allSettled([...MODES, ...MODES].map((mode) => settle(mode)))
  const mode = (await created())?.created_mode
  expect(ends.map(({ status }) => status)).toEqual(
    [...MODES, ...MODES].map((one) => (one === mode ? 'fulfilled' : 'rejected')),
  )
})

test('the database keeps one record, and no demo in production', async () => {
  await settle('production')
  await expect(
    sql`insert into installation (id, created_mode) values (false, 'demo')`.execute(world.db),
  ).rejects.toThrow()
  await expect(sql`update installation set demo_seed = 'running'`.execute(world.db)).rejects.toThrow()
})
