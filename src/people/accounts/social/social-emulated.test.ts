/**
 * The whole log-in against emulated servers with the paths, pages and tokens of the real ones. The Google of
 * `emulate` checks client, secret, redirect URL and PKCE. Its Apple sends the form and the name once, but accepts any
 * client secret (social.test.ts checks that). Forgery, rotation and failures are in social-faulty-provider.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createIdentityProviders } from '#platform/identity/identity-providers.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { Double } from '../../../../tests/providers/double.ts'
import { type Back, choose, chooseAtApple, emulateApple, emulateGoogle } from '../../../../tests/providers/emulated.ts'
import { accountPerson, counts } from '../../../../tests/providers/people.ts'
import { type Visitor, visitor } from '../../../../tests/providers/visitor.ts'
import { createSocialWorld, SITE, type SocialWorld } from '../../../../tests/world/social-world.ts'

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
  social = await createSocialWorld()
  useProviders({})
})
afterAll(async () => {
  await social?.close()
  await google?.close()
  await apple?.close()
})

/** Points the real client code at the emulated servers. */
function useProviders(googleOverrides: { clientSecret?: string }) {
  const { identity } = social.world.config
  social.world.identity = createIdentityProviders({
    ...social.world.config,
    identity: {
      ...identity,
      google: { ...identity.google!, issuerUrl: google.url, ...googleOverrides },
      apple: { ...identity.apple!, baseUrl: apple.url },
    },
  })
}

/** Returns the URL that our button leads to. */
async function startLogIn(browser: Visitor, provider: ProviderName): Promise<string> {
  const start = await browser.get(`${social.base}/social/${provider}/start?from=/nina-reyes`)
  return start.headers.get('location')!
}

async function logIn(provider: 'google' | 'apple', email: string, modify: (address: URL) => void = () => {}) {
  const browser = visitor()
  const address = new URL(await startLogIn(browser, provider))
  modify(address)
  const pick = provider === 'google' ? choose : chooseAtApple
  return finishLogIn(browser, await pick(visitor(), address.href, email))
}

async function finishLogIn(browser: Visitor, back: Back) {
  const { status, callback } = await social.comeBack(browser, back)
  if (!callback?.body) return { status, body: { message: callback?.message } }
  return social.exchange(callback.body)
}

