import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { openTool } from '../../tools/open-tool.ts'
import { audited } from '../audited.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

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

async function readyToPay(email: string): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(`${server.url}/checkout/MCOM`)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Tomas Tabs')
  await page.locator('main [name="terms"]').check()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  return page
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click()

async function chargesOf(email: string): Promise<string[]> {
  const { db, close } = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const rows = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select('payment.state')
    .where('orders.email', '=', email)
    .execute()
  await close()
  return rows.map((row) => row.state)
}

test.each([
  ['at once', async (tabs: Page[]) => void (await Promise.all(tabs.map(pay)))],
  [
    'one after the other',
    async ([first, second]: Page[]) => {
      await pay(first!)
      await first!.waitForURL('**/order/*')
      await pay(second!)
    },
  ],
])(
  'two tabs that pay for the same person %s: one charge, and both show its receipt',
  async (how, press) => {
    const email = `tomas.${how.replaceAll(' ', '-')}@understudy.test`
    const tabs = [await readyToPay(email), await readyToPay(email)]
    await press(tabs)
    for (const tab of tabs) {
      await tab.waitForURL('**/order/*', { timeout: 30_000 })
      await tab.getByText('Complete', { exact: true }).first().waitFor()
    }
    expect(tabs[0]!.url()).toBe(tabs[1]!.url())
    expect(await chargesOf(email)).toEqual(['complete'])
    expect(browser.faults).toEqual([])
    for (const tab of tabs) await tab.close()
  },
  90_000,
)

test('who is signed in and enrolled is told so before a card is asked for, with no sum beside it', async () => {
  const { page } = browser
  await page.goto(`${server.url}/portal`)
  await page.locator('main [name="email"]').fill('learner@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).first().waitFor()
  await page.goto(`${server.url}/checkout/MCOM`)
  await page.getByRole('heading', { name: 'You are enrolled in this already' }).waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)
  expect(await page.locator('[data-amount]').count()).toBe(0)
  expect(browser.faults).toEqual([])
}, 60_000)

test('the audit finds nothing afterwards', async () => {
  expect(await audited(server.dataDir)).toContain('No violation')
})
