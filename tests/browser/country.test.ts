import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

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

test('a checkout knows the country by the zone; another one that is chosen by key is kept, price and all', async () => {
  const { page } = browser
  await page.goto(`${server.url}/checkout/NG`)
  await page.getByText('PH +63').waitFor()
  expect(await page.locator('[data-currency="PHP"]').count()).toBeGreaterThan(0)

  const country = page.getByLabel('Country of the number')
  await page.waitForFunction(() => document.querySelectorAll('select option').length > 200)
  await country.focus()
  await page.keyboard.type('United Kingdom')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('name')).toBe('phoneNumber')
  await page.getByText('GB +44').waitFor()
  await page.locator('[data-currency="GBP"]').first().waitFor({ state: 'attached' })

  await page.reload()
  await page.getByText('GB +44').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(browser.faults).toEqual([])
}, 60_000)