async function getProfile({ token }: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${social.base}/api/v1/user-profile`, { headers })).json()
}

describe('Google, emulated', () => {
  test('logs in the chosen account, and the second time it is the same person', async () => {
    const first = await logIn('google', 'ana@gmail.com')
    expect(first.status).toBe(200)
    const before = await counts(social.world)
    const second = await logIn('google', 'ana@gmail.com')
    expect(second.status).toBe(200)
    const firstProfile = await getProfile(first.body)
    const secondProfile = await getProfile(second.body)
    expect(firstProfile).toMatchObject({ email: 'ana@gmail.com', name: 'Ana Ortiz', roles: ['learner'] })
    expect(secondProfile.user_id).toBe(firstProfile.user_id)
    expect(await counts(social.world)).toEqual({ ...before, sessions: before.sessions! + 1 })
    expect((await personByEmail(social.world.db, 'ana@gmail.com'))?.email_verified_at).not.toBeNull()
  })

  test('opens a learner’s account only for a verified address that Google is responsible for', async () => {
    for (const email of ['unproved@gmail.com', 'cleo@school.test', 'dora@elsewhere.test'])
      await accountPerson(social.world, email, ['learner'])
    const before = await counts(social.world)
    for (const email of ['unproved@gmail.com', 'dora@elsewhere.test'])
      expect(await logIn('google', email)).toMatchObject({ status: 401, body: FAILED })
    // Only confirmation e-mails were created.
    expect(await counts(social.world)).toEqual({ ...before, proofs: before.proofs! + 2 })
    const { status, body } = await logIn('google', 'cleo@school.test')
    expect(status).toBe(200)
    expect(await getProfile(body)).toMatchObject({ email: 'cleo@school.test', name: 'A Learner' })
  })

  test.each([
    ['a nonce', 'nonce', 'of-another-flow'],
    ['a state', 'state', 'of-another-flow'],
    ['a challenge', 'code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('a code issued for %s of another flow is refused', async (_what, name, value) => {
    const before = await counts(social.world)
    const { status, body } = await logIn('google', 'ben@gmail.com', (address) => address.searchParams.set(name, value))
    expect({ status, message: body.message }).toEqual({ status: 401, message: FAILED.message })
    expect(await counts(social.world)).toEqual(before)
  })

  test('a code is accepted once, in the browser that started the flow', async () => {
    const browser = visitor()
    const callback = await choose(visitor(), await startLogIn(browser, 'google'), 'ben@gmail.com')
    const cookies = new Map(browser.cookies)
    expect((await finishLogIn(visitor(), callback)).status, 'in another browser').toBe(401)
    expect((await finishLogIn(browser, callback)).status).toBe(200)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await finishLogIn(browser, callback)).status, 'again').toBe(401)
  })

  test('Google knows our client, secret and redirect URL', async () => {
    const address = new URL(await startLogIn(visitor(), 'google'))
    for (const [name, value] of [
      ['client_id', 'another.apps.google.test'],
      ['redirect_uri', 'https://elsewhere.test/social/google/callback'],
    ] as const) {
      const modified = new URL(address)
      modified.searchParams.set(name, value)
      expect((await fetch(modified)).status).toBe(400)
    }
    useProviders({ clientSecret: 'a secret that was changed at Google' })
    expect((await logIn('google', 'ana@gmail.com')).status).toBe(401)
    useProviders({})
    expect((await logIn('google', 'ana@gmail.com')).status).toBe(200)
  })
})

describe('Apple, emulated', () => {
  test('sends the name once, in its form; we store it, and the second time it is the same person', async () => {
    const first = await logIn('apple', 'eve@icloud.com')
    expect(first.status).toBe(200)
    const second = await logIn('apple', 'eve@icloud.com')
    const firstProfile = await getProfile(first.body)
    const secondProfile = await getProfile(second.body)
    expect(firstProfile).toMatchObject({ email: 'eve@icloud.com', name: 'Eve Adeyemi' })
    expect(secondProfile).toEqual(firstProfile)
  })

  test('stores the relay address when Apple hides the real one', async () => {
    const { status, body } = await logIn('apple', 'finn@icloud.com')
    expect(status).toBe(200)
    const profile = await getProfile(body)
    expect(profile).toMatchObject({ name: 'Finn O’Hara' })
    expect(profile.email).toMatch(/@privaterelay\.appleid\.com$/)
    expect(await personByEmail(social.world.db, 'finn@icloud.com')).toBeUndefined()
  })

  test.each(['nonce', 'state'])('a form for a %s of another flow is refused', async (name) => {
    const before = await counts(social.world)
    const { status, body } = await logIn('apple', 'gil@icloud.com', (address) =>
      address.searchParams.set(name, 'of-another-flow'),
    )
    expect({ status, message: body.message }).toEqual({ status: 401, message: FAILED.message })
    expect(await counts(social.world)).toEqual(before)
  })

  test('a form without its token, with a used code or with another person’s code is refused', async () => {
    const before = await counts(social.world)
    const form = async (email: string, modify: (form: Record<string, string>, address: string) => Promise<object>) => {
      const browser = visitor()
      const address = await startLogIn(browser, 'apple')
      const callback = await chooseAtApple(visitor(), address, email)
      const modified = { ...callback.form, ...(await modify(callback.form!, address)) }
      return finishLogIn(browser, { to: callback.to, form: modified })
    }
    const answers = [
      await form('gil@icloud.com', async () => ({ id_token: '' })),
      await form('gil@icloud.com', async ({ code = '' }, address) => {
        await visitor().post(new URL('/auth/token', address).href, { grant_type: 'authorization_code', code })
        return {}
      }),
      await form('gil@icloud.com', async (_form, address) => {
        const otherCallback = await chooseAtApple(visitor(), address, 'eve@icloud.com')
        return { code: otherCallback.form!.code }
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(3).fill([401, FAILED.message]))
    expect(await counts(social.world)).toEqual(before)
  })
})
