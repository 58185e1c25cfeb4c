import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { normaliseClientAddress } from '#platform/client-address.ts'
import { consumeLimit } from '#platform/limits.ts'
import { signProperly } from '../../../tests/providers/google.ts'
import { counts, getFamilyName } from '../../../tests/providers/people.ts'
import { visitor } from '../../../tests/providers/visitor.ts'
import { createSocialWorld, SITE, type SocialWorld } from '../../../tests/world/social-world.ts'

const PROVIDERS = ['google', 'apple', 'facebook'] as const
const FAILED = { errorCode: 'SOCIAL_FAILED', message: 'Error Logging in. Please try again.' }

let social: SocialWorld
beforeAll(async () => {
  social = await createSocialWorld()
})
afterAll(() => social.close())

let subject: string
let gmail: string
beforeEach(() => {
  subject = social.meet()
  gmail = `${subject}@gmail.com`
})

describe('a complete log-in, from the button to our tokens', () => {
  test.each(['google', 'apple'] as const)(
    'a new person from %s gets both tokens and a verified account',
    async (name) => {
      const { status, body } = await social.logIn(name)
      expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['token', 'refresh_token'] })
      const person = await personByEmail(social.world.db, gmail)
      expect(person).toMatchObject({ name: 'Ana Ortiz', roles: ['learner'], password_hash: null })
      expect(person?.email_verified_at).not.toBeNull()
      expect(await personByEmail(social.world.db, 'forged@school.test')).toBeUndefined()
    },
  )

  test('the second time it is the same person, even if the provider sends another address', async () => {
    await social.logIn('google')
    social.google.person.email = `moved-${gmail}`
    expect((await social.logIn('google')).status).toBe(200)
    expect(await getFamilyName(social.world, 'google', subject)).toEqual([gmail])
    expect(await personByEmail(social.world.db, `moved-${gmail}`)).toBeUndefined()
  })

  test('twenty simultaneous first log-ins create one person', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => social.logIn('google')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(await getFamilyName(social.world, 'google', subject)).toEqual([gmail])
  })

  test('the return path is kept, and only within the site', async () => {
    for (const [from, expectedPath] of [
      ['/nina-reyes?x=1', '/nina-reyes?x=1'],
      ['//elsewhere.test', '/portal'],
      ['/social/google/start', '/portal'],
    ] as const) {
      const browser = visitor()
      const { callback } = await social.comeBack(browser, await social.setOut(browser, 'google', from))
      expect(callback?.from).toBe(expectedPath)
    }
  })

  test('a visitor who cancels at the provider returns to the page they came from', async () => {
    const browser = visitor()
    const { to } = await social.setOut(browser, 'google', '/nina-reyes')
    const url = new URL(to)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    const { response } = await social.comeBack(browser, { to: url.href, form: null })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/nina-reyes'])
  })
})

test('callbacks are counted for an IPv6 client by its network, of which it may use every address', async () => {
  const network = normaliseClientAddress('2001:db8:7:7::1')
  await consumeLimit(social.world.db, 'socialReturn', network, undefined, 30)
  const browser = visitor()
  const { to } = await social.setOut(browser, 'google')
  const back = await browser.get(to.replace(SITE, social.base), { 'x-forwarded-for': '2001:db8:7:7:1234::9' })
  expect(back.status).toBe(429)
})

