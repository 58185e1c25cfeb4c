import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const PASSWORD = 'eleven quiet lanterns'
const LANDING = '/nina-reyes'

/** Everybody begins as a stranger. */
test.beforeEach(async ({ browser, page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  browser.faults.length = 0
})

const dialog = (page: Page) => page.locator('dialog#log-in')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const newAddress = () => `ana-${randomUUID()}@understudy.test`
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

describe('the log-in modal', () => {
  test.for([
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['the browser’s Back', (page: Page) => page.goBack()],
    ['a press outside', (page: Page) => page.mouse.click(8, 400)],
    ['its button', (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).click()],
  ] as const)(
    'closed by %s leaves the page where and as it was, with the focus on what opened it',
    async ([_way, close], { server, page }) => {
      await page.goto(LANDING)
      const opener = page.getByRole('button', { name: 'Log in' }).first()
      await opener.press('Enter')
      await dialog(page).waitFor({ state: 'visible' })
      await page.evaluate(() => scrollTo(0, 700))
      await dialog(page).locator('[name="email"]').fill('half an addr')
      await close(page)
      await dialog(page).waitFor({ state: 'hidden' })
      await page.waitForFunction(() => history.state === null)
      expect(await page.evaluate(() => scrollY)).toBe(700)
      expect(page.url()).toBe(server.url + LANDING)
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    },
  )

  test('sends another e-mail after a wait, and its code works', async ({ server, launchBrowser }) => {
    const email = newAddress()
    const waiting = await launchBrowser()
    await waiting.page.clock.install()
    const panel = waiting.page.locator('dialog#log-in')
    await waiting.page.goto('/?login=sign-up')
    await panel.locator('[name="name"]').fill('Ana Cruz')
    await panel.locator('[name="email"]').fill(email)
    await panel.locator('[name="password"]').fill(PASSWORD)
    await panel.getByRole('button', { name: 'Create my account' }).click()
    await panel.getByText('You can request another').waitFor()
    const first = await newestMail(server.url, email)
    await waiting.page.clock.runFor(31_000)
    await panel.getByRole('button', { name: 'Send another e-mail' }).click()
    await panel.getByText('We’ve sent you a new e-mail.').waitFor()
    const isOther = new RegExp(`^(?!${first.subject})`)
    const second = await newestMail(server.url, email, isOther)
    await panel.locator('[name="code"]').fill(second.subject.slice(0, 6))
    await panel.waitFor({ state: 'hidden' })
    await waiting.close()
  })

  test('asks for a second factor in the same form, and keeps the input', async ({ browser, page }) => {
    browser.allowedFaults.push(/status of 401/)
    let sentBody: unknown
    await page.route('**/api/v1/log-in', async (route) => {
      sentBody = route.request().postDataJSON()
      const hasCode = (route.request().postData() ?? '').includes('"otp"')
      const errorCode = hasCode ? 'OTP_INVALID' : 'OTP_REQUIRED'
      await route.fulfill({ status: 401, json: { message: `says ${errorCode}`, errorCode } })
    })
    await page.goto('/?login=1')
    await dialog(page).locator('[name="email"]').fill('ana@understudy.test')
    await dialog(page).locator('[name="password"]').fill(PASSWORD)
    await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog(page).locator('[name="otp"]:focus').fill('123 456')
    await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog(page).getByText('says OTP_INVALID').waitFor()
    expect(sentBody).toEqual({ email: 'ana@understudy.test', password: PASSWORD, otp: '123 456' })
    expect(await dialog(page).locator('[name="password"]').inputValue()).toBe(PASSWORD)
    await page.unroute('**/api/v1/log-in')
  })

  test('sent without scripts puts no password into the URL, and says which fields are missing', async ({
    launchBrowser,
  }) => {
    const bare = await launchBrowser({ javaScriptEnabled: false })
    for (const path of [LANDING, '/login']) {
      await bare.page.goto(path)
      if (path === LANDING) await bare.page.getByRole('button', { name: 'Log in' }).first().click()
      const form = bare.page.locator('form:visible').first()
      await form.locator('[name="email"]').fill('ana@understudy.test')
      await form.locator('[name="password"]').fill(PASSWORD)
      await form.locator('button[type="submit"]').click()
      await bare.page.waitForURL('**/portal')
      expect(await bare.page.locator('main').innerText()).toContain('The portal needs JavaScript.')
    }
    await bare.close()
  })

  test('too many attempts show the server’s own message, with advice beneath', async ({ browser, server, page }) => {
    browser.allowedFaults.push(/status of 4(01|29)/)
    const email = newAddress()
    const attempt = () => page.request.post(`${server.url}/api/v1/log-in`, { data: { email, password: PASSWORD } })
    await expect.poll(async () => (await attempt()).status()).toBe(429)
    const { message } = await (await attempt()).json()
    await page.goto('/?login=1')
    await dialog(page).locator('[name="email"]').fill(email)
    await dialog(page).locator('[name="password"]').fill(PASSWORD)
    await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
    const advice = '“Forgot it?” sends you an e-mail to choose a new password.'
    await dialog(page).getByText(advice).waitFor()
    expect(await dialog(page).getByRole('alert').innerText()).toContain(message)
    expect(await dialog(page).locator('[role="alert"] + p').innerText()).toBe(advice)
  })

  test.for([
    ['in the modal', '/?login=1', 'dialog#log-in'],
    ['in a page', '/portal', 'main'],
  ] as const)(
    'a log-in %s before the address is confirmed shows the server’s own message, and what to do',
    async ([_place, path, place], { browser, server, page }) => {
      browser.allowedFaults.push(/status of 40[0134]/)
      const email = newAddress()
      await signUp(server, email)
      await page.goto(path)
      const form = page.locator(place)
      await form.locator('[name="email"]').fill(email)
      await form.locator('[name="password"]').fill(PASSWORD)
      await form.getByRole('button', { name: 'Log in', exact: true }).click()
      await form.locator('[name="code"]').waitFor()
      const text = await form.innerText()
      expect(text).toMatch(
        /Please confirm your e-mail address\. We’ve sent you a new e-mail\.\s+Click the button in the e-mail, or enter its code here/,
      )
      await page.evaluate(() => localStorage.clear())
    },
  )

  test('a log-in before the address is confirmed shows the code form and sends another e-mail', async ({
    browser,
    server,
    page,
  }) => {
    browser.allowedFaults.push(/status of 40[03]/)
    const email = newAddress()
    await signUp(server, email)
    await page.goto('/?login=1')
    await dialog(page).locator('[name="email"]').fill(email)
    await dialog(page).locator('[name="password"]').fill(PASSWORD)
    await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog(page).getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await dialog(page).locator('[name="code"]').fill('000000')
    await dialog(page).getByText('This code is wrong or no longer valid.').waitFor()
    expect(await storedKeys(page)).toEqual(['sign_up_key'])
    await page.evaluate(() => localStorage.clear())
  })
})

test('a sign-up is confirmed by the button on the linked page, never by opening the link', async ({
  browser,
  server,
  page,
}) => {
  const email = newAddress()
  await signUpHere(server, page, email)
  const link = linkIn(await newestMail(server.url, email), 'verify-email')
  await page.goto(link)
  await page.reload()
  await press(page, 'Confirm my address')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  browser.allowedFaults.push(/status of 400/)

  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press(page, 'Save and log in')
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
})

test('a mailed link in a browser that did not sign up asks for a new password, and only that one works', async ({
  server,
  page,
}) => {
  const email = newAddress()
  await signUp(server, email)
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.goto(linkIn(await newestMail(server.url, email), 'verify-email'))
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await page.locator('main [name="password"]').fill('short')
  await press(page, 'Save and log in')
  await page.getByText('At least 8 characters', { exact: true }).waitFor()
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press(page, 'Save and log in')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  expect(await storedKeys(page)).toEqual(['access_token', 'refresh_token'])
  expect((await logInByCall(server, email, PASSWORD)).status).toBe(401)
  expect((await logInByCall(server, email, 'twelve other lanterns')).status).toBe(200)
  await page.evaluate(() => localStorage.clear())
})

function logInByCall(server: RunningServer, email: string, password: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
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
