/** A stranger's wrong passwords for an account do not keep its owner out. Contract §2, invariant S8. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeLimit } from '#platform/limits.ts'
import { fresh, type Identity, openIdentity, PASSWORD, SAID } from '../../../tests/identity.ts'

const SITE = 'https://learn.understudy.test'
let own: Identity
beforeAll(async () => {
  own = await openIdentity((world) => ({
    ...world,
    config: { ...world.config, mode: 'production', publicUrl: SITE, trustedProxies: ['127.0.0.1'] },
  }))
})
afterAll(() => own.close())

const LIMITED = { status: 429, body: { errorCode: 'RATE_LIMITED' } }
let networks = 0

/** Logs in from an address that nobody has used before. */
function logIn(email: string, password: string, cookie?: string) {
  networks += 1
  const headers = { origin: SITE, 'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}` }
  return own.post('log-in', { email, password }, { ...headers, ...(cookie && { cookie }) })
}

/** As a hundred wrong passwords from a hundred networks leave the account. */
async function lockOut(email: string) {
  for (let time = 0; time < 100; time++) await consumeLimit(own.world.db, 'logInAnywhere', email)
}

const deviceCookie = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith('__Host-device='))!

test('a log-in marks its browser by a cookie that scripts cannot read and that names nobody', async () => {
  const email = await own.known()
  const inside = await logIn(email, PASSWORD)
  const cookie = inside.headers.getSetCookie().find((one) => one.startsWith('__Host-device='))
  expect(cookie).toMatch(/^__Host-device=[\w-]+\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
  expect(cookie).not.toContain(email)
})

test('after a hundred wrong passwords strangers wait, for known and unknown addresses alike, and the owner’s browser does not', async () => {
  const [email, unknown] = [await own.known(), fresh()]
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  for (const address of [email, unknown]) {
    await lockOut(address)
    expect(await logIn(address, PASSWORD)).toMatchObject(LIMITED)
  }
  expect(await logIn(email, PASSWORD, cookie)).toMatchObject(SAID.tokens)
})

test('a mailed link to a new password ends the wait', async () => {
  const email = await own.known()
  await lockOut(email)
  expect(await logIn(email, PASSWORD)).toMatchObject(LIMITED)
  await own.post('forget-password', { email })
  const token = /#token=(\S+)/.exec((await own.mailTo(email)).text_body)![1]!
  await own.post('reset-password', { token, password: 'four blind mice run' })
  expect(await logIn(email, 'four blind mice run')).toMatchObject(SAID.tokens)
})

test('somebody signed in can still show whose the account is', async () => {
  const email = await own.known()
  const { authorization } = await own.bearer(email)
  await lockOut(email)
  const stepUp = await own.post('step-up', { password: PASSWORD }, { authorization })
  expect(stepUp).toMatchObject({ status: 204 })
})

test('a known browser has ten guesses in 15 minutes of its own, from whatever network', async () => {
  const email = await own.known()
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  for (let time = 0; time < 10; time++) expect(await logIn(email, 'wrong', cookie)).toMatchObject(SAID.wrong)
  expect(await logIn(email, PASSWORD, cookie)).toMatchObject(LIMITED)
  expect(await logIn(email, PASSWORD)).toMatchObject(SAID.tokens)
})

test('the cookie of another account, or a forged one, makes no browser known', async () => {
  const email = await own.known()
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  const others = deviceCookie(await logIn(await own.known(), PASSWORD))
  await lockOut(email)
  for (const shown of [others, `${cookie.slice(0, -2)}xx`, '__Host-device=', '__Host-device=a.b'])
    expect(await logIn(email, PASSWORD, shown)).toMatchObject(LIMITED)
})
