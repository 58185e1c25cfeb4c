import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { setPasswordByLink } from '#people/accounts/password/set-password.ts'
import { logInPerson } from '#people/accounts/session/log-in.ts'
import { requireCourseMaker } from '#people/roles/require-permission.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/world/database.ts'
import { createWorld, type World } from '../../tests/world/world.ts'

const PASSWORD = 'three blind mice run'
const SITE = 'https://learn.understudy.test'
let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase()
  const ownWorld = await createWorld()
  world = { ...ownWorld, db: database.db }
})
afterAll(async () => {
  await world.close()
  await database.close()
})

async function run(...args: string[]): Promise<string> {
  const environment = {
    MODE: 'production',
    PUBLIC_URL: SITE,
    TRUSTED_PROXIES: 'none',
    MAIL_DELIVERY: 'none',
    DATABASE_URL: database.url,
    BLOB_DIR: database.blobs.location,
    SECRET: 'the secret of this test, and of no other',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/u.ts', ...args], {
    env: { ...process.env, ...environment },
  })
  return stdout
}

test('the first admin of a production installation logs in by a single-use link; there is no default account', async () => {
  const people = await database.db.selectFrom('person').select('id').execute()
  expect(people).toEqual([])

  const email = `${randomUUID()}@understudy.test`
  const output = await run('admin', email.toUpperCase(), 'Addy Admin')
  const token = new RegExp(`${SITE}/set-password\\?admin=1#token=(\\S+)`).exec(output)?.[1]
  const setPassword = () =>
    setPasswordByLink(world, createPasswords(), { token: token!, password: PASSWORD, ip: randomUUID() })
  expect(await setPassword()).toMatchObject({ ok: true, value: { email } })
  expect(await setPassword()).toMatchObject({ ok: false })

  const device = { name: 'Firefox on Linux', isBound: false }
  expect(
    (
      await logInPerson(world, createPasswords(), {
        email,
        password: PASSWORD,
        isCommunityAdmin: true,
        ip: randomUUID(),
        device,
      })
    ).ok,
  ).toBe(true)
  expect(await run('admin', email)).toContain(`log in at ${SITE}/login with the password they have`)
})

test('a creator logs in as a learner by a single-use link and may make courses', async () => {
  const email = `${randomUUID()}@understudy.test`
  const output = await run('creator', email, 'Ines Valdez')
  const token = new RegExp(`${SITE}/set-password#token=(\\S+)`).exec(output)?.[1]
  const input = { token: token!, password: PASSWORD, ip: randomUUID() }
  expect(await setPasswordByLink(world, createPasswords(), input)).toMatchObject({ ok: true, value: { email } })
  const { id: personId } = await world.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(await requireCourseMaker(world.db, { personId, audience: 'learner' })).toMatchObject({ ok: true })
  expect(await run('creator', email)).toContain(`log in at ${SITE}/portal with the password they have`)
})

test('an invalid address prints the usage', async () => {
  await expect(run('admin', 'nobody')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Usage: npm run u -- admin/),
  })
})
