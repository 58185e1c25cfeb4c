/**
 * A provider that goes wrong, played by `oauth2-mock-server`: it signs what it should not, answers
 * brokenly, late or not at all, and changes its keys. It shows what the log-in does with a server that
 * others wrote; what it does not show is that we ask properly, since it lets everybody in: that is
 * social-emulated.test.ts and social-form.test.ts.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { openIdentity } from '#platform/identity/open-identity.ts'
import { type Bendable, type Bent, openBendable } from '../../tests/providers/bendable.ts'
import { counts, familyOf } from '../../tests/providers/people.ts'
import { openSocialWorld, type SocialWorld } from '../../tests/providers/social-world.ts'
import { visitor } from '../../tests/providers/visitor.ts'

const SENTENCE = 'Error Logging in. Please try again.'
const OTHER = 'https://accounts.elsewhere.test'
const PERSON = { sub: 'bent-1', email: 'ana@gmail.com', email_verified: true, name: 'Ana Ortiz' }

let social: SocialWorld
let google: Bendable
beforeAll(async () => {
  google = await openBendable(PERSON)
  social = await openSocialWorld()
})
afterAll(async () => {
  await social?.close()
  await google?.close()
})
beforeEach(() => startAgain())
afterEach(() => vi.useRealTimers())

/** As after a start: nothing of the provider is known. */
function startAgain(bent: Bent = {}) {
  google.bent = bent
  const { identity } = social.world.config
  social.world.identity = openIdentity({
    ...social.world.config,
    identity: { ...identity, google: { ...identity.google!, issuerUrl: google.url } },
  })
}

/** The whole way, however far it leads. */
async function logIn(): Promise<{ status: number; body: Record<string, unknown> }> {
  const browser = visitor()
  const start = await browser.get(`${social.base}/social/google/start`)
  const there = start.headers.get('location')
  if (!there) return { status: start.status, body: await start.json() }
  const to = (await fetch(there, { redirect: 'manual' })).headers.get('location')!
  const { status, arrival } = await social.comeBack(browser, { to, form: null })
  return arrival?.body ? social.exchange(arrival.body) : { status, body: { message: arrival?.message } }
}

async function expectNobodyIn() {
  const before = await counts(social.world)
  const { status, body } = await logIn()
  expect({ status, message: body.message, token: body.token }).toEqual({ status: 401, message: SENTENCE })
  expect(await counts(social.world)).toEqual(before)
}

test('unbent, it lets in, and the second time it is the same person', async () => {
  for (let times = 0; times < 2; times++) expect((await logIn()).status).toBe(200)
  expect(await familyOf(social.world, 'google', PERSON.sub)).toEqual([PERSON.email])
  expect(await personByEmail(social.world.db, PERSON.email)).toMatchObject({ name: PERSON.name })
})

const now = () => Math.floor(Date.now() / 1000)
const claiming = (change: Record<string, unknown>): Bent => ({ claims: (claims) => ({ ...claims, ...change }) })
const answering = (statusCode: number, body: Record<string, unknown>): Bent => ({
  answer: (answer) => Object.assign(answer, { statusCode, body }),
})
const described = (change: Record<string, unknown>): Bent => ({
  description: ({ body }) => Object.assign(body, change),
})

test.each<[string, Bent]>([
  ['another audience', claiming({ aud: 'another.apps.google.test' })],
  ['an audience of us and others', claiming({ aud: ['school.apps.google.test', 'another.apps.google.test'] })],
  ['another issuer', claiming({ iss: OTHER })],
  ['no issuer', claiming({ iss: undefined })],
  ['an expiry that is over', claiming({ exp: now() - 120 })],
  ['a beginning that is to come', claiming({ nbf: now() + 600 })],
  ['an age of an hour', claiming({ iat: now() - 3600 })],
  ['another nonce', claiming({ nonce: randomUUID() })],
  ['no nonce', claiming({ nonce: undefined })],
  ['nobody in it', claiming({ sub: undefined })],
])('a token with %s, signed with the provider’s key, lets nobody in', async (_what, bent) => {
  startAgain(bent)
  await expectNobodyIn()
})

test.each<[string, Bent]>([
  ['a failure of its own', answering(500, { error: 'server_error' })],
  ['a failure with tokens in it', { answer: (answer) => Object.assign(answer, { statusCode: 503 }) }],
  ['too many questions', answering(429, { error: 'slow_down' })],
  ['a refused code', answering(400, { error: 'invalid_grant' })],
  ['an error that calls itself good', answering(200, { error: 'invalid_grant' })],
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
  ['drop after drop, for longer than the eight seconds that we wait', { wire: 'drip' }],
])('an exchange that is answered with %s lets nobody in', async (_what, bent) => {
  startAgain(bent)
  await expectNobodyIn()
})

test.each<[string, Bent]>([
  ['a failure', { description: (answer) => Object.assign(answer, { statusCode: 500 }) }],
  ['the name of another issuer, as in its tokens', { ...described({ issuer: OTHER }), ...claiming({ iss: OTHER }) }],
  ['no place for its keys', described({ jwks_uri: undefined })],
  ['keys that are not there', described({ jwks_uri: 'http://127.0.0.1:9/keys' })],
])('a description with %s lets nobody in', async (_what, bent) => {
  startAgain(bent)
  await expectNobodyIn()
})

test('a description that failed is asked for again by the next who comes', async () => {
  startAgain({ description: (answer) => Object.assign(answer, { statusCode: 500 }) })
  await expectNobodyIn()
  google.bent = {}
  expect((await logIn()).status).toBe(200)
})

test.each<[string, (address: URL) => void]>([
  ['another state', (address) => address.searchParams.set('state', randomUUID())],
  ['no state', (address) => address.searchParams.delete('state')],
  ['another code', (address) => address.searchParams.set('code', randomUUID())],
  ['no code', (address) => address.searchParams.delete('code')],
])('a browser that is sent back with %s comes in as nobody', async (_what, sentTo) => {
  startAgain({ sentTo })
  await expectNobodyIn()
})

describe('keys that change while we run', () => {
  test('a new key is fetched, without a start of ours', async () => {
    expect((await logIn()).status).toBe(200)
    await google.rotate('second')
    vi.setSystemTime(Date.now() + 31_000)
    expect((await logIn()).status).toBe(200)
  })

  test('unknown keys make us ask for the keys twice a minute at most', async () => {
    expect((await logIn()).status).toBe(200)
    const before = google.asked.keys
    await google.rotate('third')
    for (let times = 0; times < 3; times++) await expectNobodyIn()
    expect(google.asked.keys).toBe(before)
    vi.setSystemTime(Date.now() + 31_000)
    expect((await logIn()).status).toBe(200)
    expect(google.asked.keys).toBe(before + 1)
  })

  test('a published key of another kind than Google’s is not used', async () => {
    await google.rotate('curve', 'ES256')
    await expectNobodyIn()
    await google.rotate('fourth')
    startAgain()
    expect((await logIn()).status).toBe(200)
  })
})
