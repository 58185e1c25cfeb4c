import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(async () => {
  await server?.dispose()
})
beforeEach(async () => {
  browser = await openBrowser({ width: 360 })
  return () => browser.close()
})

const ways = (page: Page) => page.locator('a[data-enrol]')

async function logIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/?login=1`)
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill('learner@understudy.test')
  await dialog.locator('[name="password"]').fill('understudy-demo')
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a learner who is enrolled finds the way on where others find the way in, and nothing moves', async () => {
  const { page } = browser
  await page.goto(`${server.url}/nina-reyes`)
  expect(await ways(page).first().innerText()).toMatch(/^Enrol for/)

  await logIn(page)
  await page.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${server.url}/nina-reyes`)
  await page.waitForFunction(() => document.querySelector('a[data-enrol]')?.textContent === 'Continue')
  for (const way of await ways(page).all()) {
    expect(await way.textContent()).toBe('Continue')
    expect(await way.getAttribute('href')).toMatch(/^\/portal#NG-/)
  }
  const card = page.getByRole('complementary', { name: 'Price and next date' })
  expect(await card.innerText()).toContain('You’re in')
  expect(await card.innerText()).not.toMatch(/\$\d|Bring friends/)
  expect(await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)).toBeLessThan(0.02)

  await page.goto(`${server.url}/noor-siddiqi`)
  await page.waitForLoadState('networkidle')
  expect(await ways(page).first().innerText()).toMatch(/^Enrol for/)
  expect(browser.faults).toEqual([])
}, 60_000)

test('it comes at the log-in over the page, and strangers ask nothing', async () => {
  const { page } = browser
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/mobile-content-creator`)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /signed-up-info|continue-here/.test(url))).toEqual([])

  await page.goto(`${server.url}/mobile-content-creator?login=1`)
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill('learner@understudy.test')
  await dialog.locator('[name="password"]').fill('understudy-demo')
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('a[data-enrol]')?.textContent === 'Continue')
  await ways(page).first().click()
  await page.waitForURL('**/portal#MCOM')
  expect(browser.faults).toEqual([])
}, 60_000)
