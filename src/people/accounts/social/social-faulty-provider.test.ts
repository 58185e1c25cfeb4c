/**
 * A faulty provider, played by `oauth2-mock-server`: it signs wrong claims, responds brokenly, late or never, and
 * rotates its keys. It accepts every request of ours; social-emulated.test.ts and social-form.test.ts check our
 * requests.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createIdentityProviders } from '#platform/identity/identity-providers.ts'
import { type Bendable, type Bent, createBendableGateway } from '../../../../tests/providers/bendable.ts'
import { counts, getFamilyName } from '../../../../tests/providers/people.ts'
import { visitor } from '../../../../tests/providers/visitor.ts'
import { createSocialWorld, type SocialWorld } from '../../../../tests/world/social-world.ts'

const MESSAGE = 'Error Logging in. Please try again.'
const OTHER = 'https://accounts.elsewhere.test'
const PERSON = { sub: 'bent-1', email: 'ana@gmail.com', email_verified: true, name: 'Ana Ortiz' }

let social: SocialWorld
let google: Bendable
beforeAll(async () => {
  google = await createBendableGateway(PERSON)
  social = await createSocialWorld()
})
afterAll(async () => {
  await social?.close()
  await google?.close()
})
beforeEach(() => resetProvider())
afterEach(() => vi.useRealTimers())

/** Resets to the state after a start, with nothing known of the provider. */
function resetProvider(faults: Bent = {}) {
  google.bent = faults
  const { identity } = social.world.config
  social.world.identity = createIdentityProviders({
    ...social.world.config,
    identity: { ...identity, google: { ...identity.google!, issuerUrl: google.url } },
  })
}

/** Runs the whole log-in as far as it gets. */
async function logIn(): Promise<{ status: number; body: Record<string, unknown> }> {
  const browser = visitor()
  const start = await browser.get(`${social.base}/social/google/start`)
  const location = start.headers.get('location')
  if (!location) return { status: start.status, body: await start.json() }
  const callbackUrl = (await fetch(location, { redirect: 'manual' })).headers.get('location')!
  const { status, callback } = await social.comeBack(browser, { to: callbackUrl, form: null })
  return callback?.body ? social.exchange(callback.body) : { status, body: { message: callback?.message } }
}

async function expectLogInRefused() {
  const before = await counts(social.world)
  const { status, body } = await logIn()
  expect({ status, message: body.message, token: body.token }).toEqual({ status: 401, message: MESSAGE })
  expect(await counts(social.world)).toEqual(before)
}

test('without faults the log-in succeeds, and the second time it is the same person', async () => {
  for (let times = 0; times < 2; times++) expect((await logIn()).status).toBe(200)
  expect(await getFamilyName(social.world, 'google', PERSON.sub)).toEqual([PERSON.email])
  expect(await personByEmail(social.world.db, PERSON.email)).toMatchObject({ name: PERSON.name })
})

const now = () => Math.floor(Date.now() / 1000)
const withClaims = (change: Record<string, unknown>): Bent => ({ claims: (claims) => ({ ...claims, ...change }) })
const withTokenResponse = (statusCode: number, body: Record<string, unknown>): Bent => ({
  answer: (answer) => Object.assign(answer, { statusCode, body }),
})
const withDescription = (change: Record<string, unknown>): Bent => ({
  description: ({ body }) => Object.assign(body, change),
})

test.each<[string, Bent]>([
  ['another audience', withClaims({ aud: 'another.apps.google.test' })],
  ['an audience of us and others', withClaims({ aud: ['school.apps.google.test', 'another.apps.google.test'] })],
  ['another issuer', withClaims({ iss: OTHER })],
  ['no issuer', withClaims({ iss: undefined })],
  ['an expiry that is over', withClaims({ exp: now() - 120 })],
  ['a beginning that is to come', withClaims({ nbf: now() + 600 })],
  ['an age of an hour', withClaims({ iat: now() - 3600 })],
  ['another nonce', withClaims({ nonce: randomUUID() })],
  ['no nonce', withClaims({ nonce: undefined })],
  ['nobody in it', withClaims({ sub: undefined })],
])('a token with %s, signed with the provider’s key, is refused', async (_what, faults) => {
  resetProvider(faults)
  await expectLogInRefused()
})

