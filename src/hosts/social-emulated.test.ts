/**
 * The whole way against servers that others wrote, with the paths, pages and tokens of the real ones.
 * `emulate`'s Google proves client, secret, redirect address and PKCE, and that we read its tokens; its
 * Apple proves the form and the name that is told once. Neither forges, rotates or fails
 * (social-bent.test.ts), and its Apple takes any client secret (the strict double of social.test.ts).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { openIdentity } from '#platform/identity/open-identity.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { Double } from '../../tests/providers/double.ts'
import { type Back, choose, chooseAtApple, emulateApple, emulateGoogle } from '../../tests/providers/emulated.ts'
import { accountPerson, counts } from '../../tests/providers/people.ts'
import { openSocialWorld, SITE, type SocialWorld } from '../../tests/providers/social-world.ts'
import { type Visitor, visitor } from '../../tests/providers/visitor.ts'

const FAILED = { errorCode: 'SOCIAL_FAILED', message: 'Error Logging in. Please try again.' }

let social: SocialWorld
let google: Double
let apple: Double
beforeAll(async () => {
  google = await emulateGoogle(SITE, [
    { email: 'ana@gmail.com', name: 'Ana Ortiz' },
    { email: 'ben@gmail.com', name: 'Ben Okafor' },
    { email: 'unproved@gmail.com', name: 'Nobody Yet', email_verified: false },
    { email: 'cleo@school.test', name: 'Cleo Marsh', hd: 'school.test' },
    { email: 'dora@elsewhere.test', name: 'Dora Lind', hd: '' },
  ])
  apple = await emulateApple(SITE, [
    { email: 'eve@icloud.com', name: 'Eve Adeyemi' },
    { email: 'finn@icloud.com', name: 'Finn O’Hara', is_private_email: true },
    { email: 'gil@icloud.com', name: 'Gil Brandt' },
  ])
  social = await openSocialWorld()
  useProviders({})
})
afterAll(async () => {
  await social?.close()
  await google?.close()
  await apple?.close()
})

/** The real client code, at the addresses of `emulate`. */
function useProviders(googles: { clientSecret?: string }) {
  const { identity } = social.world.config
  social.world.identity = openIdentity({
    ...social.world.config,
    identity: {
      ...identity,
      google: { ...identity.google!, issuerUrl: google.url, ...googles },
      apple: { ...identity.apple!, baseUrl: apple.url },
    },
  })
}

/** Where our button leads. */
async function setOut(browser: Visitor, provider: ProviderName): Promise<string> {
  const start = await browser.get(`${social.base}/social/${provider}/start?from=/nina-reyes`)
  return start.headers.get('location')!
}

async function logIn(provider: 'google' | 'apple', email: string, bend: (address: URL) => void = () => {}) {
  const browser = visitor()
  const address = new URL(await setOut(browser, provider))
  bend(address)
  const pick = provider === 'google' ? choose : chooseAtApple
  return comeBack(browser, await pick(visitor(), address.href, email))
}

async function comeBack(browser: Visitor, back: Back) {
  const { status, arrival } = await social.comeBack(browser, back)
  if (!arrival?.body) return { status, body: { message: arrival?.message } }
  return social.exchange(arrival.body)
}

