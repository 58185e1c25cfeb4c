import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

const COURSE = { courseCode: 'NSPR', seats: 2 }
const returnAfter = 'document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))'

/** Holds seats as a buyer does who stands before the payment. */
async function holdSeats(url: string, email: string): Promise<void> {
  const call = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status, await response.clone().text()).toBe(200)
    return response.json()
  }
  const { data } = await call('sign-up-payment-options', COURSE)
  await call('sign-up-payment/card', {
    ...COURSE,
    name: 'Ben Santos',
    email,
    consent: { terms: true },
    timezoneId: 'Asia/Manila',
    quoteId: data.quoteId,
    paymentType: 'full',
  })
}

test('a tab that was open for long shows changed seats and dates when the person returns', async ({ server, page }) => {
  await page.clock.install()
  await page.goto('/')
  const card = page.locator('[data-card][data-course-code="NSPR"]').first()
  await card.getByText('4 seats left').waitFor()
  await holdSeats(server.url, 'ben.santos@understudy.test')

  await page.clock.fastForward('04:00')
  await page.evaluate(returnAfter)
  expect(await card.innerText(), 'at most once in 300 seconds').toContain('4 seats left')
  await page.clock.fastForward('01:01')
  await page.evaluate(returnAfter)
  await card.getByText('2 seats left').waitFor()
  expect(await card.locator('time').first().innerText()).not.toBe('')

  await page.goto('/noor-siddiqi')
  const notice = page.getByText('Dates or seats have changed.')
  expect(await notice.isVisible()).toBe(false)
  await holdSeats(server.url, 'lia.cruz@understudy.test')
  await page.clock.fastForward('05:01')
  await page.evaluate(returnAfter)
  await notice.waitFor()
  await page.getByRole('link', { name: 'Show the latest' }).click()
  await page.locator('main[data-course-state="full"]').waitFor()
})

test('a promo code in the address shows its discount, and comes along to the checkout', async ({ browser, page }) => {
  await page.goto('/nina-reyes?promo=welcome10')
  await page.getByText('WELCOME10: 10 % off. Applied at the checkout.').waitFor()
  await page.locator('[data-buy-button] a').first().click()
  await page.waitForURL(/\/checkout\/.*promo=WELCOME10/)
  await page.getByText('WELCOME10').first().waitFor()

  browser.allowedFaults.push(/status of 404/)
  await page.goto('/nina-reyes?promo=nosuch')
  await page.getByText('We can’t use this code here.').waitFor()

  await page.goto('/checkout/NG?promo=nosuch')
  const fault = page.locator('[data-link-fault="promo"]:visible')
  await fault.getByText('We couldn’t use the code nosuch from your link').waitFor()
  await fault.getByRole('button', { name: 'Try another code' }).click()
  expect(await page.locator('[name="promoCode"]').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('the cards of courses change from three to four columns at 1200 px', async ({ page }) => {
  const countColumns = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    const columns = page.locator('[data-cards]').evaluate((list) => getComputedStyle(list).gridTemplateColumns)
    return (await columns).split(' ').length
  }
  await page.goto('/')
  expect([await countColumns(479), await countColumns(480), await countColumns(768)]).toEqual([1, 2, 3])
  expect([await countColumns(1199), await countColumns(1200)]).toEqual([3, 4])
})