test.each<[string, Bent]>([
  ['a failure of its own', withTokenResponse(500, { error: 'server_error' })],
  ['a failure with tokens in it', { answer: (answer) => Object.assign(answer, { statusCode: 503 }) }],
  ['too many questions', withTokenResponse(429, { error: 'slow_down' })],
  ['a refused code', withTokenResponse(400, { error: 'invalid_grant' })],
  ['an error that calls itself good', withTokenResponse(200, { error: 'invalid_grant' })],
  ['no ID token', { answer: ({ body }) => Reflect.deleteProperty(body, 'id_token') }],
  ['an access token in its place', { answer: ({ body }) => Object.assign(body, { id_token: body.access_token }) }],
  ['a number in its place', { answer: ({ body }) => Object.assign(body, { id_token: 7 }) }],
  ['nothing in its place', { answer: ({ body }) => Object.assign(body, { id_token: '' }) }],
  ['a connection that ends in the middle', { wire: 'cut' }],
  ['half an answer', { wire: 'half' }],
  ['a page', { wire: 'page' }],
  ['an answer without end', { wire: 'endless' }],
  ['no answer', { wire: 'away' }],
  ['another address to ask', { wire: 'elsewhere' }],
])('an exchange answered with %s is refused', async (_what, faults) => {
  resetProvider(faults)
  await expectLogInRefused()
})

test('an exchange answered with drop after drop, for longer than the eight seconds that we wait, is refused', async () => {
  resetProvider({ wire: 'drip' })
  const limits: { milliseconds: number; end: AbortController }[] = []
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const end = new AbortController()
    limits.push({ milliseconds, end })
    return end.signal
  })
  onTestFinished(() => timeouts.mockRestore())
  const refused = expectLogInRefused()
  const before = google.calls.drops
  await expect.poll(() => google.calls.drops, { interval: 5 }).toBeGreaterThan(before + 3)
  const { milliseconds, end } = limits.at(-1)!
  expect(milliseconds).toBe(8_000)
  end.abort(new DOMException('The eight seconds are over', 'TimeoutError'))
  await refused
})

test.each<[string, Bent]>([
  ['a failure', { description: (answer) => Object.assign(answer, { statusCode: 500 }) }],
  [
    'the name of another issuer, as in its tokens',
    { ...withDescription({ issuer: OTHER }), ...withClaims({ iss: OTHER }) },
  ],
  ['no place for its keys', withDescription({ jwks_uri: undefined })],
  ['keys that are not there', withDescription({ jwks_uri: 'http://127.0.0.1:9/keys' })],
])('a discovery document with %s is refused', async (_what, faults) => {
  resetProvider(faults)
  await expectLogInRefused()
})

test('a failed discovery request is repeated at the next log-in', async () => {
  resetProvider({ description: (answer) => Object.assign(answer, { statusCode: 500 }) })
  await expectLogInRefused()
  google.bent = {}
  expect((await logIn()).status).toBe(200)
})

test.each<[string, (address: URL) => void]>([
  ['another state', (address) => address.searchParams.set('state', randomUUID())],
  ['no state', (address) => address.searchParams.delete('state')],
  ['another code', (address) => address.searchParams.set('code', randomUUID())],
  ['no code', (address) => address.searchParams.delete('code')],
])('a browser sent back with %s is refused', async (_what, sentTo) => {
  resetProvider({ sentTo })
  await expectLogInRefused()
})

describe('key rotation at run time', () => {
  test('a new key is fetched without a restart', async () => {
    expect((await logIn()).status).toBe(200)
    await google.rotate('second')
    vi.setSystemTime(Date.now() + 31_000)
    expect((await logIn()).status).toBe(200)
  })

  test('unknown keys make us fetch the keys at most twice a minute', async () => {
    expect((await logIn()).status).toBe(200)
    const before = google.calls.keys
    await google.rotate('third')
    for (let times = 0; times < 3; times++) await expectLogInRefused()
    expect(google.calls.keys).toBe(before)
    vi.setSystemTime(Date.now() + 31_000)
    expect((await logIn()).status).toBe(200)
    expect(google.calls.keys).toBe(before + 1)
  })

  test('a published key of another type than Google’s is not used', async () => {
    await google.rotate('curve', 'ES256')
    await expectLogInRefused()
    await google.rotate('fourth')
    resetProvider()
    expect((await logIn()).status).toBe(200)
  })
})
