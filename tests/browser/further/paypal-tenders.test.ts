import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { money } from '#domain/money/money.ts'
import type { Db } from '#platform/db/db.ts'
import { bookReward } from '#sell/ledger/credit.ts'
import { test } from '../../support/browser-test.ts'
import { typeCard } from '../../support/pay-form.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { holdLateAnswers } from '../../world/late-answers.ts'

test.override('browserOptions', { width: 390 })

/** Chooses PayPal before the terms: the button says what it does. */
async function payByPaypal(page: Page, key?: 'Enter'): Promise<void> {
  await page.getByRole('radio', { name: /^PayPal/ }).check()
  const pay = page.getByRole('button', { name: /^Pay with PayPal \$/ })
  await (key ? pay.press(key) : pay.click())
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

test('a learner uses a gift card and credit, and pays the rest at PayPal', async ({ launchBrowser, server, db }) => {
  await giveCredit(db, 'learner@understudy.test')
  const learner = await launchBrowser({ width: 1280 })
  await enterAs(learner.context, server.url, 'learner')
  const { page } = learner
  await page.goto('/checkout/TUCPR')
  await page.getByText('Not you? Log out').waitFor()
  await page.getByRole('button', { name: /^Use your .* credit$/ }).click()
  await page.getByText('Your credit').first().waitFor()
  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.locator('[name="giftCardCode"]').fill('GIFT-DEMO-0100')
  await page.keyboard.press('Enter')
  const due = page.getByRole('button', { name: /^Pay \$/ }).locator('[data-amount]')
  await page.getByRole('button', { name: /^Remove .*0100/ }).waitFor()
  const amount = await due.getAttribute('data-amount')
  await page.locator('main [name="terms"]').check()
  await payByPaypal(page)

  await page.waitForURL('**/sandbox/paypal/*')
  expect(await page.locator('[data-amount]').getAttribute('data-amount')).toBe(amount)
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  const orderId = new URL(page.url()).pathname.split('/').at(-1)!
  const paid = await listPaid(db, orderId)
  expect(paid.map(({ method }) => method)).toEqual(['credit', 'gift-card', 'paypal'])
})

test('a gift card is bought at PayPal', async ({ page }) => {
  await page.goto('/gift-card/buy')
  await page.locator('[name="recipient.name"]').fill('Rui')
  await page.locator('[name="recipient.email"]').fill('rui@understudy.test')
  await page.locator('main [name="name"]').fill('Bea Pal')
  await page.locator('main [name="email"]').fill('bea.pal@understudy.test')
  await page.locator('main [name="terms"]').check()
  await payByPaypal(page)
  await page.waitForURL('**/sandbox/paypal/*')
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL('**/order/*')
  await heading(page, /^Thank you\. Your gift is/)
})

test('a deposit is not offered at PayPal, and its balance is paid there with a late answer', async ({ page, db }) => {
  await page.goto('/checkout/NG')
  await page.getByText('Pay a deposit', { exact: true }).click()
  const payDeposit = page.getByRole('button', { name: /^Pay \$99/ })
  await payDeposit.waitFor()
  expect(await page.getByRole('radio', { name: /^PayPal/ }).count()).toBe(0)
  await page.locator('main [name="email"]').fill('dora.pal@understudy.test')
  await page.locator('main [name="name"]').fill('Dora Pal')
  await page.locator('main [name="terms"]').check()
  await typeCard(page)
  await payDeposit.click()
  await page.waitForURL('**/order/*')

  const payBalance = page.getByRole('link', { name: 'Pay $300.00' })
  await payBalance.click()
  await heading(page, 'Pay the balance')
  await payByPaypal(page)
  await page.waitForURL('**/sandbox/paypal/*')
  const letAnswer = await holdLateAnswers(db)
  await page.getByRole('button', { name: 'Approve, and PayPal answers late' }).click()
  await page.waitForURL('**/order/*')
  await heading(page, 'Your balance is being paid')
  expect(await payBalance.count()).toBe(0)
  await letAnswer()
  await page.getByRole('heading', { name: 'Your balance is being paid' }).waitFor({ state: 'detached' })
  expect(await payBalance.count()).toBe(0)
})

async function giveCredit(db: Db, email: string): Promise<void> {
  const { id } = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => bookReward(tx, randomUUID(), id, money(5_000, 'USD')))
}

/** The parts of an order that are paid, in the order of their methods. */
function listPaid(db: Db, orderId: string) {
  const query = db.selectFrom('payment').select(['method', 'state']).where('order_id', '=', orderId).orderBy('method')
  return query.where('state', '=', 'complete').execute()
}
