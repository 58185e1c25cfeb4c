/** Tabs, reloads and other buyers during a payment. The others are in `tests/browser/further/checkout-reloads.test.ts`. */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { listCharges, lose, paid, pay, readyAgain, readyToPay } from '../../support/checkout-tabs.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { audited } from '../../world/audited.ts'
import { buy } from '../../world/buyer.ts'
import { PASSWORD } from '../../world/demo-visitor.ts'
import { createAccount } from '../../world/new-account.ts'

test('two tabs that pay for the same person at once: one charge, and both show its receipt', async ({
  server,
  browser,
}) => {
  const email = 'tomas.at-once@understudy.test'
  const tabs = [await readyToPay(browser, email), await readyToPay(browser, email)]
  await Promise.all(tabs.map(pay))
  for (const tab of tabs) await paid(tab)
  expect(tabs[0]!.url()).toBe(tabs[1]!.url())
  expect(await listCharges(server, email)).toEqual(['complete'])
  for (const tab of tabs) await tab.close()
})

test('a reload before the bank answers comes back to the truth, and to one charge', async ({ server, browser }) => {
  const email = 'ray.bank@understudy.test'
  const page = await readyToPay(browser, email)
  const { isLost } = await lose(page, '**/sandbox/v1/confirm', 'answer')
  await pay(page)
  await isLost
  await page.reload()
  await paid(page)
  expect(await listCharges(server, email)).toEqual(['complete'])
  await page.close()
})

test('another buyer takes the last seat during the order: nothing is charged, and the input stays', async ({
  server,
  browser,
  db,
  onTestFinished,
}) => {
  const email = 'sol.dout@understudy.test'
  const courseCode = (await getCohortForCode(db, 'NG', new Date()))!.cohortCode
  const cohorts = db.updateTable('cohort').where('course_code', '=', 'NG')
  const before = await db
    .selectFrom('cohort')
    .select(['cohort_code', 'capacity'])
    .where('course_code', '=', 'NG')
    .execute()
  onTestFinished(async () => {
    for (const { cohort_code, capacity } of before)
      await cohorts
        .set({ capacity: sql`greatest(${capacity}, taken)` })
        .where('cohort_code', '=', cohort_code)
        .execute()
  })
  await cohorts.set({ capacity: 30 }).execute()
  const page = await readyToPay(browser, email, { at: `/checkout/${courseCode}` })
  await cohorts.set({ capacity: sql`taken + 1` }).where('cohort_code', '=', courseCode).execute()
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
  await page.getByRole('link', { name: /\$399 \(about ₱23,300\) a seat\. We’ll keep your details/ }).click()
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
  server,
  browser,
  page,
  db,
}) => {
  const other = { email: 'tess.other@understudy.test', name: 'Tess Other' }
  await createAccount(server, other)
  const isShown = (email: string) => page.locator('main').getByText(email).first().waitFor()
  await page.goto('/checkout/DAPR')
  await isShown('learner@understudy.test')
  await page.locator('main [name="phoneNumber"]').fill('+63 917 123 4567')

  const tab = await browser.context.newPage()
  await tab.goto('/portal')
  await tab.getByRole('heading', { name: 'Good to see you' }).waitFor()
  const isLoggedOut = tab.waitForEvent('load')
  await tab.getByRole('button', { name: 'Log out' }).first().click()
  await isLoggedOut
  await logIn(tab, other.email)
  await isShown(other.email)
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
    .where('orders.email', 'in', ['learner@understudy.test', other.email])
  expect(await orders.execute()).toEqual([{ email: other.email, state: 'complete' }])
})

test('the audit finds no violation after these journeys', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/portal')
  await untilHydrated(page)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).first().waitFor()
}
