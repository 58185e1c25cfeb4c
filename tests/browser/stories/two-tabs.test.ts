import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { readConfig } from '#config/config.ts'
import type { Db } from '#platform/db/db.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { audited } from '../../world/audited.ts'
import { buy } from '../../world/buyer.ts'
import { holdLateAnswers } from '../../world/late-answers.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

async function readyToPay(
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
async function readyAgain(page: Page, number?: string): Promise<void> {
  await page.locator('main [name="terms"]').check()
  await typeCard(page, number)
}

const pay = (page: Page) => payButton(page).click()

async function inDatabase<Value>(server: RunningServer, work: (db: Db) => Promise<Value>): Promise<Value> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  return work(db).finally(close)
}

const listCharges = (server: RunningServer, email: string): Promise<string[]> =>
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
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
}

test.for([
  ['at once', async (tabs) => void (await Promise.all(tabs.map(pay)))],
  [
    'one after the other',
    async ([first, second]) => {
      await pay(first!)
      await first!.waitForURL('**/order/*')
      await pay(second!)
    },
  ],
] as [string, (tabs: Page[]) => Promise<void>][])(
  'two tabs that pay for the same person %s: one charge, and both show its receipt',
  async ([how, press], { server, browser }) => {
    const email = `tomas.${how.replaceAll(' ', '-')}@understudy.test`
    const tabs = [await readyToPay(browser, email), await readyToPay(browser, email)]
    await press(tabs)
    for (const tab of tabs) await paid(tab)
    expect(tabs[0]!.url()).toBe(tabs[1]!.url())
    expect(await listCharges(server, email)).toEqual(['complete'])
    for (const tab of tabs) await tab.close()
  },
)

test('a bank that answers late: both tabs show a pending payment, then the receipt, after one charge', async ({
  server,
  browser,
  db,
}) => {
  const letAnswer = await holdLateAnswers(db)
  const email = 'lena.late@understudy.test'
  const page = await readyToPay(browser, email, { number: '4000 0000 0000 0077' })
  await pay(page)
  await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
  const orderId = await page.evaluate(() => JSON.parse(sessionStorage.getItem('enrolment') ?? '{}').orderId)
  await page.goto(`/order/${orderId}`)
  await page.getByText('is pending').waitFor()
  expect(await listCharges(server, email)).toEqual(['pending'])

  await letAnswer()
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await listCharges(server, email)).toEqual(['complete'])
  await newestMail(server.url, email, /Receipt/i)
  await page.close()
})

test.for([
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
  async ({ before, path, lost, charges }, { server, browser }) => {
    const email = `ray.${before.replaceAll(' ', '-')}@understudy.test`
    const page = await readyToPay(browser, email)
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
    expect(await listCharges(server, email)).toEqual(charges)
    await page.close()
  },
)

test('another buyer takes the last seat during the order: nothing is charged, and the input stays', async ({
  server,
  browser,
}) => {
  const email = 'sol.dout@understudy.test'
  const courseCode = await inDatabase(server, async (db) => (await getCohortForCode(db, 'NG', new Date()))!.cohortCode)
  const cohorts = (db: Db) => db.updateTable('cohort').where('course_code', '=', 'NG')
  await inDatabase(server, (db) => cohorts(db).set({ capacity: 30 }).execute())
  const page = await readyToPay(browser, email, { at: `/checkout/${courseCode}` })
  await inDatabase(server, (db) =>
    cohorts(db)
      .set(({ ref }) => ({ capacity: sql<number>`${ref('taken')} + 1` }))
      .where('cohort_code', '=', courseCode)
      .execute(),
  )
  expect((await buy(server.url, courseCode)).outcome).toBe('complete')
  await pay(page)
  const soldOutHeading = page.getByRole('heading', { name: 'Every seat is taken' })
  await soldOutHeading.waitFor()
  expect(await soldOutHeading.evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await page.getByText('Nothing was charged').count()).toBe(1)
  expect(await listCharges(server, email)).toEqual([])

  const line = page.locator('main [name="email"]:visible')
  expect(await line.inputValue()).toBe(email)
  await line.press('Enter')
  await page.getByText('Almost done').waitFor()
  await page.getByRole('link', { name: /\$399 a seat\. We’ll keep your details/ }).click()
  await page.getByRole('heading', { name: 'Take your seat' }).waitFor()
  expect(await page.locator('main [name="email"]').inputValue()).toBe(email)
  await readyAgain(page)
  await pay(page)
  await paid(page)
  expect(await listCharges(server, email)).toEqual(['complete'])
  expect(browser.faults.splice(0)).toEqual([
    expect.stringContaining('status of 409'),
    expect.stringContaining('status of 409'),
  ])
  await page.close()
})

test('a signed-in learner who is already enrolled is told so before the card form, without an amount', async ({
  page,
}) => {
  await logIn(page, 'learner@understudy.test')
  await page.goto('/checkout/MCOM')
  await page.getByRole('heading', { name: 'You’re already enrolled' }).waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)
  expect(await page.locator('[data-amount]').count()).toBe(0)
})

test('an open checkout begins again for the person who logs in in another tab, and sells to nobody else', async ({
  browser,
  page,
  db,
}) => {
  const isShown = (email: string) => page.locator('main').getByText(email).first().waitFor()
  await page.goto('/checkout/DAPR')
  await isShown('learner@understudy.test')
  await page.locator('main [name="phoneNumber"]').fill('+63 917 123 4567')

  const other = await browser.context.newPage()
  await other.goto('/portal')
  await other.getByRole('heading', { name: 'Good to see you' }).waitFor()
  const isLoggedOut = other.waitForEvent('load')
  await other.getByRole('button', { name: 'Log out' }).first().click()
  await isLoggedOut
  await logIn(other, 'creator@understudy.test')
  await isShown('creator@understudy.test')
  expect(await page.getByText('learner@understudy.test').count()).toBe(0)
  expect(await page.locator('main [name="phoneNumber"]').inputValue()).toBe('')

  await readyAgain(page)
  await pay(page)
  await paid(page)
  const orders = db
    .selectFrom('orders')
    .innerJoin('cohort', 'cohort.cohort_code', 'orders.cohort_code')
    .select(['orders.email', 'orders.state'])
    .where('cohort.course_code', '=', 'DAPR')
    .where('orders.email', 'in', ['learner@understudy.test', 'creator@understudy.test'])
  expect(await orders.execute()).toEqual([{ email: 'creator@understudy.test', state: 'complete' }])
})

test('the audit finds no violation after these journeys', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/portal')
  await untilHydrated(page)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).first().waitFor()
}
