import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { linkIn, newestMail } from '../mailbox.ts'
import { APPLE_CLIENT, type AppleDouble, openAppleDouble } from '../providers/apple.ts'
import { FACEBOOK_APP, type FacebookDouble, openFacebookDouble } from '../providers/facebook.ts'
import { GOOGLE_CLIENT } from '../providers/google.ts'
import { type OpenIdDouble, openOpenIdProvider } from '../providers/open-id.ts'
import { type RunningServer, startServer } from '../server.ts'

let google: OpenIdDouble
let apple: AppleDouble
let facebook: FacebookDouble
let server: RunningServer
beforeAll(async () => {
  google = await openOpenIdProvider()
  apple = await openAppleDouble()
  facebook = await openFacebookDouble()
  server = await startServer({
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GOOGLE_ISSUER_URL: google.url,
    APPLE_CLIENT_ID: APPLE_CLIENT.id,
    APPLE_TEAM_ID: APPLE_CLIENT.team,
    APPLE_KEY_ID: APPLE_CLIENT.key,
    APPLE_PRIVATE_KEY: apple.privateKeyPem,
    APPLE_BASE_URL: apple.url,
    FACEBOOK_APP_ID: FACEBOOK_APP.id,
    FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_GRAPH_URL: facebook.url,
    FACEBOOK_DIALOG_URL: `${facebook.url}/dialog/oauth`,
  })
}, 180_000)
afterAll(async () => {
  await server?.dispose()
  await google?.close()
  await apple?.close()
  await facebook?.close()
})

let browser: Journey
beforeEach(async () => {
  browser = await openBrowser()
  return () => browser.close()
})

test('a provider that is away is told in the specification’s words, beside other ways in; one that is none is not found', async () => {
  const { page } = browser
  const away = await page.goto(`${server.url}/social/google/start?from=/nina-reyes`)
  expect(away?.status()).toBe(401)
  await page.getByText('Error Logging in. Please try again.').waitFor()
  const again = page.getByRole('link', { name: 'Continue with Google' })
  expect(await again.getAttribute('href')).toBe('/social/google/start?from=%2Fnina-reyes')
  expect(await page.locator('meta[name="social-log-in"]').getAttribute('content')).toBe('google,apple,facebook')

  const none = await page.goto(`${server.url}/social/myspace/start`)
  expect(none?.status()).toBe(404)
  expect(ofOurs().filter((fault) => !/status of 40[14]/.test(fault))).toEqual([])
})

test('through the provider’s own form and back to the page one came from, logged in', async () => {
  const { page } = browser
  google.admit(`${server.url}/social/google/callback`)
  const seen: string[] = []
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto(`${server.url}/social/google/start?from=/nina-reyes`)
  await page.locator('[name="login"]').fill('ana')
  await page.locator('[name="password"]').fill('any')
  await page.getByRole('button').click()
  await page.getByRole('button').click()

  await page.waitForURL(`${server.url}/nina-reyes`)
  const kept = await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])
  expect(kept.every((token) => token !== null)).toBe(true)
  expect(await page.evaluate(() => sessionStorage.getItem('logged_in_this_session'))).toBe('true')
  for (const token of kept) expect(seen.some((line) => line.includes(token!))).toBe(false)
  const ours = seen.filter((line) => line.startsWith(server.url))
  const later = ours.slice(ours.findIndex((line) => line.includes('/callback?')) + 1)
  expect(later.filter((line) => line.includes('code='))).toEqual([])
  expect(ofOurs()).toEqual([])

  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('Apple’s form comes from another site, and is taken', async () => {
  const { page } = browser
  apple.person = { sub: 'apple-1', email: 'cleo@privaterelay.appleid.com', email_verified: 'true' }
  apple.user = { name: { firstName: 'Cleo', lastName: 'Marsh' } }
  await page.goto(`${server.url}/social/apple/start?from=/portal`)
  await page.locator('form').evaluate((form) => (form as HTMLFormElement).submit())
  await page.waitForURL('**/portal')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
  expect(ofOurs()).toEqual([])
})

test('Facebook vouches for no address: a mail does, in the browser that asked, and then Facebook lets in', async () => {
  const { page } = browser
  facebook.me = { id: 'fb-1', name: 'Ben Okafor', email: 'ben.okafor@understudy.test' }
  await page.goto(`${server.url}/social/facebook/start`)
  await page.getByText('Error Logging in. Please try again.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Continue with Facebook' }).waitFor()

  const link = await mailedLink('ben.okafor@understudy.test')
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, log me in' }).click()
  await page.waitForURL('**/portal')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/social/facebook/start?from=/portal`)
  await page.waitForURL('**/portal')
  await page.waitForFunction(() => localStorage.getItem('access_token') !== null)
  // The refusal on the way is meant, and a browser says so.
  expect(ofOurs().filter((fault) => !fault.includes('401'))).toEqual([])
})

test('a joined log-in stays over a new password, which says so; its owner sees it and removes it', async () => {
  const { page } = browser
  const email = 'dora.lind@understudy.test'
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  facebook.me = { id: 'fb-2', name: 'Dora Lind', email }
  await page.goto(`${server.url}/social/facebook/start`)
  await page.getByText('Error Logging in. Please try again.').waitFor()
  await page.goto(await mailedLink(email))
  await press('Yes, log me in')
  await page.waitForURL('**/portal')
  await page.goto(`${server.url}/portal/settings`)
  await press('Remove Facebook')
  await press('Remove it')
  await page.getByText('This is your only way in.').waitFor()

  await fetch(`${server.url}/api/v1/forget-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await page.goto(linkIn(await newestMail(server.url, email, /reset-password/), 'reset-password'))
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press('Save and log in')
  await page.getByText('These let you in as before').waitFor()
  expect(await page.locator('main li').allInnerTexts()).toEqual(['Facebook'])
  await page.getByRole('link', { name: 'Remove it in your settings' }).click()
  await press('Remove Facebook')
  await page.locator('section#identities [name="password"]').fill('twelve other lanterns')
  await press('Remove it')
  await page.getByText('Facebook lets you in no longer.').waitFor()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/social/facebook/start`)
  await page.getByText('Error Logging in. Please try again.').waitFor()
  expect(ofOurs().filter((fault) => !/status of 40[19]/.test(fault))).toEqual([])
})

/** What the pages of the provider complain about is theirs. */
function ofOurs(): string[] {
  return browser.faults.filter((fault) => fault.startsWith(server.url))
}

async function mailedLink(to: string): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    const text = await (await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(to)}`)).text()
    const [link] = /http:\/\/localhost:\d+\/confirm-log-in#token=[\w-]{43}/.exec(text) ?? []
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('no mail came')
}
