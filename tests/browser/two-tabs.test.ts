import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import type { Db } from '#platform/db/db.ts'
import { openTool } from '../../tools/open-tool.ts'
import { audited } from '../audited.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { buy } from '../buyer.ts'
import { newestMail } from '../mailbox.ts'
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

async function readyToPay(
  email: string,
  { at = '/checkout/MCOM', number = '4242 4242 4242 4242' } = {},
): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(server.url + at)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Tomas Tabs')
  await readyAgain(page, number)
  return page
}

/** What is nowhere kept: consent and card. */
async function readyAgain(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.locator('main [name="terms"]').check()
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click()

async function inDatabase<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
  const { db, close } = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  return work(db).finally(close)
}

const chargesOf = (email: string): Promise<string[]> =>
  inDatabase(async (db) => {
    const rows = await db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .select('payment.state')
      .where('orders.email', '=', email)
      .execute()
    return rows.map((row) => row.state).toSorted()
  })

/** This browser never hears of the next such request, whether it does what it does or gets lost on its way. */
async function lose(page: Page, path: string, what: 'answer' | 'request'): Promise<{ isLost: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    if (what === 'answer') await route.fetch()
    resolve()
  }
  await page.route(path, hold, { times: 1 })
  return { isLost: promise }
}

async function paid(page: Page): Promise<void> {
  await page.waitForURL('**/order/*', { timeout: 30_000 })
  await page.getByText('Complete', { exact: true }).first().waitFor()
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
    for (const tab of tabs) await paid(tab)
    expect(tabs[0]!.url()).toBe(tabs[1]!.url())
    expect(await chargesOf(email)).toEqual(['complete'])
    expect(browser.faults).toEqual([])
    for (const tab of tabs) await tab.close()
  },
  90_000,
)

test('a bank that answers late: both pages say that it waits, the receipt comes by itself, after one charge', async () => {
  const email = 'lena.late@understudy.test'
  const page = await readyToPay(email, { number: '4000 0000 0000 0077' })
  await pay(page)
  await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
  const orderId = await page.evaluate(() => JSON.parse(sessionStorage.getItem('enrolment') ?? '{}').orderId)
  await page.goto(`${server.url}/order/${orderId}`)
  await page.getByText('is pending').waitFor()
  expect(await chargesOf(email)).toEqual(['pending'])

  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await chargesOf(email)).toEqual(['complete'])
  await newestMail(server.url, email, /Receipt/i)
  expect(browser.faults).toEqual([])
  await page.close()
}, 60_000)

test.each([
  {
    before: 'the order is answered',
    path: '**/sign-up-payment/card',
    lost: 'answer',
    charges: ['cancelled', 'complete'],
  },
  { before: 'the card is sent', path: '**/sandbox/v1/confirm', lost: 'request', charges: ['complete'] },
  { before: 'the bank answers', path: '**/sandbox/v1/confirm', lost: 'answer', charges: ['complete'] },
] as const)(
  'a reload before $before comes back to the truth, and to one charge',
  async ({ before, path, lost, charges }) => {
    const email = `ray.${before.replaceAll(' ', '-')}@understudy.test`
    const page = await readyToPay(email)
    const { isLost } = await lose(page, path, lost)
    await pay(page)
    await isLost
    await page.reload()
    if (before !== 'the bank answers') {
      await page
        .getByRole('heading', { name: 'Take your place' })
        .or(page.getByText('did not reach your bank'))
        .first()
        .waitFor()
      expect(await page.locator('main [name="email"]').inputValue()).toBe(email)
      await readyAgain(page)
      await pay(page)
    }
    await paid(page)
    expect(await chargesOf(email)).toEqual(charges)
    await page.close()
  },
  60_000,
)

test('the last seat goes to somebody else while the button is pressed: nothing is charged, and nothing typed is lost', async () => {
  const email = 'sol.dout@understudy.test'
  const courseCode = await inDatabase(async (db) => (await cohortForCode(db, 'NG', new Date()))!.courseCode)
  const cohorts = (db: Db) => db.updateTable('cohort').where('prefix_code', '=', 'NG')
  await inDatabase((db) => cohorts(db).set({ capacity: 30 }).execute())
  const page = await readyToPay(email, { at: `/checkout/${courseCode}` })
  await inDatabase((db) =>
    cohorts(db)
      .set(({ ref }) => ({ capacity: sql<number>`${ref('taken')} + 1` }))
      .where('course_code', '=', courseCode)
      .execute(),
  )
  expect((await buy(server.url, courseCode)).outcome).toBe('complete')
  await pay(page)
  const told = page.getByRole('heading', { name: 'Every seat is taken' })
  await told.waitFor()
  expect(await told.evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await page.getByText('Nothing was charged').count()).toBe(1)
  expect(await chargesOf(email)).toEqual([])

  const line = page.locator('main [name="email"]:visible')
  expect(await line.inputValue()).toBe(email)
  await line.press('Enter')
  await page.getByText('You’re on the waitlist').waitFor()
  await page.getByRole('link', { name: 'We’ll keep your details' }).click()
  await page.getByRole('heading', { name: 'Take your seat' }).waitFor()
  expect(await page.locator('main [name="email"]').inputValue()).toBe(email)
  await readyAgain(page)
  await pay(page)
  await paid(page)
  expect(await chargesOf(email)).toEqual(['complete'])
  expect(browser.faults.splice(0)).toEqual([
    expect.stringContaining('status of 409'),
    expect.stringContaining('status of 409'),
  ])
  await page.close()
}, 60_000)

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
