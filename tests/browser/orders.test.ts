import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '../axe.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { buy } from '../buyer.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
let page: Page
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  page = browser.page
  for (const [code, name] of [
    ['MCOM', 'ana'],
    ['MCOM', 'ben'],
    ['NSPR', 'cleo'],
  ] as const)
    await buy(server.url, await cohortCodeOf(code), `${name}@understudy.test`)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

async function cohortCodeOf(prefixCode: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/courses/${prefixCode}`)
  return (await answer.json()).data.cohorts[0].courseCode
}
const rows = () => page.locator('a[data-order]')
const asked = (name: string) => new URL(page.url()).searchParams.get(name)

test('orders open to an admin alone, from their home', async () => {
  await page.goto(`${server.url}/portal/orders`)
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.goto(`${server.url}/portal`)
  await page.getByRole('navigation', { name: 'What there is to do' }).getByRole('link', { name: 'Orders' }).click()
  await rows().first().waitFor()
  expect(browser.faults).toEqual([])
})

test('an order is found, opened, left and found again by keyboard, and the address says all of it', async () => {
  await page.keyboard.press('/')
  await page.keyboard.type('ben understudy')
  await expect.poll(() => rows().count()).toBe(1)
  expect(asked('q')).toBe('ben understudy')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('understudy')
  await expect.poll(() => rows().count()).toBeGreaterThan(2)
  await page.getByRole('heading', { name: 'Orders' }).focus()
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  const title = page.getByRole('complementary').getByRole('heading', { level: 2 })
  await title.waitFor()
  const second = await title.innerText()
  expect(await title.evaluate((heading) => heading === document.activeElement)).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => title.innerText()).not.toBe(second)
  await page.keyboard.press('k')
  await expect.poll(() => title.innerText()).toBe(second)
  await page.reload()
  await expect.poll(() => title.innerText()).toBe(second)
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.order)).toBeTruthy()
  await page.goBack()
  await title.waitFor()
  expect(browser.faults).toEqual([])
})

test('filters are chips that go again, none that matches leads back, and single keys can be switched off', async () => {
  await page.goto(`${server.url}/portal/orders`)
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('No order is like that.').waitFor()
  expect(asked('status')).toBe('failed')
  await page.getByRole('link', { name: 'Remove filter: status failed' }).click()
  await rows().first().waitFor()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Course').selectOption(await cohortCodeOf('NSPR'))
  await expect.poll(() => page.locator('table').innerText()).not.toContain('Mobile content creator')
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  await expect.poll(() => page.url()).toBe(`${server.url}/portal/orders`)
  await page.getByText('Keys', { exact: true }).click()
  await page.getByLabel('Use single letters').uncheck()
  await page.keyboard.press('/')
  expect(await page.getByLabel('Search orders').evaluate((box) => box === document.activeElement)).toBe(false)
  await page.getByLabel('Use single letters').check()
  expect(browser.faults).toEqual([])
})

test('the filter’s orders are saved as a file', async () => {
  await page.goto(`${server.url}/portal/orders?q=cleo`)
  await rows().first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('orders.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',Speak so they lean in,')
  expect(browser.faults).toEqual([])
})

test('no part of it is wider than its screen, and axe finds nothing in either light', async () => {
  await rows().first().click()
  await page.getByText('What happened').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 640, 768, 992, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      expect(await faultsOf(page), `${colorScheme} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})
