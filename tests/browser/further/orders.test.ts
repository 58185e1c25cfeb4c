import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { buy } from '../../world/buyer.ts'
import type { RunningServer } from '../../world/server.ts'

test.beforeAll(async ({ server }) => {
  for (const [code, name] of [
    ['MCOM', 'ana'],
    ['MCOM', 'ben'],
    ['NSPR', 'cleo'],
  ] as const)
    await buy(server.url, await getCohortCode(server, code), `${name}@understudy.test`)
})

async function getCohortCode(server: RunningServer, prefixCode: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/courses/${prefixCode}`)
  return (await answer.json()).data.cohorts[0].courseCode
}
const rows = (page: Page) => page.locator('[data-row] a')
const getParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('only an admin can open the orders, from the home page', async ({ page }) => {
  await page.goto('/portal/orders')
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.goto('/portal')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Orders' }).click()
  await rows(page).first().waitFor()
})

test('an order is found, opened and closed by keyboard, and the URL names the search and the order', async ({
  page,
}) => {
  await page.keyboard.press('/')
  await page.keyboard.type('ben understudy')
  await expect.poll(() => getParam(page, 'q')).toBe('ben understudy')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('understudy')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
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
  expect(await page.evaluate(() => document.activeElement?.matches('[data-row] a'))).toBe(true)
  await page.goBack()
  await title.waitFor()
})

test('filters are removable chips, an empty result offers a way back, and single-key shortcuts can be switched off', async ({
  server,
  page,
}) => {
  await page.goto('/portal/orders')
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('No orders match.').waitFor()
  await expect.poll(() => getParam(page, 'status')).toBe('failed')
  await page.getByRole('link', { name: 'Remove filter: status failed' }).click()
  await rows(page).first().waitFor()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Course').selectOption(await getCohortCode(server, 'NSPR'))
  await expect.poll(() => page.locator('table').innerText()).not.toContain('Mobile content creator')
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  await expect.poll(() => page.url()).toBe(`${server.url}/portal/orders`)
  await page.getByText('Keyboard shortcuts', { exact: true }).click()
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('/')
  expect(await page.getByLabel('Search orders').evaluate((box) => box === document.activeElement)).toBe(false)
  await page.getByLabel('Use single-key shortcuts').check()
})

test('the order of the list is in the URL, on a phone too, and its header stays while the page scrolls', async ({
  server,
  page,
}) => {
  const listNumbers = () => page.locator('[data-row] td:first-child b').allTextContents()
  await page.goto('/portal/orders')
  await rows(page).first().waitFor()
  const newestFirst = await listNumbers()
  const header = page.getByRole('columnheader', { name: 'Order', exact: true })
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await header.getByRole('link').press('Enter')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(async () => (await listNumbers())[0]).not.toBe(newestFirst[0])
  const oldestFirst = await listNumbers()
  expect(oldestFirst).toEqual(oldestFirst.toSorted())
  expect(newestFirst).toEqual(newestFirst.toSorted().toReversed())
  await page.setViewportSize({ width: 1280, height: 300 })
  await rows(page).last().focus()
  expect((await header.boundingBox())?.y).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  await header.getByRole('link').click()
  await expect.poll(listNumbers).toEqual(newestFirst)
  expect(page.url()).toBe(`${server.url}/portal/orders`)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the filtered orders are saved as a file', async ({ page }) => {
  await page.goto('/portal/orders?q=cleo')
  await rows(page).first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('orders.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',Speak so they lean in,')
})

test('no part of the orders is wider than its screen, and axe finds no fault in light or dark mode', async ({
  page,
}) => {
  await rows(page).first().click()
  await page.getByText('History').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 640, 768, 992, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      expect(await findAxeFaults(page), `${colorScheme} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})
