import { afterAll, beforeAll, expect, test } from 'vitest'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { openIdentity } from '#platform/identity/open-identity.ts'
import { type OpenIdDouble, openOpenIdProvider } from '../../tests/providers/open-id.ts'
import { openSocialWorld, SITE, type SocialWorld } from '../../tests/providers/social-world.ts'
import { type Visitor, visitor } from '../../tests/providers/visitor.ts'

let social: SocialWorld
let provider: OpenIdDouble
beforeAll(async () => {
  provider = await openOpenIdProvider()
  provider.admit(`${SITE}/social/google/callback`)
  social = await openSocialWorld()
  const { identity } = social.world.config
  const google = { ...identity.google!, issuerUrl: provider.url }
  social.world.identity = openIdentity({ ...social.world.config, identity: { ...identity, google } })
})
afterAll(async () => {
  await social.close()
  await provider.close()
})

test('by the form and the consent of a provider that is not ours, to our tokens and to the profile', async () => {
  const [browser, there] = [visitor(), visitor()]
  const start = await browser.get(`${social.base}/social/google/start?from=/nina-reyes`)
  const back = await throughForms(there, start.headers.get('location')!)
  expect(back).toMatch(`${SITE}/social/google/callback?`)

  const { arrival } = await social.comeBack(browser, { to: back, form: null })
  expect(arrival).toMatchObject({ from: '/nina-reyes', body: { provider: 'google' } })
  const { status, body } = await social.exchange(arrival?.body)
  expect(status).toBe(200)
  const profile = await fetch(`${social.base}/api/v1/user-profile`, {
    headers: { authorization: `Bearer ${body.token}` },
  })
  expect(await profile.json()).toMatchObject({ email: 'ana@gmail.com', name: 'Ana Ortiz', roles: ['learner'] })
  expect((await personByEmail(social.world.db, 'ana@gmail.com'))?.email_verified_at).not.toBeNull()
})

/** Fills in each form of the provider until it sends the browser back to the site. */
async function throughForms(browser: Visitor, address: string): Promise<string> {
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
