/** Google's page for choosing an account, as `emulate` plays it, in a real browser. src/people/accounts/social/social-emulated.test.ts proves the rest. */
import { expect } from 'vitest'
import type { Double } from '../../providers/double.ts'
import { emulateGoogle } from '../../providers/emulated.ts'
import { GOOGLE_CLIENT } from '../../providers/google.ts'
import { test } from '../../support/browser-test.ts'

let google: Double
test.override('serverSettings', () => ({
  GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
  GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
  GOOGLE_ISSUER_URL: google.url,
}))

test.beforeAll(async () => {
  google = await emulateGoogle(null, [
    { email: 'ana.ortiz@gmail.com', name: 'Ana Ortiz' },
    { email: 'ben.okafor@gmail.com', name: 'Ben Okafor', email_verified: false },
  ])
})
test.afterAll(async () => {
  await google?.close()
})

test('a chosen account logs in; an unproved account does not', async ({ server, browser, page }) => {
  // Console errors of our own pages only.
  browser.allowedFaults.push(new RegExp(`^(?!${server.url})`), /status of 401/)
  const choose = async (name: string) => {
    await page.goto('/social/google/start?from=/portal/settings')
    expect(page.url()).toMatch(google.url)
    await page.getByRole('button', { name }).click()
  }
  await choose('Ana Ortiz')
  await page.waitForURL(`${server.url}/portal/settings`)
  const identities = page.locator('section#identities')
  await identities.getByRole('button', { name: 'Remove Google' }).waitFor()
  expect(await identities.innerText()).toContain('ana.ortiz@gmail.com')
  expect(await page.getByLabel('Name').first().inputValue()).toBe('Ana Ortiz')

  await page.evaluate(() => localStorage.clear())
  await choose('Ben Okafor')
  await page.getByText('Error Logging in. Please try again.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})
