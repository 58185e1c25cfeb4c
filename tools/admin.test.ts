import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInPerson } from '#features/accounts/log-in.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { setPasswordByLink } from '#features/accounts/set-password.ts'
import { openTestDatabase, type TestDatabase } from '../tests/database.ts'
import { openWorld, type World } from '../tests/world.ts'

const PASSWORD = 'three blind mice run'
const SITE = 'https://learn.understudy.test'
let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await openTestDatabase()
  const own = await openWorld()
  world = { ...own, db: database.db }
})
afterAll(async () => {
  await world.close()
  await database.close()
})

async function run(...words: string[]): Promise<string> {
  const environment = {
    MODE: 'production',
    PUBLIC_URL: SITE,
    TRUSTED_PROXIES: 'none',
    MAIL: 'none',
    DATABASE_URL: database.url,
    SECRET: 'the secret of this test, and of no other',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin.ts', ...words], {
    env: { ...process.env, ...environment },
  })
  return stdout
}

test('the first admin of a production install gets in by a link that works once; there is no default account', async () => {
  const people = await database.db.selectFrom('person').select('id').execute()
  expect(people).toEqual([])

  const email = `${randomUUID()}@understudy.test`
  const told = await run(email.toUpperCase(), 'Addy Admin')
  const token = new RegExp(`${SITE}/set-password#token=(\\S+)`).exec(told)?.[1]
  const set = () => setPasswordByLink(world, openPasswords(), { token: token!, password: PASSWORD, ip: randomUUID() })
  expect(await set()).toMatchObject({ ok: true, value: { email } })
  expect(await set()).toMatchObject({ ok: false })

  const asked = { email, password: PASSWORD, isCommunityAdmin: true, ip: randomUUID() }
  const device = { name: 'Firefox on Linux', isBound: false }
  expect((await logInPerson(world, openPasswords(), { ...asked, device })).ok).toBe(true)
  expect(await run(email)).toContain(`logs in at ${SITE}/login with the password they have`)
})

test('an address that is none is one clear sentence', async () => {
  await expect(run('nobody')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Usage: npm run admin/),
  })
})
