/** The browser asks again whose the account is, and goes on with what was pressed. Contract §3. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { openTool } from '../../tools/open-tool.ts'
import { faultsOf } from '../axe.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

const PASSWORD = 'understudy-demo'
const PICTURES = process.env.STEP_UP_PICTURES
let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

/** As though every session's last step-up was an hour ago. */
async function ageStepUps(): Promise<void> {
  const tool = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  await sql`update session set stepped_up_at = now() - interval '1 hour'`.execute(tool.db)
  await tool.close()
}

test('a CSV export in a session of an hour asks for the password, and then comes', async () => {
  const { page } = browser
  await page.goto(`${server.url}/portal/orders`)
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const exported = page.getByRole('button', { name: 'Export CSV' })
  await exported.waitFor()
  await ageStepUps()

  const dialog = page.locator('dialog#step-up')
  await exported.click()
  await dialog.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/step-up-${colorScheme}-${width}.png` })
      expect(await faultsOf(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await page.getByText('Please confirm that it is you, then try again.').waitFor()

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
  // Chromium reports the refusals that this journey is about.
  expect(browser.faults.filter((fault) => !/status of 40[03]/.test(fault))).toEqual([])
})
