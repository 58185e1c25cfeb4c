import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

const EMAIL = 'ana.cruz@understudy.test'
const FRIEND = 'ben.santos@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

let browser: Journey
test.beforeAll(async ({ launchBrowser }) => {
  browser = await launchBrowser({ width: 360 })
})

test('a visitor enrols free by keyboard with a friend, confirms by the mailed link, and sees the course; the friend is invited', async ({
  server,
}) => {
  const { page } = browser
  await page.goto('/dita-anand')
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
  for (let tabs = 0; tabs < 1; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('2 places').waitFor()
  await page.getByText('A friend, named later').click()
  await page.getByLabel('Friend’s e-mail').fill(FRIEND)
  await page.locator('[name="terms"]').focus()
  await page.keyboard.press('Space')
  expect(await page.locator('[name="terms"]').isChecked()).toBe(true)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: 'One more step.' }).waitFor()
  expect(await page.locator('main').innerText()).toContain(EMAIL)
  expect(await page.locator('main').innerText()).toContain('to confirm your place in Read your own numbers')
  expect(await page.locator('main').innerText()).not.toContain('Paid')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await page.goto(linkIn(await newestMail(server.url, EMAIL, /Confirm your place/), 'confirm-enrolment'))
  await page.locator('main').getByText('Read your own numbers').waitFor()
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm my seat and log in' }).click()
  await page.waitForURL('**/portal/courses/dat')
  await page
    .getByRole('heading', { name: /Read your own numbers/ })
    .first()
    .waitFor()
  expect((await newestMail(server.url, EMAIL, /You’re in/)).text).toContain('You can start today')
  expect(linkIn(await newestMail(server.url, FRIEND, /./), 'confirm-enrolment')).toContain('#token=')

  await page.goto('/checkout/DAT')
  await page.getByRole('heading', { name: 'You’re enrolled' }).waitFor()
  await page.getByRole('button', { name: 'Enrol someone else' }).click()
  await page.getByRole('heading', { name: 'You’re already enrolled' }).waitFor()
})

test('a used link says so, and its token is not in the history', async ({ server }) => {
  const { page } = browser
  // The browser itself writes a line for every answer that is not a 2xx.
  browser.allowedFaults.push(/status of 400/)
  await page.goto(linkIn(await newestMail(server.url, EMAIL, /Confirm your place/), 'confirm-enrolment'))
  await page.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
})
