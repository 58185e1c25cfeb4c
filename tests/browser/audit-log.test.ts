import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

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

const rows = () => page.locator('main tbody tr')
async function picture(name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('the audit log opens to an admin alone, and tells of the log-in that opened it', async () => {
  await page.goto(`${server.url}/portal/audit-log`)
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByText('Incorrect email or password.').waitFor()
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await expect.poll(() => rows().allInnerTexts()).toHaveLength(2)
  expect(await rows().nth(0).innerText()).toContain('Logged in as admin')
  expect(await rows().nth(1).innerText()).toContain('Not logged in')
  expect(await rows().nth(1).innerText()).toContain('Admin log-in failed')
})

test('an order that is looked at is found by its number, and the filter is in the address', async () => {
  await page.goto(`${server.url}/portal/orders`)
  await page.locator('a[data-order]').first().click()
  await page.locator('aside h2, aside h1').first().waitFor()
  await page.goto(`${server.url}/portal/audit-log`)
  const viewed = rows().filter({ hasText: 'Viewed an order' })
  await viewed.waitFor()
  const number = /U-\d+/.exec(await viewed.innerText())?.[0] ?? ''
  await picture('audit-log-1280')
  await page.getByLabel('Object').fill(number)
  await page.getByLabel('Action').selectOption({ label: 'Viewed an order' })
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Filter' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/action=order-viewed/)
  await expect.poll(() => rows().count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('object')).toBe(number)
  await page.getByLabel('Day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('No entry matches.').waitFor()
  await picture('audit-log-none')
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await expect.poll(() => rows().count()).toBeGreaterThan(2)
})

test('it fits a phone, light and dark, and says so when the server cannot be reached', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${server.url}/portal/audit-log`)
    await rows().first().waitFor()
    await picture(`audit-log-360-${colorScheme}`)
    const { inner, whole } = await page.evaluate(() => ({
      inner: innerWidth,
      whole: document.documentElement.scrollWidth,
    }))
    expect(whole).toBeLessThanOrEqual(inner)
  }
  expect(browser.faults.filter((fault) => !fault.includes('401'))).toEqual([])
  await page.route('**/api/v1/admin/audit-log*', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: /again/i }).waitFor()
  await picture('audit-log-away')
})
