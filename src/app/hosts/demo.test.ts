import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig } from '#config/config.ts'
import { DEMO_ACCOUNTS, DEMO_GIFT_CARDS } from '#domain/demo.ts'
import type { Deps } from '#http/deps.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { logInPerson } from '#people/accounts/session/log-in.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { getDemoSeed, recordMode } from '#platform/db/installation.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { addDemo, getDemoLogIns, prepareDemo } from './demo.ts'

const FIXED_PASSWORD = 'understudy-demo'
const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)
const ADMIN = 'admin@understudy.test'
const passwords = createPasswords()

let world: World
async function openWorld(): Promise<void> {
  world = await createWorld()
  await recordMode(world.db, world.secrets, world.config, 'record')
}
const getPublicDemo = (): Deps => ({
  ...world,
  config: readConfig({ DEMO_PUBLIC: '1', LISTEN_ADDRESS: '0.0.0.0' }),
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
const listEmails = async () => (await world.db.selectFrom('person').select('email').execute()).map(({ email }) => email)

describe('a database that two simultaneous starts seeded', () => {
  let areNew: boolean[]
  beforeAll(async () => {
    await openWorld()
    areNew = await Promise.all([prepareDemo(world), turn().then(() => prepareDemo(world))])
    return () => world.close()
  })

  test('has one demo: log-ins and gift cards work, and another start adds nothing', async () => {
    expect(areNew.toSorted()).toEqual([false, true])
    expect(await getDemoLogIns(world)).toEqual({ emails: EMAILS, password: FIXED_PASSWORD })
    for (const email of EMAILS) expect(await logIn(email, FIXED_PASSWORD)).toBe(true)
    for (const { code, amount } of DEMO_GIFT_CARDS)
      expect(await findGiftCard(world, code, randomUUID())).toMatchObject({ ok: true, value: { balance: amount } })

    const listVersions = () =>
      world.db.selectFrom('course_version').select(['course_code', 'number', 'source']).execute()
    const versions = await listVersions()
    expect(versions).toContainEqual({ course_code: 'NG', number: 1, source: 'seed' })

    const before = await listEmails()
    expect(await prepareDemo(world)).toBe(false)
    expect(await listEmails()).toEqual(before)
    expect(await listVersions()).toEqual(versions)
  })

  test('is completed if its seed was interrupted', async () => {
    await sql`update installation set demo_seed = 'running'`.execute(world.db)
    await world.db.updateTable('person').set({ password_hash: null }).where('email', '=', ADMIN).execute()
    expect(await prepareDemo(world)).toBe(false)
    expect(await logIn(ADMIN, FIXED_PASSWORD)).toBe(true)
    expect(await getDemoSeed(world.db)).toBe('complete')
  })

  test('loses its fixed password and sessions when it becomes public, and gets the password back when it is private', async () => {
    await prepareDemo(world)
    expect(await logIn(ADMIN, FIXED_PASSWORD)).toBe(true)
    await prepareDemo(getPublicDemo())
    const { emails, password } = await getDemoLogIns(getPublicDemo())
    expect(password).not.toBe(FIXED_PASSWORD)
    for (const email of emails)
      expect([await logIn(email, FIXED_PASSWORD), await logIn(email, password)]).toEqual([false, true])
    const { rows } = await sql<{ live: number }>`select count(*)::int as live from session where ended_at is null
      and person_id = (select id from person where email = ${ADMIN})`.execute(world.db)
    expect(rows[0]?.live).toBe(1)

    await addDemo(world)
    expect(await logIn(ADMIN, FIXED_PASSWORD)).toBe(false)
    await prepareDemo(world)
    expect([await logIn(ADMIN, FIXED_PASSWORD), await logIn(ADMIN, password)]).toEqual([true, false])
  })

  test('does not get a deleted demo account again', async () => {
    await world.db.updateTable('person').set({ email: 'gone@understudy.test' }).where('email', '=', ADMIN).execute()
    await prepareDemo(world)
    expect(await listEmails()).not.toContain(ADMIN)
    expect((await getDemoLogIns(world)).emails).toEqual(EMAILS.filter((email) => email !== ADMIN))
  })
})

describe('a database of its own', () => {
  beforeEach(async () => {
    await openWorld()
    return () => world.close()
  })

  test('a database with its own courses or people gets no demo account at start, and all of them by npm run u -- seed', async () => {
    expect((await importContent(world, 'content', world.clock())).ok).toBe(true)
    expect(await prepareDemo(world)).toBe(false)
    expect(await listEmails()).toEqual([])
    expect((await getDemoLogIns(world)).emails).toEqual([])

    await addDemo(world)
    expect((await getDemoLogIns(world)).emails).toEqual(EMAILS)
  })

  test('one person of the installation’s own prevents seeding', async () => {
    const own = { email: 'ana@school.test', name: 'Ana', roles: ['learner'], timezoneId: 'UTC' }
    await createVerifiedAccount(world.db, passwords, own, 'three blind mice run')
    expect(await prepareDemo(world)).toBe(false)
    expect(await listEmails()).toEqual([own.email])
  })

  test('a demo that is public from the start never has the fixed password', async () => {
    await prepareDemo(getPublicDemo())
    const { password } = await getDemoLogIns(getPublicDemo())
    expect([await logIn(ADMIN, FIXED_PASSWORD), await logIn(ADMIN, password)]).toEqual([false, true])
  })
})
