import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

const rows = (page: Page) => page.locator('main tbody tr')
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('only an admin can open the audit log, and it shows that admin’s log-in', async ({ browser, page }) => {
  browser.allowedFaults.push(/status of 401/)
  await page.goto('/portal/audit-log')
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByText('Incorrect email or password.').waitFor()
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await rows(page).nth(1).waitFor()
  expect(await rows(page).nth(0).innerText()).toContain('Logged in as admin')
  expect(await rows(page).nth(1).innerText()).toContain('Not logged in')
  expect(await rows(page).nth(1).innerText()).toContain('Admin log-in failed')
})

test('a viewed order is found by its number, and the filter is in the URL', async ({ page }) => {
  await page.goto('/portal/orders')
  await page.locator('[data-row] a').first().click()
  await page.locator('aside h2, aside h1').first().waitFor()
  await page.goto('/portal/audit-log')
  await rows(page).first().waitFor()
  expect(await page.getByRole('cell', { name: 'Viewed an order' }).count()).toBe(0)
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Everything' })
  await page.getByRole('button', { name: 'Filter' }).click()
  const viewed = rows(page).filter({ hasText: 'Viewed an order' })
  await viewed.waitFor()
  // Only who points at a time sees what an engineer looks for.
  expect(await page.locator('main').innerText()).not.toMatch(/Network|request [0-9a-f]/)
  const number = /U-\d+/.exec(await viewed.innerText())?.[0] ?? ''
  await picture(page, 'audit-log-1280')
  await page.getByLabel('Object').fill(number)
  await page.getByLabel('Action').selectOption({ label: 'Viewed an order' })
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Filter' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/action=order-viewed/)
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('object')).toBe(number)
  await page.getByLabel('Day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('No entries match.').waitFor()
  await picture(page, 'audit-log-none')
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
})

test('it fits a phone, light and dark, and says so when the server cannot be reached', async ({ browser, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/portal/audit-log')
    await rows(page).first().waitFor()
    await picture(page, `audit-log-360-${colorScheme}`)
    const { inner, whole } = await page.evaluate(() => ({
      inner: innerWidth,
      whole: document.documentElement.scrollWidth,
    }))
    expect(whole).toBeLessThanOrEqual(inner)
  }
  browser.allowedFaults.push(/ERR_FAILED/)
  await page.route('**/api/v1/admin/audit-log*', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: /again/i }).waitFor()
  await picture(page, 'audit-log-away')
})
