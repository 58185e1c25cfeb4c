import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

test.each([
  ['Asia/Manila', 'about ₱23,300', '23300.00', 'PHP'],
  ['Europe/Berlin', 'about €', null, 'EUR'],
])('in %s the price reads %s beside the dollars, and nothing moves', async (timezoneId, words, amount, currency) => {
  browser = await openBrowser({ timezoneId })
  const { page, faults } = browser
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/nina-reyes']) {
    await page.goto(server.url + path)
    expect(await page.locator('[data-local-price="399.00"]').first().textContent()).toBe('in US dollars')
    await page.mouse.move(200, 200)
    const told = page.locator('[data-local-price="399.00"]').first()
    await told.filter({ hasText: words }).waitFor()
    expect(await told.getAttribute('data-currency')).toBe(currency)
    if (amount) expect(await told.getAttribute('data-amount')).toBe(amount)
    expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.02)
  }
  expect(faults).toEqual([])
  await browser.close()
})
