import { afterAll, beforeAll, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createIdentityProviders } from '#platform/identity/identity-providers.ts'
import { type OpenIdDouble, startOpenIdProvider } from '../../../../tests/providers/open-id.ts'
import { type Visitor, visitor } from '../../../../tests/providers/visitor.ts'
import { createSocialWorld, SITE, type SocialWorld } from '../../../../tests/world/social-world.ts'

let social: SocialWorld
let provider: OpenIdDouble
beforeAll(async () => {
  provider = await startOpenIdProvider()
  provider.admit(`${SITE}/social/google/callback`)
  social = await createSocialWorld()
  const { identity } = social.world.config
  const google = { ...identity.google!, issuerUrl: provider.url }
  social.world.identity = createIdentityProviders({ ...social.world.config, identity: { ...identity, google } })
})
afterAll(async () => {
  await social.close()
  await provider.close()
})

test('log-in through another provider’s form and consent page ends with our tokens and the profile', async () => {
  const [browser, providerBrowser] = [visitor(), visitor()]
  const start = await browser.get(`${social.base}/social/google/start?from=/nina-reyes`)
  const callbackUrl = await submitForms(providerBrowser, start.headers.get('location')!)
  expect(callbackUrl).toMatch(`${SITE}/social/google/callback?`)

  const { callback } = await social.comeBack(browser, { to: callbackUrl, form: null })
  expect(callback).toMatchObject({ from: '/nina-reyes', body: { provider: 'google' } })
  const { status, body } = await social.exchange(callback?.body)
  expect(status).toBe(200)
  const profile = await fetch(`${social.base}/api/v1/user-profile`, {
    headers: { authorization: `Bearer ${body.token}` },
  })
  expect(await profile.json()).toMatchObject({ email: 'ana@gmail.com', name: 'Ana Ortiz', roles: ['learner'] })
  expect((await personByEmail(social.world.db, 'ana@gmail.com'))?.email_verified_at).not.toBeNull()
})

/** Submits each form of the provider until it redirects to the site. */
async function submitForms(browser: Visitor, address: string): Promise<string> {
  let response = await browser.get(address)
  for (let hops = 0; hops < 12; hops++) {
    const to = response.headers.get('location')
    if (to?.startsWith(SITE)) return to
    if (to) {
      response = await browser.get(new URL(to, provider.url).href)
      continue
    }
    const html = await response.text()
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(html) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(html) ?? []
    response = await browser.post(new URL(action, provider.url).href, { prompt, login: 'ana', password: 'any' })
  }
  throw new Error('the provider did not send the browser back')
}
