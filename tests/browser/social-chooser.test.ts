/** Google's page for choosing an account, as `emulate` plays it, in a real browser. What it proves besides: src/hosts/social-emulated.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import type { Double } from '../providers/double.ts'
import { emulateGoogle } from '../providers/emulated.ts'
import { GOOGLE_CLIENT } from '../providers/google.ts'
import { type RunningServer, startServer } from '../server.ts'

let google: Double
let server: RunningServer
let browser: Journey
beforeAll(async () => {
  google = await emulateGoogle(null, [
    { email: 'ana.ortiz@gmail.com', name: 'Ana Ortiz' },
    { email: 'ben.okafor@gmail.com', name: 'Ben Okafor', email_verified: false },
  ])
  server = await startServer({
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GOOGLE_ISSUER_URL: google.url,
  })
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  await google?.close()
})

test('an account that is chosen there comes in, and comes in as the same person again; one not proved stays out', async () => {
  const { page } = browser
  const choose = async (name: string) => {
    await page.evaluate(() => localStorage.clear()).catch(() => {})
    await page.goto(`${server.url}/social/google/start?from=/portal/settings`)
    expect(page.url()).toMatch(google.url)
    await page.getByRole('button', { name }).click()
  }

  const since: string[] = []
  for (let times = 0; times < 2; times++) {
    await choose('Ana Ortiz')
    await page.waitForURL(`${server.url}/portal/settings`)
    const identities = page.locator('section#identities')
    await identities.getByRole('button', { name: 'Remove Google' }).waitFor()
    expect(await identities.innerText()).toContain('ana.ortiz@gmail.com')
    expect(await page.getByLabel('Name').first().inputValue()).toBe('Ana Ortiz')
    since.push(await profileId())
  }
  expect(since[1]).toBe(since[0])

  await choose('Ben Okafor')
  await page.getByText('Error Logging in. Please try again.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  const ours = browser.faults.filter((fault) => fault.startsWith(server.url))
  expect(ours.filter((fault) => !fault.includes('status of 401'))).toEqual([])
})

async function profileId(): Promise<string> {
  const token = await browser.page.evaluate(() => localStorage.getItem('access_token'))
  const headers = { authorization: `Bearer ${token}` }
  const profile = await (await fetch(`${server.url}/api/v1/user-profile`, { headers })).json()
  return profile.user_id
}
