/** An account from its sign-up to a second factor, a lost password and another person in the same browser. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeAt, STEP_MS } from '../../support/authenticator-app.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { createAccount } from '../../world/new-account.ts'
import type { RunningServer } from '../../world/server.ts'

const PASSWORD = 'eleven quiet lanterns'
const DEMO_PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'
const LANDING = '/nina-reyes'

/** Everybody begins as a stranger. */
test.beforeEach(async ({ browser, page }) => {
  await forget(page)
  browser.faults.length = 0
})

async function forget(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

const dialog = (page: Page) => page.locator('dialog#log-in')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const newAddress = () => `ana-${randomUUID()}@understudy.test`
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

test('the log-in modal signs a visitor up by the mailed code and later logs them in, without leaving the page', async ({
  server,
  page,
}) => {
  const email = newAddress()
  await page.goto(`${LANDING}?login=sign-up`)
  await dialog(page).getByRole('heading', { name: 'Create an account' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Create my account' }).click()
  for (const message of ['Name is required', 'Email is required', 'Password is required'])
    await dialog(page).getByText(message).waitFor()
  await dialog(page).locator('[name="name"]').fill('Ana Cruz')
  await dialog(page).locator('[name="password"]').fill(PASSWORD)
  await dialog(page).locator('[name="phoneNumber"]').fill('ring me')
  await dialog(page).locator('[name="email"]').fill('ana')
  await dialog(page).getByText('Please check the format of the phone number').waitFor()
  await dialog(page).locator('[name="phoneNumber"]').fill('+63 917 123 4567')
  await dialog(page).getByText('Please enter a valid email address').waitFor()
  await dialog(page).locator('[name="email"]').fill(email)
  await dialog(page).getByRole('button', { name: 'Create my account' }).click()

  await dialog(page).getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const code = /\d{6}/.exec((await newestMail(server.url, email)).subject)?.[0] ?? ''
  await dialog(page)
    .locator('[name="code"]')
    .fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await dialog(page).waitFor({ state: 'hidden' })
  // The address is tidied by the dialog's own event, a moment after.
  await expect.poll(() => page.url()).toBe(server.url + LANDING)
  expect(await storedKeys(page)).toEqual(['access_token', 'refresh_token'])

  await page.getByRole('link', { name: 'Portal' }).first().click()
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  await press(page, 'Log out')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await storedKeys(page)).toEqual([])

  await page.goto(LANDING)
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))
  await page.getByRole('button', { name: 'Log in' }).first().click()
  await page.evaluate(() => scrollTo(0, 900))
  await dialog(page).locator('[name="email"]').fill(email)
  await dialog(page).locator('[name="password"]').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await page.waitForFunction(() => history.state === null)
  expect(await page.evaluate(() => [scrollY, 'isStillHere' in window])).toEqual([900, true])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Portal')
})

test('a forgotten password is replaced by a mailed link, once; the page says the same to every address', async ({
  browser,
  server,
  page,
}) => {
  const [email, unknown] = [newAddress(), newAddress()]
  await signUpHere(server, page, email)
  await page.goto(linkIn(await newestMail(server.url, email), 'verify-email'))
  await press(page, 'Confirm my address')
  await page.waitForURL('**/portal')
  await page.evaluate(() => localStorage.clear())

  const texts: string[] = []
  for (const address of [unknown, email]) {
    await page.goto('/?login=1')
    await dialog(page).getByRole('link', { name: 'Forgot it?' }).click()
    await page.waitForURL('**/forget-password')
    await untilHydrated(page)
    await page.locator('main [name="email"]').fill(address)
    await press(page, 'Send me a link')
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    texts.push((await page.locator('main').innerText()).replace(address, ''))
  }
  expect(texts[0]).toBe(texts[1])

  const link = linkIn(await newestMail(server.url, email, /reset-password/), 'reset-password')
  await page.goto(link)
  await page.locator('main [name="password"]').fill('short')
  await press(page, 'Save and log in')
  await page.getByText('At least 8 characters', { exact: true }).waitFor()
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press(page, 'Save and log in')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  browser.allowedFaults.push(/status of 400/)

  await page.goto(link)
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
  await page.locator('main [name="email"]').fill(email)
  await press(page, 'Send me a link')
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
})

test('a second factor is turned on, and is asked for on another device, which the first one then logs out', async ({
  browser,
  page,
  launchBrowser,
  server,
}) => {
  const email = `${randomUUID()}@mail.test`
  await createAccount(server, { email, name: 'Bea Ruiz' })
  browser.allowedFaults.push(/status of 40[13]/)
  await logIn(page, '/portal/settings', email)
  await page.locator('#on-password').fill(DEMO_PASSWORD)
  await press(page, 'Turn on')
  const secret = (await page.locator('section#second-factor code').innerText()).replaceAll(' ', '')
  const at = new Date()
  await page.locator('[name="otp"]').fill(codeAt(secret, at))
  await press(page, 'Turn it on')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const [recoveryCode = ''] = await page.locator('section#second-factor li code').allInnerTexts()
  await press(page, 'I’ve saved them')

  const { page: phone, allowedFaults } = await launchBrowser({ width: 360 })
  allowedFaults.push(/status of 401/)
  await logIn(phone, '/portal', email)
  // A code works once, so that this is the one of the next half minute, or of a later one on a slow machine.
  const field = phone.locator('main [name="otp"]:focus')
  await field.waitFor()
  await field.fill(codeAt(secret, new Date(Math.max(at.getTime() + STEP_MS, Date.now()))))
  await press(phone, 'Log in')
  await phone.getByRole('heading', { name: 'Welcome, Bea' }).waitFor()
  await page.reload()
  await press(page, 'Log out all others')
  await page.getByText('All other devices have been logged out.').waitFor()
  await phone.reload()
  await phone.getByText('You were logged out. Log in again to continue.').waitFor()
  expect(await storedKeys(phone)).toEqual([])

  await page.locator('summary', { hasText: 'Turn off' }).click()
  await page.locator('#off-password').fill(DEMO_PASSWORD)
  await page.locator('#off-otp').fill(recoveryCode)
  await press(page, 'Turn it off')
  await page.getByText('The second factor is off.').waitFor()
})

test('another person in the same tab sees their own courses', async ({ page }) => {
  await logIn(page, '/portal', LEARNER)
  await page.getByRole('heading', { name: 'My courses' }).first().waitFor()
  expect(await page.locator('main').innerText()).toContain('Mobile content creator')
  const loggedOut = page.waitForEvent('load')
  await press(page, 'Log out')
  await loggedOut
  await logIn(page, '/portal', 'creator@understudy.test')
  await page.getByRole('heading', { name: 'Courses you teach' }).first().waitFor()
  const text = await page.locator('main').innerText()
  expect(text).toContain('Good to see you, Cleo')
  expect(text).not.toContain('My courses')
})

async function logIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(DEMO_PASSWORD)
  await press(page, 'Log in')
}

/** As `signUp`, with the key in this browser's storage, where the form puts it. */
async function signUpHere(server: RunningServer, page: Page, email: string): Promise<void> {
  const signUpKey = await signUp(server, email)
  await page.goto('/')
  await page.evaluate((key) => localStorage.setItem('sign_up_key', key), signUpKey)
}

/** By the call itself: the form has a journey of its own. */
async function signUp(server: RunningServer, email: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Cruz', email, password: PASSWORD, timezoneId: 'Asia/Manila' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { signUpKey: string } }).data.signUpKey
}
