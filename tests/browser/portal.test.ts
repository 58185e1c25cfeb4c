import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

const PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'
const ADMIN = 'admin@understudy.test'

let server: RunningServer
let browser: Journey
let page: Page
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  page = browser.page
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})
/** Everybody begins as a stranger. */
beforeEach(async () => {
  await page.goto(server.url)
  await page.evaluate(() => localStorage.clear())
  browser.faults.length = 0
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const storedKeys = () => page.evaluate(() => Object.keys(localStorage).sort())
const isOpen = (name: string) => page.getByRole('heading', { name }).first().waitFor()

async function logIn(path: string, email: string, button: string): Promise<void> {
  await page.goto(server.url + path)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await press(button)
}
const logInAsAdmin = (from: string) => logIn(`/login?from=${encodeURIComponent(from)}`, ADMIN, 'Log in as admin')

test('an admin logs in and goes back where they came from, to the portal from anywhere else, and leaves by /login', async () => {
  await logInAsAdmin('/nina-reyes?promo=WELCOME10')
  await page.waitForURL(`${server.url}/nina-reyes?promo=WELCOME10`)
  expect(await storedKeys()).toEqual(['admin_access_token', 'admin_refresh_token'])

  for (const evil of ['//evil.test/', 'https://evil.test/', '/\\evil.test', '/\t/evil.test', 'javascript:alert(1)']) {
    await logInAsAdmin(evil)
    await page.waitForURL(`${server.url}/portal`)
    await isOpen('Good to see you, Addy')
  }
  await press('Log out')
  await page.waitForURL(`${server.url}/login`)
  expect(await storedKeys()).toEqual([])
  expect(browser.faults).toEqual([])

  await logIn('/login', LEARNER, 'Log in as admin')
  await page.getByText('Incorrect email or password.').waitFor()
  expect(await storedKeys()).toEqual([])
})

test('someone with both sessions switches between them, and leaving one keeps the other', async () => {
  await logIn('/portal', LEARNER, 'Log in')
  await isOpen('My courses')
  await logInAsAdmin('/portal')
  await isOpen('Good to see you, Addy')
  await page.getByRole('link', { name: 'My courses' }).first().click()
  await isOpen('My courses')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await isOpen('Settings')
  expect(await page.locator('main [name="address"]').inputValue()).toBe(LEARNER)
  await press('Log out')
  await isOpen('Good to see you, Addy')
  expect(await storedKeys()).toEqual(['admin_access_token', 'admin_refresh_token'])
  expect(browser.faults).toEqual([])
})

test('settings: what is typed is checked at its field, kept, and saved', async () => {
  await logIn('/portal', LEARNER, 'Log in')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.locator('main #name').fill('')
  await page.locator('main [name="phoneNumber"]').fill('0917 123')
  await page.locator('main [name="countryCode"]').selectOption({ label: 'Philippines' })
  await page.locator('main [name="timezoneId"]').selectOption('Asia/Tokyo')
  await press('Save')
  await page.getByText('Name is required').waitFor()
  await page.locator('main #name').fill('Lena Learner')
  await press('Save')
  await page.getByText('Please check the format of the phone number').waitFor()
  await page.locator('main [name="phoneNumber"]').fill('0917 123 4567')
  await press('Save')
  await page.getByText('Saved.').waitFor()
  await page.reload()
  const value = (name: string) => page.locator(`main #${name}`).inputValue()
  expect([
    await value('name'),
    await value('phoneNumber'),
    await value('countryCode'),
    await value('timezoneId'),
  ]).toEqual(['Lena Learner', '+639171234567', 'PH', 'Asia/Tokyo'])

  const download = page.waitForEvent('download')
  await press('Download my data')
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toHaveProperty('profile')

  await page.locator('main [name="currentPassword"]').fill('not it')
  await page.locator('main #new-password').fill('twelve other lanterns')
  await press('Change the password')
  await page.getByText('This is not your password').waitFor()

  await page.getByText('I want to delete my account').click()
  await page.locator('#delete-email').fill('somebody@understudy.test')
  await page.locator('#delete-password').fill(PASSWORD)
  await press('Delete my account for good')
  await page.getByText('This is not the address of your account').waitFor()
  browser.faults.length = 0
})

test('a device is logged out from another, and knows it at its next step', async () => {
  const phone = await openBrowser({ width: 360 })
  await phone.page.goto(`${server.url}/portal`)
  await phone.page.locator('main [name="email"]').fill(LEARNER)
  await phone.page.locator('main [name="password"]').fill(PASSWORD)
  await phone.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await phone.page.getByRole('heading', { name: 'My courses' }).waitFor()

  await logIn('/portal/settings', LEARNER, 'Log in')
  await isOpen('Devices')
  await press('Log out all others')
  await page.getByText('Every other device is logged out.').waitFor()
  expect(await page.locator('#devices li').count()).toBe(1)

  await phone.page.reload()
  await phone.page.getByText('You were logged out. Log in again to go on.').waitFor()
  expect(await phone.page.evaluate(() => localStorage.length)).toBe(0)
  await phone.close()
})

test('a token that ran out is renewed unseen, once for five tabs that meet it at the same moment', async () => {
  await logIn('/portal/settings', LEARNER, 'Log in')
  await isOpen('Devices')
  const tabs = [page, ...(await Promise.all([1, 2, 3, 4].map(() => browser.context.newPage())))]
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(`${server.url}/portal/settings`)
      await tab.getByRole('heading', { name: 'Devices' }).waitFor()
    }),
  )
  let renewals = 0
  browser.context.on('request', (request) => {
    if (request.url().endsWith('/get-token')) renewals += 1
  })
  await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.now'))
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Save', exact: true }).click()))
  await Promise.all(tabs.map((tab) => tab.getByText('Saved.').waitFor()))
  expect(renewals).toBe(1)
  await Promise.all(tabs.slice(1).map((tab) => tab.close()))
})

test('who was logged out while typing logs in over the page, and what was typed is still there', async () => {
  await logIn('/portal/settings', LEARNER, 'Log in')
  await isOpen('Devices')
  await page.locator('main #name').fill('Lena Learner-Cruz')
  await page.evaluate(() => localStorage.clear())
  await press('Save')
  const dialog = page.locator('dialog#log-in')
  await dialog.waitFor({ state: 'visible' })
  await dialog.locator('[name="email"]').fill(LEARNER)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.locator('main #name').inputValue()).toBe('Lena Learner-Cruz')
  await press('Save')
  await page.getByText('Saved.').waitFor()
})
