import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'

const PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'
const ADMIN = 'admin@understudy.test'

/** Everybody begins as a stranger. */
test.beforeEach(async ({ browser, page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  browser.faults.length = 0
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const isOpen = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor()

async function logIn(page: Page, path: string, email: string, button: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await press(page, button)
}
const logInAsAdmin = (page: Page, from: string) =>
  logIn(page, `/login?from=${encodeURIComponent(from)}`, ADMIN, 'Log in as admin')

test('the link that the command for the first admin prints sets the password and logs in as an admin', async ({
  server,
  page,
}) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/u.ts', 'admin', 'first.admin@understudy.test', 'Ada'],
    {
      env: { ...process.env, NODE_ENV: '', MODE: 'demo', DATA_DIR: server.dataDir, PORT: new URL(server.url).port },
    },
  )
  const link = new URL(/https?:\S+#token=\S+/.exec(stdout)?.[0] ?? '')
  await page.goto(link.pathname + link.search + link.hash)
  await page.locator('main [name="password"]').fill('three blind mice run')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/portal`)
  await page.getByRole('link', { name: 'Orders' }).first().waitFor()
  expect(await storedKeys(page)).toEqual(['admin_access_token', 'admin_refresh_token'])
})

test('an admin logs in and returns to the previous page, or else to the portal, and logs out at /login', async ({
  browser,
  server,
  page,
}) => {
  await logInAsAdmin(page, '/nina-reyes?promo=WELCOME10')
  await page.waitForURL(`${server.url}/nina-reyes?promo=WELCOME10`)
  expect(await storedKeys(page)).toEqual(['admin_access_token', 'admin_refresh_token'])
  await page.locator('header').getByRole('link', { name: 'Portal' }).waitFor()
  // As the learner that they also are.
  await page.locator('header').getByRole('button', { name: 'Log in' }).waitFor()
  await page.goto('/login')
  await page.getByText('You are logged in as an admin in this browser.').waitFor()

  await logInAsAdmin(page, '//evil.test/')
  await page.waitForURL(`${server.url}/portal`)
  await isOpen(page, 'Good to see you, Addy')
  await press(page, 'Log out')
  await page.waitForURL(`${server.url}/login`)
  browser.allowedFaults.push(/status of 40[01]/)
  expect(await storedKeys(page)).toEqual([])

  await logIn(page, '/login', LEARNER, 'Log in as admin')
  await page.getByText('Incorrect email or password.').waitFor()
  expect(await storedKeys(page)).toEqual([])
})

test('a person with both sessions switches between them, and logging out of one keeps the other', async ({ page }) => {
  await logIn(page, '/portal', LEARNER, 'Log in')
  await isOpen(page, 'My courses')
  await logInAsAdmin(page, '/portal')
  await isOpen(page, 'Good to see you, Addy')
  await page.getByRole('link', { name: 'My courses' }).first().click()
  await isOpen(page, 'My courses')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await isOpen(page, 'Settings')
  expect(await page.locator('main [name="address"]').inputValue()).toBe(LEARNER)
  await press(page, 'Log out')
  await isOpen(page, 'Good to see you, Addy')
  expect(await storedKeys(page)).toEqual(['admin_access_token', 'admin_refresh_token'])
})

test('an admin who logs in like a learner is led to the log-in of admins', async ({ server, page }) => {
  await logIn(page, '/portal', ADMIN, 'Log in')
  await isOpen(page, 'Welcome, Addy')
  await page.locator('main').getByText('You are also an admin.').waitFor()
  await page.goto('/studio')
  await page.locator('main').getByText('You are logged in as a learner.').waitFor()
  await page.locator('nav[aria-label="Portal"]').getByRole('link', { name: 'Log in as admin' }).click()
  await page.waitForURL(`${server.url}/login`)
  await isOpen(page, 'Community admin')
})

test('the demo’s log-in dialog logs in by one press', async ({ server, page }) => {
  for (const [role, heading] of [
    ['Learner', 'My courses'],
    ['Creator', 'Courses you teach'],
    ['Admin', 'Good to see you, Addy'],
  ] as const) {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/?login=1')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This is a demo.').waitFor()
    await dialog.getByRole('button', { name: role, exact: true }).click()
    await page.waitForURL(`${server.url}/portal?as=*`)
    await isOpen(page, heading)
  }
})

test('the menu changes pages without a reload, and the new page gets the focus, its title and its scroll position', async ({
  server,
  page,
}) => {
  await logInAsAdmin(page, '/portal')
  await isOpen(page, 'Good to see you, Addy')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.waitForURL(`${server.url}/portal/settings`)
  await isOpen(page, 'Devices')
  expect(await page.title()).toBe('Settings · Understudy')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Settings')
  expect(await page.locator('nav[aria-label="Portal"] [aria-current="page"]').innerText()).toBe('Settings')
  await page.evaluate(() => scrollTo(0, 400))

  await page.getByRole('link', { name: 'Inbox', exact: true }).first().click()
  await page.waitForURL(`${server.url}/portal/inbox`)
  await isOpen(page, 'Inbox')
  expect(await page.evaluate(() => [document.activeElement?.textContent, scrollY])).toEqual(['Inbox', 0])
  await page.goBack()
  await isOpen(page, 'Devices')
  await page.waitForFunction(() => scrollY === 400)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('a session that ends between two pages leads to the log-in, and then to the requested page', async ({
  server,
  page,
}) => {
  await logIn(page, '/portal', LEARNER, 'Log in')
  await isOpen(page, 'My courses')
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await isOpen(page, 'Log in')
  expect(page.url()).toBe(`${server.url}/portal/settings`)
  expect(await page.title()).toBe('Log in · Understudy')
  await page.locator('main [name="email"]').fill(LEARNER)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await press(page, 'Log in')
  await isOpen(page, 'Devices')
  expect(page.url()).toBe(`${server.url}/portal/settings`)
})

test('a guest without a password asks for a log-in link where the portal asks for one', async ({ page }) => {
  await page.goto('/portal')
  await page.getByRole('link', { name: 'E-mail me a log-in link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="email"]').fill(LEARNER)
  await dialog.getByRole('button', { name: 'E-mail me a log-in link' }).click()
  await dialog.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
})

test('settings: input is checked at its field, kept, and saved', async ({ browser, page }) => {
  await logIn(page, '/portal', LEARNER, 'Log in')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.locator('main #name').fill('')
  await page.locator('main [name="phoneNumber"]').fill('0917 123')
  await page.locator('main [name="countryCode"]').selectOption({ label: 'Philippines' })
  await page.locator('main [name="timezoneId"]').selectOption('Asia/Tokyo')
  await press(page, 'Save')
  await page.getByText('Name is required').waitFor()
  await page.locator('main #name').fill('Lena Learner')
  await press(page, 'Save')
  await page.getByText('Please check the format of the phone number').waitFor()
  await page.locator('main [name="phoneNumber"]').fill('0917 123 4567')
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
  await page.locator('nav[aria-label="Portal"]').getByText('Lena Learner').waitFor()
  await page.reload()
  const value = (name: string) => page.locator(`main #${name}`).inputValue()
  expect([
    await value('name'),
    await value('phoneNumber'),
    await value('countryCode'),
    await value('timezoneId'),
  ]).toEqual(['Lena Learner', '+639171234567', 'PH', 'Asia/Tokyo'])

  const download = page.waitForEvent('download')
  await press(page, 'Download my data')
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toHaveProperty('profile')

  await page.locator('main [name="currentPassword"]').fill('not it')
  await page.locator('main #new-password').fill('twelve other lanterns')
  await press(page, 'Change the password')
  await page.getByText('This is not your password').waitFor()

  await page.getByText('Delete my account…').click()
  await page.locator('#delete-email').fill('somebody@understudy.test')
  await page.locator('#delete-password').fill(PASSWORD)
  await press(page, 'Delete my account')
  await page.getByText('This is not the address of your account').waitFor()
  browser.faults.length = 0
})

test('an expired token is renewed without a notice, once for five tabs at the same moment', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 401/)
  await logIn(page, '/portal/settings', LEARNER, 'Log in')
  await isOpen(page, 'Devices')
  const tabs = [page, ...(await Promise.all([1, 2, 3, 4].map(() => browser.context.newPage())))]
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto('/portal/settings')
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

test('a person who was logged out while typing logs in over the page, and the input is still there', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/status of 401/)
  await logIn(page, '/portal/settings', LEARNER, 'Log in')
  await isOpen(page, 'Devices')
  await page.locator('main #name').fill('Lena Learner-Cruz')
  await page.evaluate(() => localStorage.clear())
  await press(page, 'Save')
  const dialog = page.locator('dialog#log-in')
  await dialog.waitFor({ state: 'visible' })
  await dialog.locator('[name="email"]').fill(LEARNER)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.locator('main #name').inputValue()).toBe('Lena Learner-Cruz')
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
})
