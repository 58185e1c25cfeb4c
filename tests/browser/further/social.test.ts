import { expect } from 'vitest'
import { APPLE_CLIENT, type AppleDouble, startAppleDouble } from '../../providers/apple.ts'
import { FACEBOOK_APP, type FacebookDouble, startFacebookDouble } from '../../providers/facebook.ts'
import { GOOGLE_CLIENT } from '../../providers/google.ts'
import { type OpenIdDouble, startOpenIdProvider } from '../../providers/open-id.ts'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

let google: OpenIdDouble
let apple: AppleDouble
let facebook: FacebookDouble
test.override('serverSettings', () => ({
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
}))

test.beforeAll(async () => {
  google = await startOpenIdProvider()
  apple = await startAppleDouble()
  facebook = await startFacebookDouble()
})
test.afterAll(async () => {
  await google?.close()
  await apple?.close()
  await facebook?.close()
})

/** Console errors of our own pages only. */
test.beforeEach(({ server, browser }) => {
  browser.allowedFaults.push(new RegExp(`^(?!${server.url})`))
})

test('a provider that is redirected shows the message of docs/specification.md §8 and other ways to log in', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 401/)
  await page.goto('/social/google/start?from=/nina-reyes')
  await page.getByText('Error Logging in. Please try again.').waitFor()
  const again = page.getByRole('link', { name: 'Continue with Google' })
  expect(await again.getAttribute('href')).toBe('/social/google/start?from=%2Fnina-reyes')
  expect(await page.locator('meta[name="social-log-in"]').getAttribute('content')).toBe('google,apple,facebook')
})

test('a log-in through the provider’s form returns to the previous page', async ({ server, page }) => {
  google.admit(`${server.url}/social/google/callback`)
  const seen: string[] = []
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto('/social/google/start?from=/nina-reyes')
  await page.locator('[name="login"]').fill('ana')
  await page.locator('[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL(`${server.url}/nina-reyes`)
  const tokens = await page.evaluate(() => [
    localStorage.getItem('access_token'),
    localStorage.getItem('refresh_token'),
  ])
  expect(tokens.every((token) => token !== null)).toBe(true)
  expect(await page.evaluate(() => sessionStorage.getItem('logged_in_this_session'))).toBe('true')
  for (const token of tokens) expect(seen.some((line) => line.includes(token!))).toBe(false)
  const ownLines = seen.filter((line) => line.startsWith(server.url))
  const later = ownLines.slice(ownLines.findIndex((line) => line.includes('/callback?')) + 1)
  expect(later.filter((line) => line.includes('code='))).toEqual([])

  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('Apple’s form from another site is accepted', async ({ page }) => {
  apple.person = { sub: 'apple-1', email: 'cleo@privaterelay.appleid.com', email_verified: 'true' }
  apple.user = { name: { firstName: 'Cleo', lastName: 'Marsh' } }
  await page.goto('/social/apple/start?from=/portal')
  await page.locator('form').evaluate((form) => (form as HTMLFormElement).submit())
  await page.waitForURL('**/portal')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
})

test('Facebook verifies no address: an e-mail does, in the same browser, and then Facebook logs in', async ({
  server,
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 401/)
  facebook.me = { id: 'fb-1', name: 'Ben Okafor', email: 'ben.okafor@understudy.test' }
  await page.goto('/social/facebook/start')
  await page.getByText('Error Logging in. Please try again.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Continue with Facebook' }).waitFor()

  const link = linkIn(await newestMail(server.url, 'ben.okafor@understudy.test', /confirm-log-in/), 'confirm-log-in')
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, log me in' }).click()
  await page.waitForURL('**/portal')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/social/facebook/start?from=/portal')
  await page.waitForURL('**/portal')
  await page.waitForFunction(() => localStorage.getItem('access_token') !== null)
  // The refusal on the way is meant, and a browser says so.
})

test('a linked log-in stays after a new password, whose page says so; its owner sees and removes it', async ({
  server,
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 40[19]/)
  const email = 'dora.lind@understudy.test'
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  facebook.me = { id: 'fb-2', name: 'Dora Lind', email }
  await page.goto('/social/facebook/start')
  await page.getByText('Error Logging in. Please try again.').waitFor()
  await page.goto(linkIn(await newestMail(server.url, email, /confirm-log-in/), 'confirm-log-in'))
  await press('Yes, log me in')
  await page.waitForURL('**/portal')
  await page.goto('/portal/settings')
  await press('Remove Facebook')
  await press('Remove it')
  await page.getByText('This is your only way to log in.').waitFor()

  await fetch(`${server.url}/api/v1/forget-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await page.goto(linkIn(await newestMail(server.url, email, /reset-password/), 'reset-password'))
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press('Save and log in')
  await page.getByText('You can still log in with').waitFor()
  expect(await page.locator('main li').allInnerTexts()).toEqual(['Facebook'])
  await page.getByRole('link', { name: 'Remove it in your settings' }).click()
  await press('Remove Facebook')
  await page.locator('section#identities [name="password"]').fill('twelve other lanterns')
  await press('Remove it')
  await page.getByText('Facebook can’t log you in any more.').waitFor()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/social/facebook/start')
  await page.getByText('Error Logging in. Please try again.').waitFor()
})