async function profileOf({ token }: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${social.base}/api/v1/user-profile`, { headers })).json()
}

describe('Google, as emulate plays it', () => {
  test('lets in whoever chose an account, and the second time it is the same person', async () => {
    const first = await logIn('google', 'ana@gmail.com')
    expect(first.status).toBe(200)
    const before = await counts(social.world)
    const second = await logIn('google', 'ana@gmail.com')
    expect(second.status).toBe(200)
    const [one, other] = [await profileOf(first.body), await profileOf(second.body)]
    expect(one).toMatchObject({ email: 'ana@gmail.com', name: 'Ana Ortiz', roles: ['learner'] })
    expect(other.user_id).toBe(one.user_id)
    expect(await counts(social.world)).toEqual({ ...before, sessions: before.sessions! + 1 })
    expect((await personByEmail(social.world.db, 'ana@gmail.com'))?.email_verified_at).not.toBeNull()
  })

  test('opens the account of a learner only for an address that it proved and answers for', async () => {
    for (const email of ['unproved@gmail.com', 'cleo@school.test', 'dora@elsewhere.test'])
      await accountPerson(social.world, email, ['learner'])
    const before = await counts(social.world)
    for (const email of ['unproved@gmail.com', 'dora@elsewhere.test'])
      expect(await logIn('google', email)).toMatchObject({ status: 401, body: FAILED })
    // The mailboxes are asked, and nothing else came of it.
    expect(await counts(social.world)).toEqual({ ...before, proofs: before.proofs! + 2 })
    const { status, body } = await logIn('google', 'cleo@school.test')
    expect(status).toBe(200)
    expect(await profileOf(body)).toMatchObject({ email: 'cleo@school.test', name: 'A Learner' })
  })

  test.each([
    ['a nonce', 'nonce', 'of-another-flow'],
    ['a state', 'state', 'of-another-flow'],
    ['a challenge', 'code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('a code that was given for %s of another flow lets nobody in', async (_what, name, value) => {
    const before = await counts(social.world)
    const { status, body } = await logIn('google', 'ben@gmail.com', (address) => address.searchParams.set(name, value))
    expect({ status, message: body.message }).toEqual({ status: 401, message: FAILED.message })
    expect(await counts(social.world)).toEqual(before)
  })

  test('a code is taken in the browser that set out, once', async () => {
    const browser = visitor()
    const back = await choose(visitor(), await setOut(browser, 'google'), 'ben@gmail.com')
    const cookies = new Map(browser.cookies)
    expect((await comeBack(visitor(), back)).status, 'in another browser').toBe(401)
    expect((await comeBack(browser, back)).status).toBe(200)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await comeBack(browser, back)).status, 'again').toBe(401)
  })

  test('our client, secret and redirect address are the ones it knows', async () => {
    const address = new URL(await setOut(visitor(), 'google'))
    for (const [name, value] of [
      ['client_id', 'another.apps.google.test'],
      ['redirect_uri', 'https://elsewhere.test/social/google/callback'],
    ] as const) {
      const bent = new URL(address)
      bent.searchParams.set(name, value)
      expect((await fetch(bent)).status).toBe(400)
    }
    useProviders({ clientSecret: 'a secret that was changed at Google' })
    expect((await logIn('google', 'ana@gmail.com')).status).toBe(401)
    useProviders({})
    expect((await logIn('google', 'ana@gmail.com')).status).toBe(200)
  })
})

describe('Apple, as emulate plays it', () => {
  test('tells the name once, in its form; it is kept, and the second time it is the same person', async () => {
    const first = await logIn('apple', 'eve@icloud.com')
    expect(first.status).toBe(200)
    const second = await logIn('apple', 'eve@icloud.com')
    const [one, other] = [await profileOf(first.body), await profileOf(second.body)]
    expect(one).toMatchObject({ email: 'eve@icloud.com', name: 'Eve Adeyemi' })
    expect(other).toEqual(one)
  })

  test('an address that it hides is the one that is kept', async () => {
    const { status, body } = await logIn('apple', 'finn@icloud.com')
    expect(status).toBe(200)
    const profile = await profileOf(body)
    expect(profile).toMatchObject({ name: 'Finn O’Hara' })
    expect(profile.email).toMatch(/@privaterelay\.appleid\.com$/)
    expect(await personByEmail(social.world.db, 'finn@icloud.com')).toBeUndefined()
  })

  test.each(['nonce', 'state'])('a form for a %s of another flow lets nobody in', async (name) => {
    const before = await counts(social.world)
    const { status, body } = await logIn('apple', 'gil@icloud.com', (address) =>
      address.searchParams.set(name, 'of-another-flow'),
    )
    expect({ status, message: body.message }).toEqual({ status: 401, message: FAILED.message })
    expect(await counts(social.world)).toEqual(before)
  })

  test('a form without its token, with a code that is used up, or of somebody else lets nobody in', async () => {
    const before = await counts(social.world)
    const form = async (email: string, bend: (form: Record<string, string>, address: string) => Promise<object>) => {
      const browser = visitor()
      const address = await setOut(browser, 'apple')
      const back = await chooseAtApple(visitor(), address, email)
      const bent = { ...back.form, ...(await bend(back.form!, address)) }
      return comeBack(browser, { to: back.to, form: bent })
    }
    const answers = [
      await form('gil@icloud.com', async () => ({ id_token: '' })),
      await form('gil@icloud.com', async ({ code = '' }, address) => {
        await visitor().post(new URL('/auth/token', address).href, { grant_type: 'authorization_code', code })
        return {}
      }),
      await form('gil@icloud.com', async (_form, address) => {
        const others = await chooseAtApple(visitor(), address, 'eve@icloud.com')
        return { code: others.form!.code }
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(3).fill([401, FAILED.message]))
    expect(await counts(social.world)).toEqual(before)
  })
})
