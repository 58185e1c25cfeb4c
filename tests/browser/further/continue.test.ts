import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freshBrowserTest as test } from '../../support/browser-test.ts'

test.override('browserOptions', { width: 360 })

const ways = (page: Page) => page.locator('a[data-enrol]')

async function logIn(page: Page): Promise<void> {
  await page.goto('/?login=1')
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill('learner@understudy.test')
  await dialog.locator('[name="password"]').fill('understudy-demo')
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('an enrolled learner sees “Continue” in place of the enrol button, without a layout shift', async ({ page }) => {
  await page.goto('/nina-reyes')
  expect(await ways(page).first().innerText()).toMatch(/^Enrol for/)

  await logIn(page)
  await page.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/nina-reyes')
  await page.waitForFunction(() => document.querySelector('a[data-enrol]')?.textContent === 'Continue')
  for (const way of await ways(page).all()) {
    expect(await way.textContent()).toBe('Continue')
    expect(await way.getAttribute('href')).toMatch(/^\/portal\/courses\/ng$/)
  }
  const card = page.getByRole('complementary', { name: 'Price and next date' })
  expect(await card.innerText()).toContain('You’re in')
  expect(await card.innerText()).not.toMatch(/\$\d|Bring friends/)
  expect(await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)).toBeLessThan(0.02)

  await page.goto('/noor-siddiqi')
  await page.waitForLoadState('networkidle')
  expect(await ways(page).first().innerText()).toMatch(/^Enrol for/)
})

test('the button changes after a log-in over the page, and a visitor’s page makes no call', async ({ page }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/mobile-content-creator')
  await page.waitForLoadState('networkidle')
  expect(requestedUrls.filter((url) => /signed-up-info|continue-here/.test(url))).toEqual([])

  await page.goto('/mobile-content-creator?login=1')
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill('learner@understudy.test')
  await dialog.locator('[name="password"]').fill('understudy-demo')
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('a[data-enrol]')?.textContent === 'Continue')
  await ways(page).first().click()
  await page.waitForURL('**/portal/courses/mcom')
})
