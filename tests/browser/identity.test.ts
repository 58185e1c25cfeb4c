import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { linkIn, newestMail } from '../mailbox.ts'
import { type RunningServer, startServer } from '../server.ts'

const PASSWORD = 'eleven quiet lanterns'
const LANDING = '/nina-reyes'

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
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  browser.faults.length = 0
})

const dialog = () => page.locator('dialog#log-in')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const newAddress = () => `ana-${randomUUID()}@understudy.test`
const storedKeys = () => page.evaluate(() => Object.keys(localStorage).sort())

describe('the log-in modal', () => {
  test.each([
    ['Esc', () => page.keyboard.press('Escape')],
    ['the browser’s Back', () => page.goBack()],
    ['a press outside', () => page.mouse.click(8, 400)],
    ['its button', () => dialog().getByRole('button', { name: 'Close' }).click()],
  ] as const)(
    'closed by %s leaves the page where and as it was, with the focus on what opened it',
    async (_way, close) => {
      await page.goto(server.url + LANDING)
      const opener = page.getByRole('button', { name: 'Log in' }).first()
      await opener.click()
      await dialog().waitFor({ state: 'visible' })
      await page.evaluate(() => scrollTo(0, 700))
      await dialog().locator('[name="email"]').fill('half an addr')
      await close()
      await dialog().waitFor({ state: 'hidden' })
      await page.waitForFunction(() => history.state === null)
      expect(await page.evaluate(() => scrollY)).toBe(700)
      expect(page.url()).toBe(server.url + LANDING)
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(browser.faults).toEqual([])
    },
  )

  test('signs a stranger up by the mailed code, and later logs them in, over a page that stays where it is', async () => {
    const email = newAddress()
    await page.goto(`${server.url}${LANDING}?login=sign-up`)
    await dialog().getByRole('heading', { name: 'Make an account' }).waitFor()
    await dialog().getByRole('button', { name: 'Make my account' }).click()
    for (const told of ['Name is required', 'Email is required', 'Password is required'])
      await dialog().getByText(told).waitFor()
    await dialog().locator('[name="name"]').fill('Ana Cruz')
    await dialog().locator('[name="password"]').fill(PASSWORD)
    await dialog().locator('[name="phoneNumber"]').fill('ring me')
    await dialog().locator('[name="email"]').fill('ana')
    await dialog().getByText('Please check the format of the phone number').waitFor()
    await dialog().locator('[name="phoneNumber"]').fill('+63 917 123 4567')
    await dialog().getByText('Please enter a valid email address').waitFor()
    await dialog().locator('[name="email"]').fill(email)
    await dialog().getByRole('button', { name: 'Make my account' }).click()

    await dialog().getByRole('heading', { name: 'Look into your mail' }).waitFor()
    const code = /\d{6}/.exec((await newestMail(server.url, email)).subject)?.[0] ?? ''
    await dialog()
      .locator('[name="code"]')
      .fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await dialog().waitFor({ state: 'hidden' })
    // The address is tidied by the dialog's own event, a moment after.
    await expect.poll(() => page.url()).toBe(server.url + LANDING)
    expect(await storedKeys()).toEqual(['access_token', 'refresh_token'])

    await page.getByRole('link', { name: 'Portal' }).first().click()
    await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
    await press('Log out')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await storedKeys()).toEqual([])

    await page.goto(server.url + LANDING)
    await page.evaluate(() => Object.assign(window, { isStillHere: true }))
    await page.getByRole('button', { name: 'Log in' }).first().click()
    await page.evaluate(() => scrollTo(0, 900))
    await dialog().locator('[name="email"]').fill(email)
    await dialog().locator('[name="password"]').fill(PASSWORD)
    await dialog().getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog().waitFor({ state: 'hidden' })
    await page.waitForFunction(() => history.state === null)
    expect(await page.evaluate(() => [scrollY, 'isStillHere' in window])).toEqual([900, true])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Portal')
    expect(browser.faults).toEqual([])
  })

  test('sends another mail after a wait, whose code is as good', async () => {
    const email = newAddress()
    const waiting = await openBrowser()
    await waiting.page.clock.install()
    const panel = waiting.page.locator('dialog#log-in')
    await waiting.page.goto(`${server.url}/?login=sign-up`)
    await panel.locator('[name="name"]').fill('Ana Cruz')
    await panel.locator('[name="email"]').fill(email)
    await panel.locator('[name="password"]').fill(PASSWORD)
    await panel.getByRole('button', { name: 'Make my account' }).click()
    await panel.getByText('You can ask for another').waitFor()
    const first = await newestMail(server.url, email)
    await waiting.page.clock.runFor(31_000)
    await panel.getByRole('button', { name: 'Send another mail' }).click()
    await panel.getByText('A new mail is on its way.').waitFor()
    const isOther = new RegExp(`^(?!${first.subject})`)
    const second = await newestMail(server.url, email, isOther)
    await panel.locator('[name="code"]').fill(second.subject.slice(0, 6))
    await panel.waitFor({ state: 'hidden' })
    await waiting.close()
  })

  test('asks for a second factor in the same form, and keeps what was typed', async () => {
    let asked: unknown
    await page.route('**/api/v1/log-in', async (route) => {
      asked = route.request().postDataJSON()
      const isTold = (route.request().postData() ?? '').includes('"otp"')
      const errorCode = isTold ? 'OTP_INVALID' : 'OTP_REQUIRED'
      await route.fulfill({ status: 401, json: { message: `says ${errorCode}`, errorCode } })
    })
    await page.goto(`${server.url}/?login=1`)
    await dialog().locator('[name="email"]').fill('ana@understudy.test')
    await dialog().locator('[name="password"]').fill(PASSWORD)
    await dialog().getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog().locator('[name="otp"]:focus').fill('123 456')
    await dialog().getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog().getByText('says OTP_INVALID').waitFor()
    expect(asked).toEqual({ email: 'ana@understudy.test', password: PASSWORD, otp: '123 456' })
    expect(await dialog().locator('[name="password"]').inputValue()).toBe(PASSWORD)
    await page.unroute('**/api/v1/log-in')
  })

  test('sent without scripts puts no password into an address, and says what is missing', async () => {
    const bare = await openBrowser({ javaScriptEnabled: false })
    for (const path of [LANDING, '/login']) {
      await bare.page.goto(server.url + path)
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

  test('a log-in before the address is confirmed leads to the code, and another mail', async () => {
    const email = newAddress()
    await signUp(email)
    await page.goto(`${server.url}/?login=1`)
    await dialog().locator('[name="email"]').fill(email)
    await dialog().locator('[name="password"]').fill(PASSWORD)
    await dialog().getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog().getByRole('heading', { name: 'Look into your mail' }).waitFor()
    await dialog().locator('[name="code"]').fill('000000')
    await dialog().getByText('This code is not right').waitFor()
    expect(await storedKeys()).toEqual(['sign_up_key'])
    await page.evaluate(() => localStorage.clear())
  })
})

test('a sign-up is confirmed by the button of the mailed link’s page, never by opening it', async () => {
  const email = newAddress()
  await signUpHere(email)
  const link = linkIn(await newestMail(server.url, email), 'verify-email')
  await page.goto(link)
  await page.reload()
  await press('Confirm my address')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  expect(browser.faults).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press('Save and log in')
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
})

test('a mailed link in a browser that did not sign up asks for a new password, and only that one works', async () => {
  const email = newAddress()
  await signUp(email)
  await page.goto(server.url)
  await page.evaluate(() => localStorage.clear())
  await page.goto(linkIn(await newestMail(server.url, email), 'verify-email'))
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await page.locator('main [name="password"]').fill('short')
  await press('Save and log in')
  await page.getByText('Use 8 to 128 characters').waitFor()
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press('Save and log in')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  expect(await storedKeys()).toEqual(['access_token', 'refresh_token'])
  expect(browser.faults).toEqual([])
  expect((await logInByCall(email, PASSWORD)).status).toBe(401)
  expect((await logInByCall(email, 'twelve other lanterns')).status).toBe(200)
  await page.evaluate(() => localStorage.clear())
})

test('a forgotten password is replaced by a mailed link, once; the page says the same to every address', async () => {
  const [email, unknown] = [newAddress(), newAddress()]
  await signUpHere(email)
  await page.goto(linkIn(await newestMail(server.url, email), 'verify-email'))
  await press('Confirm my address')
  await page.waitForURL('**/portal')
  await page.evaluate(() => localStorage.clear())

  const told: string[] = []
  for (const address of [unknown, email]) {
    await page.goto(`${server.url}/?login=1`)
    await dialog().getByRole('link', { name: 'Forgot it?' }).click()
    await page.waitForURL('**/forget-password')
    await page.locator('main [name="email"]').fill(address)
    await press('Send me a link')
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    told.push((await page.locator('main').innerText()).replace(address, ''))
  }
  expect(told[0]).toBe(told[1])

  const link = linkIn(await newestMail(server.url, email, /reset-password/), 'reset-password')
  await page.goto(link)
  await page.locator('main [name="password"]').fill('short')
  await press('Save and log in')
  await page.getByText('Use 8 to 128 characters').waitFor()
  await page.locator('main [name="password"]').fill('twelve other lanterns')
  await press('Save and log in')
  await page.waitForURL('**/portal')
  await page.getByRole('heading', { name: 'Welcome, Ana' }).waitFor()
  expect(browser.faults).toEqual([])

  await page.goto(link)
  await page.locator('main [name="password"]').fill('thirteen lanterns here')
  await press('Save and log in')
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
  await page.locator('main [name="email"]').fill(email)
  await press('Send me a link')
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
})

function logInByCall(email: string, password: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

/** As `signUp`, with the key in this browser's storage, where the form puts it. */
async function signUpHere(email: string): Promise<void> {
  const signUpKey = await signUp(email)
  await page.goto(server.url)
  await page.evaluate((key) => localStorage.setItem('sign_up_key', key), signUpKey)
}

/** By the call itself: the form has a journey of its own. */
async function signUp(email: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Cruz', email, password: PASSWORD, timezoneId: 'Asia/Manila' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { signUpKey: string } }).data.signUpKey
}
