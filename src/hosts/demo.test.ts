import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { DEMO_ACCOUNTS, DEMO_GIFT_CARDS } from '#domain/demo.ts'
import { logInPerson } from '#features/accounts/log-in.ts'
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { importContent } from '#features/catalog/import.ts'
import { findGiftCard } from '#features/gift-cards/find.ts'
import type { Deps } from '#http/deps.ts'
import { demoSeed, settleMode } from '#platform/db/installation.ts'
import { openWorld, type World } from '../../tests/world.ts'
import { addDemo, demoLogIns, prepareDemo } from './demo.ts'

const FIXED = 'understudy-demo'
const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)
const ADMIN = 'admin@understudy.test'
const passwords = openPasswords()

let world: World
let open: Deps
beforeEach(async () => {
  world = await openWorld()
  open = { ...world, config: readConfig({ DEMO_PUBLIC: '1', HOST: '0.0.0.0' }) }
  await settleMode(world.db, world.secrets, world.config, 'record')
  return () => world.close()
})

const logIn = async (email: string, password: string) =>
  (
    await logInPerson(world, passwords, {
      email,
      password,
      isCommunityAdmin: false,
      ip: randomUUID(),
      device: { name: 'Firefox on Linux', isBound: false },
    })
  ).ok
const people = async () => (await world.db.selectFrom('person').select('email').execute()).map(({ email }) => email)

test('an empty database gets the demo once: its log-ins and gift cards work, and a second start adds nothing', async () => {
  expect(await prepareDemo(world)).toBe(true)
  expect(await demoLogIns(world)).toEqual({ emails: EMAILS, password: FIXED })
  for (const email of EMAILS) expect(await logIn(email, FIXED)).toBe(true)
  for (const { code, amount } of DEMO_GIFT_CARDS)
    expect(await findGiftCard(world, code, randomUUID())).toMatchObject({ ok: true, value: { balance: amount } })

  const before = await people()
  expect(await prepareDemo(world)).toBe(false)
  expect(await people()).toEqual(before)
})

test('a demo account that was deleted is not made again by a start', async () => {
  await prepareDemo(world)
  await world.db.updateTable('person').set({ email: 'gone@understudy.test' }).where('email', '=', ADMIN).execute()
  await prepareDemo(world)
  expect(await people()).not.toContain(ADMIN)
  expect((await demoLogIns(world)).emails).toEqual(EMAILS.filter((email) => email !== ADMIN))
})

test('a database with courses or people of somebody’s own gets no demo account by a start, and all of them by the seed', async () => {
  expect((await importContent(world, 'content', world.clock())).ok).toBe(true)
  expect(await prepareDemo(world)).toBe(false)
  expect(await people()).toEqual([])
  expect((await demoLogIns(world)).emails).toEqual([])

  await addDemo(world)
  expect((await demoLogIns(world)).emails).toEqual(EMAILS)
})

test('somebody of one’s own alone keeps the demo away', async () => {
  const own = { email: 'ana@school.test', name: 'Ana', roles: ['learner'], timezoneId: 'UTC' }
  await makeAccount(world.db, passwords, own, 'three blind mice run')
  expect(await prepareDemo(world)).toBe(false)
  expect(await people()).toEqual([own.email])
})

test('a demo that opens to others loses its fixed password and the sessions of it; closed again, it has it back', async () => {
  await prepareDemo(world)
  expect(await logIn(ADMIN, FIXED)).toBe(true)
  await prepareDemo(open)
  const { emails, password } = await demoLogIns(open)
  expect(password).not.toBe(FIXED)
  for (const email of emails) expect([await logIn(email, FIXED), await logIn(email, password)]).toEqual([false, true])
  const { rows } = await sql<{ live: number }>`select count(*)::int as live from session where ended_at is null
    and person_id = (select id from person where email = ${ADMIN})`.execute(world.db)
  expect(rows[0]?.live).toBe(1)

  await addDemo(world)
  expect(await logIn(ADMIN, FIXED)).toBe(false)
  await prepareDemo(world)
  expect([await logIn(ADMIN, FIXED), await logIn(ADMIN, password)]).toEqual([true, false])
})

test('a demo that begins open to others never has the fixed password', async () => {
  await prepareDemo(open)
  const { password } = await demoLogIns(open)
  expect([await logIn(ADMIN, FIXED), await logIn(ADMIN, password)]).toEqual([false, true])
})

test('two starts at once fill one demo; one that was killed in the middle is finished', async () => {
  expect((await Promise.all([prepareDemo(world), turn().then(() => prepareDemo(world))])).sort()).toEqual([false, true])
  await sql`update installation set demo_seed = 'running'`.execute(world.db)
  await world.db.updateTable('person').set({ password_hash: null }).where('email', '=', ADMIN).execute()
  expect(await prepareDemo(world)).toBe(false)
  expect(await logIn(ADMIN, FIXED)).toBe(true)
  expect(await demoSeed(world.db)).toBe('complete')
})