describe('starting a log-in', () => {
  test('no token, nonce or verifier is in a URL; the cookie is short-lived, HttpOnly and of this host', async () => {
    const start = await fetch(`${social.base}/social/google/start`, { redirect: 'manual' })
    const cookie = start.headers.get('set-cookie')
    expect(cookie).toMatch(/^__Host-social-google=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
    expect(start.headers.get('referrer-policy')).toBe('no-referrer')
    const params = new URL(start.headers.get('location')!).searchParams
    expect(Object.fromEntries(params)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
  })

  test('Apple’s cookie is sent with a form from another site', async () => {
    const start = await fetch(`${social.base}/social/apple/start`, { redirect: 'manual' })
    expect(start.headers.get('set-cookie')).toMatch(/SameSite=None; Max-Age=600; Secure$/)
  })

  test.each([
    { host: 'elsewhere.test' },
    { 'x-forwarded-host': 'elsewhere.test' },
    { forwarded: 'host=elsewhere.test;proto=http' },
    { 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { origin: 'https://elsewhere.test', referer: 'https://elsewhere.test/' },
  ] as Record<string, string>[])(
    'the redirect URL is based on PUBLIC_URL, whatever the request says: %j',
    async (headers) => {
      for (const name of PROVIDERS) {
        const start = await visitor().get(`${social.base}/social/${name}/start`, headers)
        const params = new URL(start.headers.get('location')!).searchParams
        expect(params.get('redirect_uri')).toBe(`${SITE}/social/${name}/callback`)
      }
    },
  )

  test('an unknown provider is a 404', async () => {
    for (const path of ['/social/myspace/start', '/social/constructor/start', '/social/myspace/callback?code=x'])
      expect((await fetch(social.base + path)).status).toBe(404)
  })
})

/** Changes the third character from the end. The last one may have bits that no byte uses. */
const modify = (value: string) => `${value.slice(0, -3)}${value.at(-3) === 'A' ? 'B' : 'A'}${value.slice(-2)}`

describe.each(PROVIDERS)('the callback of %s', (name) => {
  test('works once', async () => {
    const browser = visitor()
    const callback = await social.setOut(browser, name)
    const cookies = new Map(browser.cookies)
    expect((await social.comeBack(browser, callback)).status).toBe(200)
    for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
    expect(await social.comeBack(browser, callback)).toMatchObject({ status: 401, callback: { body: null } })
  })

  test('in another browser, or with another state, it is refused and consumes nothing', async () => {
    const [ownBrowser, otherBrowser] = [visitor(), visitor()]
    const ownCallback = await social.setOut(ownBrowser, name)
    const otherCallback = await social.setOut(otherBrowser, name)
    const before = await counts(social.world)
    expect(await social.comeBack(visitor(), ownCallback)).toMatchObject({ status: 401, callback: { body: null } })
    expect(await social.comeBack(otherBrowser, ownCallback)).toMatchObject({ status: 401, callback: { body: null } })
    expect(await counts(social.world)).toEqual(before)
    expect((await social.comeBack(ownBrowser, ownCallback)).status).toBe(200)
    expect((await social.comeBack(otherBrowser, otherCallback)).status, 'what was not theirs ended nothing').toBe(200)
  })

  test('is refused after ten minutes', async () => {
    const browser = visitor()
    const callback = await social.setOut(browser, name)
    const { clock } = social.world
    social.world.clock = () => new Date(Date.now() + 11 * 60_000)
    const { status } = await social.comeBack(browser, callback)
    social.world.clock = clock
    expect(status).toBe(401)
  })

  test('a modified cookie is refused', async () => {
    const browser = visitor()
    const callback = await social.setOut(browser, name)
    for (const [cookie, value] of browser.cookies) browser.cookies.set(cookie, modify(value))
    expect((await social.comeBack(browser, callback)).status).toBe(401)
  })
})

// Facebook has no PKCE: only the state ties a code to a browser.
test.each(['google', 'apple'] as const)(
  'a code of %s stolen from another flow is refused by the provider or by us',
  async (name) => {
    const [ownBrowser, otherBrowser] = [visitor(), visitor()]
    const ownCallback = await social.setOut(ownBrowser, name)
    const otherCallback = await social.setOut(otherBrowser, name)
    const code = otherCallback.form?.code ?? new URL(otherCallback.to).searchParams.get('code')!
    const to = new URL(ownCallback.to)
    if (!ownCallback.form) to.searchParams.set('code', code)
    const stolenCallback = {
      to: to.href,
      form: ownCallback.form && { ...ownCallback.form, code, id_token: otherCallback.form!.id_token! },
    }
    const { status, callback } = await social.comeBack(ownBrowser, stolenCallback)
    const answer = callback?.body ? await social.exchange(callback.body) : { status, body: FAILED }
    expect(answer).toMatchObject({ status: 401, body: FAILED })
  },
)

describe('get-token, social (docs/contract §3)', () => {
  test.each(PROVIDERS)('accepts a token of %s once, and only for that provider', async (name) => {
    const browser = visitor()
    const { callback } = await social.comeBack(browser, await social.setOut(browser, name))
    const other = name === 'google' ? 'facebook' : 'google'
    expect(await social.exchange({ ...callback?.body, provider: other })).toMatchObject({ status: 401, body: FAILED })
    const answers = await Promise.all(Array.from({ length: 10 }, () => social.exchange(callback?.body)))
    expect(answers.filter((answer) => answer.status === 200).length).toBe(name === 'facebook' ? 0 : 1)
    expect(await social.exchange(callback?.body)).toMatchObject({ status: 401, body: FAILED })
  })

  test.each([
    { provider: 'google' },
    { authToken: 'x' },
    { provider: 'google', authToken: '' },
    { provider: 'google', authToken: 7 },
    { provider: 'myspace', authToken: 'x' },
    { provider: '__proto__', authToken: 'x' },
    { provider: 7, authToken: 'x' },
    { provider: null },
    { provider: 'apple', authToken: 'x', code: 'y', appleUserData: { deep: [[[]]] } },
    { provider: 'google', authToken: 'x'.repeat(20_000) },
  ])('any failure gives the same response: %j', async (body) => {
    expect(await social.exchange(body)).toMatchObject({ status: 401, body: FAILED })
  })

  test('a valid token without a flow started here is refused', async () => {
    const { google, world } = social
    const before = await counts(world)
    const mintedToken = await mintToken(google)
    expect(await social.exchange({ provider: 'google', authToken: mintedToken })).toMatchObject({
      status: 401,
      body: FAILED,
    })
    expect(await counts(world)).toEqual(before)
  })

  test('Apple’s redirect URL must be ours, its code fresh and of the same person', async () => {
    const getBody = async () => {
      const browser = visitor()
      return (await social.comeBack(browser, await social.setOut(browser, 'apple'))).callback!.body!
    }
    const one = await getBody()
    const two = await getBody()
    const three = await getBody()
    const four = await getBody()
    social.apple.personOfCode = { ...social.apple.person, sub: randomUUID() }
    const bodyOfAnother = await getBody()
    social.apple.personOfCode = null
    const other = await getBody()
    const before = await counts(social.world)
    for (const body of [
      { ...one, appleRedirectUrl: 'https://elsewhere.test/callback' },
      { ...two, code: undefined },
      { ...three, code: 'made-up' },
      { ...four, code: other.code },
      bodyOfAnother,
    ])
      expect(await social.exchange(body)).toMatchObject({ status: 401, body: FAILED })
    expect(await counts(social.world)).toEqual(before)
  })

  test.each([{ is_valid: false }, { app_id: '999' }, { type: 'PAGE' }, { user_id: '999' }, { user_id: 7 }])(
    'Facebook’s token is accepted only for this app, type and person: %j',
    async (inspected) => {
      social.facebook.inspected = inspected
      const before = await counts(social.world)
      expect(await social.logIn('facebook')).toMatchObject({ status: 401, body: FAILED })
      expect(await counts(social.world)).toEqual(before)
    },
  )
})

test('an unavailable provider, or one with a broken response, gives the same sentence', async () => {
  const { google } = social
  for (const sign of [() => Promise.reject(new Error('away')), async () => 'x'.repeat(300_000)]) {
    google.sign = sign
    expect(await social.logIn('google')).toMatchObject({ status: 401, body: FAILED })
  }
  google.sign = signProperly
  expect((await social.logIn('google')).status).toBe(200)
})

/** A token that Google signed for our client, but for no flow of ours. */
async function mintToken(google: SocialWorld['google']): Promise<string> {
  let mintedToken = ''
  const { sign } = google
  google.sign = async (signing) => {
    mintedToken = await sign(signing)
    return 'withheld'
  }
  await social.logIn('google')
  google.sign = sign
  return mintedToken
}
