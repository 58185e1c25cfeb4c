import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#config/config.ts'
import { money } from '#domain/money/money.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { type ModeCheck, recordMode, refuseOtherMode } from './installation.ts'
import { transact } from './transaction.ts'

const MODES = ['demo', 'development', 'production'] as const
const OTHERS = MODES.flatMap((created) =>
  MODES.filter((mode) => mode !== created).map((mode) => [created, mode] as const),
)

let world: TestDatabase & { secrets: Secrets }
beforeEach(async () => {
  world = { ...(await createTestDatabase()), secrets: createSecrets(randomBytes(32)) }
  return () => world.close()
})

const inMode = (mode: Config['mode']): Config => ({ ...readConfig({}), mode })
const record = (mode: Config['mode'], check: Exclude<ModeCheck, 'ignore'> = 'record') =>
  recordMode(world.db, world.secrets, inMode(mode), check)
const created = async () =>
  (await world.db.selectFrom('installation').select(['created_mode', 'demo_seed']).executeTakeFirst()) ?? null
const refusal = (from: string, to: string) =>
  `This database was created with MODE=${from} and cannot be used with MODE=${to}: start it with MODE=${from}. To keep only its courses, run "npm run u -- export FOLDER", start with an empty DATA_DIR, and run "npm run u -- import FOLDER".`
const demoAccount = () => {
  const account = {
    email: 'admin@understudy.test',
    name: 'Addy',
    roles: ['learner', 'community-admin'],
    timezoneId: 'UTC',
  }
  return createVerifiedAccount(world.db, createPasswords(), account, randomUUID())
}

test.each(MODES)('a new database takes the mode %s of its first start, and starts again in it', async (mode) => {
  await record(mode)
  await record(mode)
  await refuseOtherMode(world.db, inMode(mode))
  expect(await created()).toEqual({ created_mode: mode, demo_seed: null })
})

test.each(OTHERS)('a database created in %s refuses %s, before and after its migration', async (from, to) => {
  await record(from)
  await expect(record(to)).rejects.toThrow(refusal(from, to))
  await expect(record(to, 'check')).rejects.toThrow(refusal(from, to))
  await expect(refuseOtherMode(world.db, inMode(to))).rejects.toThrow(refusal(from, to))
  expect(await created()).toMatchObject({ created_mode: from })
})

describe('a database from before the record', () => {
  test('counts as a demo if it has a demo account', async () => {
    await demoAccount()
    await expect(record('production')).rejects.toThrow(refusal('demo', 'production'))
    expect(await created()).toEqual({ created_mode: 'demo', demo_seed: 'running' })
    await record('demo')
  })

  test('counts as a demo if it has a demo gift card', async () => {
    await transact(world.db, (tx) => issueGiftCard(world, tx, money(500_00, 'USD'), 'GIFT-DEMO-0500'))
    await expect(record('production')).rejects.toThrow(refusal('demo', 'production'))
  })

  test('refuses tools that only read, too, and they add no record', async () => {
    await record('production', 'check')
    expect(await created()).toBeNull()
    await demoAccount()
    await expect(record('production', 'check')).rejects.toThrow(refusal('demo', 'production'))
    expect(await created()).toBeNull()
  })

  test('takes the mode of its start if it has neither', async () => {
    const own = { email: 'ana@school.test', name: 'Ana', roles: ['learner', 'community-admin'], timezoneId: 'UTC' }
    await createVerifiedAccount(world.db, createPasswords(), own, randomUUID())
    await transact(world.db, (tx) => issueGiftCard(world, tx, money(500_00, 'USD')))
    await record('production')
    expect(await created()).toMatchObject({ created_mode: 'production' })
  })
})

test('one of several simultaneous starts in different modes wins, and the others are refused', async () => {
  const ends = await Promise.allSettled([...MODES, ...MODES].map((mode) => record(mode)))
  const mode = (await created())?.created_mode
  expect(ends.map(({ status }) => status)).toEqual(
    [...MODES, ...MODES].map((one) => (one === mode ? 'fulfilled' : 'rejected')),
  )
})

test('the database keeps one record, and no demo in production', async () => {
  await record('production')
  await expect(
    sql`insert into installation (id, created_mode) values (false, 'demo')`.execute(world.db),
  ).rejects.toThrow()
  await expect(sql`update installation set demo_seed = 'running'`.execute(world.db)).rejects.toThrow()
})
