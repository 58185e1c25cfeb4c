import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

test.for([
  ['Asia/Manila', 'about ₱23,300', '23300.00', 'PHP'],
  ['Europe/Berlin', 'about €', null, 'EUR'],
] as const)(
  'in %s the price reads %s beside the dollars, and nothing moves',
  async ([timezoneId, words, amount, currency], { launchBrowser }) => {
    const browser = await launchBrowser({ timezoneId })
    const { page } = browser
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/nina-reyes']) {
      await page.goto(path)
      // The second page knows the rate from the first.
      if (path === '/') {
        expect(await page.locator('[data-local-price="399.00"]').first().textContent()).toBe('in US dollars')
        await page.mouse.move(200, 200)
      }
      const localPrice = page.locator('[data-local-price="399.00"]').first()
      await localPrice.filter({ hasText: words }).waitFor()
      expect(await localPrice.getAttribute('data-currency')).toBe(currency)
      if (amount) expect(await localPrice.getAttribute('data-amount')).toBe(amount)
      expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(
        0.02,
      )
    }
    await browser.close()
  },
)
