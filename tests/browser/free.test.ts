import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { linkIn, newestMail } from '../mailbox.ts'
import { type RunningServer, startServer } from '../server.ts'

const EMAIL = 'ana.cruz@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser({ timezoneId: 'Asia/Manila', width: 360 })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

test('a stranger enrols free by keyboard, opens the place by the mailed link, and finds the course', async () => {
  const { page } = browser
  await page.goto(`${server.url}/dita-anand`)
  await page.getByRole('link', { name: 'Enrol free' }).first().click()
  await page.waitForURL('**/checkout/DAT')
  await page.getByRole('heading', { name: 'Take your place' }).waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)

  await page.locator('main').getByLabel('E-mail').focus()
  await page.keyboard.type('ana.cruz')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a valid email address').waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('email')
  await page.keyboard.type('@understudy.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ana Cruz')
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await page.locator('[name="terms"]').isChecked()).toBe(true)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: 'One more step.' }).waitFor()
  expect(await page.locator('main').innerText()).toContain(EMAIL)
  expect(await page.locator('main').innerText()).not.toContain('Paid')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await page.goto(linkIn(await newestMail(server.url, EMAIL, /One press/), 'confirm-enrolment'))
  await page.getByRole('button', { name: 'Open my place' }).click()
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal#DAT')
  await page
    .getByRole('heading', { name: /Read your own numbers/ })
    .first()
    .waitFor()
  expect((await newestMail(server.url, EMAIL, /You’re in/)).text).toContain('You can start today')

  await page.goto(`${server.url}/checkout/DAT`)
  await page.getByRole('heading', { name: 'This one is yours' }).waitFor()
  await page.getByRole('button', { name: 'Enrol somebody else' }).click()
  await page.getByRole('heading', { name: 'You are enrolled in this already' }).waitFor()
  expect(browser.faults).toEqual([])
}, 90_000)

test('a link that was used says so, and is kept out of the history', async () => {
  const { page } = browser
  await page.goto(linkIn(await newestMail(server.url, EMAIL, /One press/), 'confirm-enrolment'))
  await page.getByRole('button', { name: 'Open my place' }).click()
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
  // The browser itself writes a line for every answer that is not a 2xx.
  expect(browser.faults.filter((fault) => !/status of 400/.test(fault))).toEqual([])
}, 60_000)
