/** A stranger's wrong passwords for an account do not lock its owner out. docs/contract §2. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeLimit } from '#platform/limits.ts'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID } from '../../../../tests/world/identity.ts'

const SITE = 'https://learn.understudy.test'
let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld((world) => ({
    ...world,
    config: { ...world.config, mode: 'production', publicUrl: SITE, trustedProxies: ['127.0.0.1'] },
  }))
})
afterAll(() => identityWorld.close())

const LIMITED = { status: 429, body: { errorCode: 'RATE_LIMITED' } }
let networkCount = 0

/** Logs in from a new IP address. */
function logIn(email: string, password: string, cookie?: string) {
  networkCount += 1
  const headers = { origin: SITE, 'x-forwarded-for': `198.51.${networkCount >> 8}.${networkCount & 255}` }
  return identityWorld.post('log-in', { email, password }, { ...headers, ...(cookie && { cookie }) })
}

/** Sets the counter as after a hundred wrong passwords from a hundred networks. */
async function lockOut(email: string) {
  for (let attempt = 0; attempt < 100; attempt++) await consumeLimit(identityWorld.world.db, 'logInPerAccount', email)
}

const deviceCookie = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith('__Host-device='))!

test('a log-in marks its browser with an HttpOnly cookie that does not contain the address', async () => {
  const email = await identityWorld.known()
  const logInResponse = await logIn(email, PASSWORD)
  const cookie = logInResponse.headers.getSetCookie().find((setCookie) => setCookie.startsWith('__Host-device='))
  expect(cookie).toMatch(/^__Host-device=[\w-]+\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
  expect(cookie).not.toContain(email)
})

test('after a hundred wrong passwords strangers must wait, for known and unknown addresses, but the owner’s browser need not', async () => {
  const email = await identityWorld.known()
  const unknown = fresh()
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  for (const address of [email, unknown]) {
    await lockOut(address)
    expect(await logIn(address, PASSWORD)).toMatchObject(LIMITED)
  }
  expect(await logIn(email, PASSWORD, cookie)).toMatchObject(SAID.tokens)
})

test('a password reset by a mailed link ends the wait', async () => {
  const email = await identityWorld.known()
  await lockOut(email)
  expect(await logIn(email, PASSWORD)).toMatchObject(LIMITED)
  await identityWorld.post('forget-password', { email })
  const token = /#token=(\S+)/.exec((await identityWorld.mailTo(email)).text_body)![1]!
  await identityWorld.post('reset-password', { token, password: 'four blind mice run' })
  expect(await logIn(email, 'four blind mice run')).toMatchObject(SAID.tokens)
})

test('a signed-in person can still step up', async () => {
  const email = await identityWorld.known()
  const { authorization } = await identityWorld.bearer(email)
  await lockOut(email)
  const stepUp = await identityWorld.post('step-up', { password: PASSWORD }, { authorization })
  expect(stepUp).toMatchObject({ status: 204 })
})

test('a known browser has its own ten attempts in 15 minutes, from any network', async () => {
  const email = await identityWorld.known()
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(email, 'wrong', cookie)).toMatchObject(SAID.wrong)
  expect(await logIn(email, PASSWORD, cookie)).toMatchObject(LIMITED)
  expect(await logIn(email, PASSWORD)).toMatchObject(SAID.tokens)
})

test('the cookie of another account or a forged cookie does not make a browser known', async () => {
  const email = await identityWorld.known()
  const cookie = deviceCookie(await logIn(email, PASSWORD))
  const otherCookie = deviceCookie(await logIn(await identityWorld.known(), PASSWORD))
  await lockOut(email)
  for (const usedCookie of [otherCookie, `${cookie.slice(0, -2)}xx`, '__Host-device=', '__Host-device=a.b'])
    expect(await logIn(email, PASSWORD, usedCookie)).toMatchObject(LIMITED)
})
