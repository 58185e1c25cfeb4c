/** Checkouts in tabs of one browser: what a buyer fills in and presses, and what was charged. */
import type { Page, Route } from 'playwright-core'
import { readConfig } from '#config/config.ts'
import type { Db } from '#platform/db/db.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import type { RunningServer } from '../world/server.ts'
import type { Journey } from './browser.ts'
import { payButton, typeCard } from './pay-form.ts'

/** A new tab with everything that a payment needs. */
export async function readyToPay(
  browser: Journey,
  email: string,
  { at = '/checkout/MCOM', number = '4242 4242 4242 4242' } = {},
): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(at)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Tomas Tabs')
  await readyAgain(page, number)
  return page
}

/** Fills in consent and card, which no browser storage holds. */
export async function readyAgain(page: Page, number?: string): Promise<void> {
  await page.locator('main [name="terms"]').check()
  await typeCard(page, number)
}

/** Presses the button of the payment. */
export const pay = (page: Page) => payButton(page).click()

/** Works in the database of a server. */
async function inDatabase<Value>(server: RunningServer, work: (db: Db) => Promise<Value>): Promise<Value> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  return work(db).finally(close)
}

/** The states of all payments of a buyer. */
export const listCharges = (server: RunningServer, email: string): Promise<string[]> =>
  inDatabase(server, async (db) => {
    const rows = await db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .select('payment.state')
      .where('orders.email', '=', email)
      .execute()
    return rows.map((row) => row.state).toSorted()
  })

/** This browser never hears of the next such request, whether it does what it does or gets lost on its way. */
export async function lose(page: Page, path: string, what: 'answer' | 'request'): Promise<{ isLost: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    if (what === 'answer') await route.fetch()
    resolve()
  }
  await page.route(path, hold, { times: 1 })
  return { isLost: promise }
}

/** Waits for the receipt. */
export async function paid(page: Page): Promise<void> {
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
}
