import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { signProperly } from '../../tests/providers/google.ts'
import { counts, familyOf } from '../../tests/providers/people.ts'
import { openSocialWorld, SITE, type SocialWorld } from '../../tests/providers/social-world.ts'
import { visitor } from '../../tests/providers/visitor.ts'

const PROVIDERS = ['google', 'apple', 'facebook'] as const
const FAILED = { errorCode: 'SOCIAL_FAILED', message: 'Error Logging in. Please try again.' }

let social: SocialWorld
beforeAll(async () => {
  social = await openSocialWorld()
})
afterAll(() => social.close())

let subject: string
let gmail: string
beforeEach(() => {
  subject = social.meet()
  gmail = `${subject}@gmail.com`
})

describe('a whole log-in, from the button to our tokens', () => {
  test.each(['google', 'apple'] as const)(
    'somebody new from %s gets both tokens and a proved account',
    async (name) => {
      const { status, body } = await social.logIn(name)
      expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['token', 'refresh_token'] })
      const person = await personByEmail(social.world.db, gmail)
      expect(person).toMatchObject({ name: 'Ana Ortiz', roles: ['learner'], password_hash: null })
      expect(person?.email_verified_at).not.toBeNull()
      expect(await personByEmail(social.world.db, 'forged@school.test')).toBeUndefined()
    },
  )

  test('the second time it is the same person, whatever address the provider tells by then', async () => {
    await social.logIn('google')
    social.google.person.email = `moved-${gmail}`
    expect((await social.logIn('google')).status).toBe(200)
    expect(await familyOf(social.world, 'google', subject)).toEqual([gmail])
    expect(await personByEmail(social.world.db, `moved-${gmail}`)).toBeUndefined()
  })

  test('twenty at once, all the first time, are one person', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => social.logIn('google')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(await familyOf(social.world, 'google', subject)).toEqual([gmail])
  })

  test('the way back is kept, and only within the site', async () => {
    for (const [from, kept] of [
      ['/nina-reyes?x=1', '/nina-reyes?x=1'],
      ['//elsewhere.test', '/portal'],
      ['/social/google/start', '/portal'],
    ] as const) {
      const browser = visitor()
      const { arrival } = await social.comeBack(browser, await social.setOut(browser, 'google', from))
      expect(arrival?.from).toBe(kept)
    }
  })

  test('whoever changes their mind at the provider goes back to where they were', async () => {
    const browser = visitor()
    const { to } = await social.setOut(browser, 'google', '/nina-reyes')
    const url = new URL(to)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    const { response } = await social.comeBack(browser, { to: url.href, form: null })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/nina-reyes'])
  })
})

