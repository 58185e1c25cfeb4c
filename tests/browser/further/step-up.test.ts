/** The browser asks again whose the account is, and goes on with what was pressed. docs/contract §3. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import type { RunningServer } from '../../world/server.ts'

const PASSWORD = 'understudy-demo'
const PICTURES = process.env.STEP_UP_PICTURES

/** As though every session's last step-up was an hour ago. */
async function ageStepUps(server: RunningServer): Promise<void> {
  const tool = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  await sql`update session set stepped_up_at = now() - interval '1 hour'`.execute(tool.db)
  await tool.close()
}

test('a CSV export in an hour-old session asks for the password, then downloads', async ({ server, browser, page }) => {
  // Chromium reports the refusals that this journey is about.
  browser.allowedFaults.push(/status of 40[03]/)
  await page.goto('/portal/orders')
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const exported = page.getByRole('button', { name: 'Export CSV' })
  await exported.waitFor()
  await ageStepUps(server)

  const dialog = page.locator('dialog#step-up')
  await exported.click()
  await dialog.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/step-up-${colorScheme}-${width}.png` })
      expect(await findAxeFaults(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await page.getByText('Please confirm it’s you, then try again.').waitFor()

  await exported.click()
  await dialog.locator('[name="password"]:focus').fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not your password').waitFor()
  const saved = page.waitForEvent('download')
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('orders.csv')
  await dialog.waitFor({ state: 'hidden' })

  const again = page.waitForEvent('download')
  await exported.click()
  expect((await again).suggestedFilename()).toBe('orders.csv')
})
