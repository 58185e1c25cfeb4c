import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig, StartupError } from '#config/config.ts'
import { DEMO_ACCOUNTS } from '#domain/demo.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { recordMode } from '#platform/db/installation.ts'
import { createPastDb } from '#sandbox/past-db.ts'
import { beginStory, getStory, getStoryPercent } from '#sandbox/story-record.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listJobHandlers } from '../hosts/worker.ts'
import type { Purchase, Step } from './plot.ts'
import { type Telling, tellStory } from './tell-story.ts'

const DAY_MS = 86_400_000
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/srv/school',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.school.test',
}
const NOW = new Date()
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const ana = { email: 'ana.cruz@post.test', name: 'Ana Cruz', timezoneId: 'Asia/Manila' }
const bo = { email: 'bo.lind@post.test', name: 'Bo Lind', timezoneId: 'Europe/Berlin' }
const touch = { source: 'newsletter', medium: 'email', campaign: 'autumn-letter' }
const purchase: Omit<Purchase, 'person' | 'course'> = {
  kind: 'buy',
  run: 0,
  touch,
  pays: 'card',
  isDeposit: false,
  promoCode: null,
  hasGiftCard: false,
  friends: [],
}

const STEPS: Step[] = [
  { at: daysAgo(70), act: { kind: 'visits', touch, count: 3 } },
  { at: daysAgo(60), act: { ...purchase, person: ana, course: 'MCOM' } },
  { at: daysAgo(50), act: { kind: 'learn', person: ana, course: 'MCOM', lessons: 2 } },
  { at: daysAgo(45), act: { ...purchase, person: bo, course: 'MCOM', pays: 'disputed' } },
  { at: daysAgo(44), act: { kind: 'confirm-address', person: bo } },
  { at: daysAgo(40), act: { kind: 'decide-dispute', person: bo, course: 'MCOM', run: 0, decision: 'won' } },
  { at: daysAgo(30), act: { ...purchase, person: ana, course: 'NG', isDeposit: true } },
  { at: daysAgo(20), act: { kind: 'pay-balance', person: ana, course: 'NG', run: 0 } },
  { at: daysAgo(10), act: { kind: 'refund', person: ana, course: 'NG', run: 0, reason: 'The dates clash' } },
]

let world: World
beforeAll(async () => {
  world = await createWorld()
  await recordMode(world.db, world.secrets, world.config, 'record')
  expect((await importContent(world, 'content', NOW)).ok).toBe(true)
  for (const account of DEMO_ACCOUNTS)
    await createVerifiedAccount(world.db, createPasswords(), account, 'understudy-demo')
  await beginStory(world.db, NOW)
})
afterAll(() => world.close())

const telling = (signal = new AbortController().signal): Telling => ({
  listHandlers: (past) => listJobHandlers(past, { wake: () => {} }, { wake: () => {} }),
  signal,
  isOverloaded: null,
  createSteps: () => STEPS,
})
const count = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(table)}`.execute(world.db)
  return rows[0]?.count
}

test('production and development refuse a story, and so does a database that is no demo', async () => {
  for (const config of [readConfig(PRODUCTION), readConfig({ MODE: 'development' })]) {
    expect(config.demoStory).toBe(false)
    await expect(tellStory({ ...world, config }, telling())).rejects.toThrow(StartupError)
  }
  const past = createPastDb(world.databaseUrl, world.log, () => daysAgo(10))
  for (const mode of ['production', 'development']) {
    await sql`update installation set created_mode = ${mode}`.execute(world.db)
    await expect(sql`update sandbox.story set step = 0`.execute(past.db)).rejects.toThrow('only a demo has a story')
  }
  await sql`update installation set created_mode = 'demo'`.execute(world.db)
  await past.close()
  expect(await getStoryPercent(world.db)).toBe(0)
})

test('a story that was stopped goes on where it was, and doubles nothing; every row has the time of its step', async () => {
  const stopped = new AbortController()
  const onProgress = (percent: number) => percent >= 60 && stopped.abort()
  expect(await tellStory(world, { ...telling(stopped.signal), onProgress })).toBe(false)
  expect(await getStory(world.db)).toMatchObject({ step: 6, steps: 9, isTold: false })
  expect(await count('orders')).toBe(2)

  expect(await tellStory(world, telling())).toBe(true)
  expect(await tellStory(world, telling())).toBe(false)
  expect(await getStoryPercent(world.db)).toBeNull()
  const { rows } =
    await sql`select o.email, o.created_at as at, p.amount_minor as minor, p.state, p.created_at as "paidAt"
    from orders o join payment p on p.order_id = o.id order by p.created_at`.execute(world.db)
  expect(rows).toMatchObject([
    { email: ana.email, at: daysAgo(60), minor: 4900, paidAt: daysAgo(60) },
    { email: bo.email, at: daysAgo(45), minor: 4900, paidAt: daysAgo(45) },
    { email: ana.email, at: daysAgo(30), minor: 9900, paidAt: daysAgo(30) },
    { email: ana.email, at: daysAgo(30), minor: 30_000, paidAt: daysAgo(20) },
  ])
  const { rows: disputes } = await sql`select state from dispute`.execute(world.db)
  expect(disputes).toEqual([{ state: 'won' }])
  const { rows: late } = await sql`select 'mail' from mail where created_at > ${daysAgo(1)}
    union all select 'invoice' from invoice where issued_at > ${daysAgo(1)}
    union all select 'credit note' from credit_note where issued_at > ${daysAgo(1)}
    union all select 'history' from state_history where at > ${daysAgo(1)}
    union all select 'ledger' from ledger_transaction where at > ${daysAgo(1)}`.execute(world.db)
  expect(late).toEqual([])
  const { rows: mails } = await sql<{ kind: string }>`select kind from mail order by kind`.execute(world.db)
  const kinds = mails.map(({ kind }) => kind)
  expect(kinds).toEqual(['balance-paid', 'dispute-open', 'receipt', 'receipt', 'receipt', 'refund'])
  expect(await count('sandbox.story_job')).toBe(0)
  expect((await audit(world)).filter(({ violations }) => violations.length > 0)).toEqual([])
})