describe('setting out', () => {
  test('no token, nonce or verifier is in an address; the cookie is short, HttpOnly and of this host', async () => {
    const start = await fetch(`${social.base}/social/google/start`, { redirect: 'manual' })
    const cookie = start.headers.get('set-cookie')
    expect(cookie).toMatch(/^__Host-social-google=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
    expect(start.headers.get('referrer-policy')).toBe('no-referrer')
    const asked = new URL(start.headers.get('location')!).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
  })

  test('Apple’s cookie goes along with a form from another site', async () => {
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
    'the redirect address is of PUBLIC_URL, whatever the request says: %j',
    async (headers) => {
      for (const name of PROVIDERS) {
        const start = await visitor().get(`${social.base}/social/${name}/start`, headers)
        const asked = new URL(start.headers.get('location')!).searchParams
        expect(asked.get('redirect_uri')).toBe(`${SITE}/social/${name}/callback`)
      }
    },
  )

  test('a provider that is not there is a page that is not there', async () => {
    for (const path of ['/social/myspace/start', '/social/constructor/start', '/social/myspace/callback?code=x'])
      expect((await fetch(social.base + path)).status).toBe(404)
  })
})

describe.each(PROVIDERS)('coming back from %s', (name) => {
  test('works once', async () => {
    const browser = visitor()
    const back = await social.setOut(browser, name)
    const cookies = new Map(browser.cookies)
    expect((await social.comeBack(browser, back)).status).toBe(200)
    for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
    expect(await social.comeBack(browser, back)).toMatchObject({ status: 401, arrival: { body: null } })
  })

  test('in another browser, or with another’s state, brings nothing, and uses nothing up', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    const [myBack, theirBack] = [await social.setOut(mine, name), await social.setOut(theirs, name)]
    const before = await counts(social.world)
    expect(await social.comeBack(visitor(), myBack)).toMatchObject({ status: 401, arrival: { body: null } })
    expect(await social.comeBack(theirs, myBack)).toMatchObject({ status: 401, arrival: { body: null } })
    expect(await counts(social.world)).toEqual(before)
    expect((await social.comeBack(mine, myBack)).status).toBe(200)
    expect((await social.comeBack(theirs, theirBack)).status, 'what was not theirs ended nothing').toBe(200)
  })

  test('after ten minutes is too late', async () => {
    const browser = visitor()
    const back = await social.setOut(browser, name)
    const { clock } = social.world
    social.world.clock = () => new Date(Date.now() + 11 * 60_000)
    const { status } = await social.comeBack(browser, back)
    social.world.clock = clock
    expect(status).toBe(401)
  })

  test('a touched cookie is nobody’s', async () => {
    const browser = visitor()
    const back = await social.setOut(browser, name)
    for (const [cookie, value] of browser.cookies) browser.cookies.set(cookie, `${value.slice(0, -2)}AA`)
    expect((await social.comeBack(browser, back)).status).toBe(401)
  })
})

// Facebook has no PKCE: there the state alone ties a code to a browser.
test.each(['google', 'apple'] as const)(
  'a code of %s that was stolen from another’s flow is refused by the provider or by us',
  async (name) => {
    const [mine, theirs] = [visitor(), visitor()]
    const [myBack, theirBack] = [await social.setOut(mine, name), await social.setOut(theirs, name)]
    const code = theirBack.form?.code ?? new URL(theirBack.to).searchParams.get('code')!
    const to = new URL(myBack.to)
    if (!myBack.form) to.searchParams.set('code', code)
    const stolen = { to: to.href, form: myBack.form && { ...myBack.form, code, id_token: theirBack.form!.id_token! } }
    const { status, arrival } = await social.comeBack(mine, stolen)
    const answer = arrival?.body ? await social.exchange(arrival.body) : { status, body: FAILED }
    expect(answer).toMatchObject({ status: 401, body: FAILED })
  },
)

describe('get-token, social (contract §3)', () => {
  test.each(PROVIDERS)('takes a token of %s once, and only as that provider’s', async (name) => {
    const browser = visitor()
    const { arrival } = await social.comeBack(browser, await social.setOut(browser, name))
    const other = name === 'google' ? 'facebook' : 'google'
    expect(await social.exchange({ ...arrival?.body, provider: other })).toMatchObject({ status: 401, body: FAILED })
    const answers = await Promise.all(Array.from({ length: 10 }, () => social.exchange(arrival?.body)))
    expect(answers.filter((answer) => answer.status === 200).length).toBe(name === 'facebook' ? 0 : 1)
    expect(await social.exchange(arrival?.body)).toMatchObject({ status: 401, body: FAILED })
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
  ])('any failure is one answer: %j', async (body) => {
    expect(await social.exchange(body)).toMatchObject({ status: 401, body: FAILED })
  })

  test('a good token that did not come back to a flow begun here is refused', async () => {
    const { google, world } = social
    const before = await counts(world)
    const minted = await mint(google)
    expect(await social.exchange({ provider: 'google', authToken: minted })).toMatchObject({
      status: 401,
      body: FAILED,
    })
    expect(await counts(world)).toEqual(before)
  })

  test('Apple’s redirect address must be ours, its code fresh, and of the same person', async () => {
    const bodies = async () => {
      const browser = visitor()
      return (await social.comeBack(browser, await social.setOut(browser, 'apple'))).arrival!.body!
    }
    const [one, two, three, four] = [await bodies(), await bodies(), await bodies(), await bodies()]
    social.apple.personOfCode = { ...social.apple.person, sub: randomUUID() }
    const ofAnother = await bodies()
    social.apple.personOfCode = null
    const other = await bodies()
    const before = await counts(social.world)
    for (const body of [
      { ...one, appleRedirectUrl: 'https://elsewhere.test/callback' },
      { ...two, code: undefined },
      { ...three, code: 'made-up' },
      { ...four, code: other.code },
      ofAnother,
    ])
      expect(await social.exchange(body)).toMatchObject({ status: 401, body: FAILED })
    expect(await counts(social.world)).toEqual(before)
  })

  test.each([{ is_valid: false }, { app_id: '999' }, { type: 'PAGE' }, { user_id: '999' }, { user_id: 7 }])(
    'Facebook’s token is believed only for this app, this kind and this person: %j',
    async (inspected) => {
      social.facebook.inspected = inspected
      const before = await counts(social.world)
      expect(await social.logIn('facebook')).toMatchObject({ status: 401, body: FAILED })
      expect(await counts(social.world)).toEqual(before)
    },
  )
})

test('a provider that is away, or answers with something else, is the same one sentence', async () => {
  const { google } = social
  for (const sign of [() => Promise.reject(new Error('away')), async () => 'x'.repeat(300_000)]) {
    google.sign = sign
    expect(await social.logIn('google')).toMatchObject({ status: 401, body: FAILED })
  }
  google.sign = signProperly
  expect((await social.logIn('google')).status).toBe(200)
})

/** A token that Google itself signs, for our client, but for no flow of ours. */
async function mint(google: SocialWorld['google']): Promise<string> {
  let minted = ''
  const { sign } = google
  google.sign = async (signing) => {
    minted = await sign(signing)
    return 'withheld'
  }
  await social.logIn('google')
  google.sign = sign
  return minted
}
