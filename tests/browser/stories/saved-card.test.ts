/**
 * Cards that buyers agree to keep: for the balance of a deposit, and for the next course. The test moves dates in the
 * database instead of waiting.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { balanceChargeJob } from '#sell/checkout/queue.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { getAfternoonZone } from '../../world/afternoon-zone.ts'
import { audited } from '../../world/audited.ts'
import { enterWith } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { createAccount } from '../../world/new-account.ts'
import { runJob } from '../../world/run-job.ts'
import type { RunningServer } from '../../world/server.ts'

const CARD = '4242 4242 4242 4242'

let db: Db
test.beforeAll(({ db: serverDb }) => {
  db = serverDb
})

test('a buyer agrees to the charge, gets a notice, and has paid everything on the day of the charge', async ({
  server,
  launchBrowser,
}) => {
  const email = 'cora.lind@understudy.test'
  const { page } = await launchBrowser()
  const order = await payDeposit(page, email, CARD)
  await page.getByText(/We’ll charge it to your Visa ••4242 on \d/).waitFor()
  await setPassword(server, page, email)
  await page.getByText(/We’ll charge it to your Visa ••4242 on \w+ \d/).waitFor()

  await comeToNotice(email)
  await runJob(server, balanceChargeJob, {})
  const notice = await newestMail(server.url, email, /^On .* we charge \$300\.00 for Mobile filmmaking/)
  for (const part of ['Visa ending 4242', '/portal/settings#saved-cards', order]) expect(notice.text).toContain(part)
  expect(await listPayments(email)).toEqual(['purchase complete'])

  await passDays(email, 3)
  await runJob(server, balanceChargeJob, {})
  await newestMail(server.url, email, /^All paid: Mobile filmmaking/)
  await page.goto(order)
  await isPaid(page, [
    ['Visa ••4242', '99.00'],
    ['Visa ••4242', '300.00'],
  ])
  await page.goto('/portal')
  await page.getByRole('heading', { name: /Mobile filmmaking/ }).waitFor()
  expect(await page.getByText('The balance for').count()).toBe(0)
  await page.goto('/portal/settings#saved-cards')
  await page.locator('#devices').waitFor()
  expect(await page.locator('#saved-cards').count()).toBe(0)
})

test('a buyer keeps a card, pays the next course with it by keyboard, then another one, and removes it', async ({
  server,
  launchBrowser,
}) => {
  const { page, context } = await launchBrowser({ width: 768 })
  const buyer = { email: 'kim.keeps@understudy.test', name: 'Kim Keeps' }
  await enterWith(context, 'learner', await createAccount(server, buyer))
  await buyWithCard(page, 'MCOM', CARD)

  await page.goto('/checkout/NSPR')
  const own = page.getByRole('radio', { name: /^Continue with Visa ••4242 Expires 12 \/ 2040$/ })
  await own.waitFor()
  expect(await own.isChecked()).toBe(true)
  expect(await page.getByLabel('Card number').isVisible()).toBe(false)
  await own.focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByLabel('Card number').isVisible()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'terms')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isEnrolled(page)
  await page.getByText('Visa ••4242').first().waitFor()

  await page.goto('/checkout/MCOM2')
  await own.waitFor()
  await page.getByRole('radio', { name: 'Another card' }).check()
  await pay(page, CARD)
  await isEnrolled(page)

  await page.goto('/portal/settings#saved-cards')
  await page.getByRole('button', { name: 'Remove Visa ••4242 for your next course' }).press('Enter')
  await page.getByText('We removed Visa ••4242. You’ll enter a card at your next course.').waitFor()
  await page.goto('/checkout/DAPR')
  await page.getByText('Not you? Log out').waitFor()
  await page.getByRole('checkbox', { name: /^Keep this card/ }).waitFor()
  expect(await page.getByText('Continue with').count()).toBe(0)
  expect(await audited(server.dataDir)).toContain('No violation')
})

/** Returns the URL of the order. */
async function payDeposit(page: Page, email: string, card: string): Promise<string> {
  await page.goto('/checkout/NG')
  await page.getByText('Pay a deposit', { exact: true }).click()
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Cora Lind')
  await page.locator('main [name="terms"]').check()
  await page
    .getByRole('checkbox', { name: /^Charge \$300\.00 \(about ₱17,500\) on .*at least 3 days before/ })
    .press('Space')
  await typeCard(page, card)
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Deposit paid', { exact: true }).first().waitFor()
  return page.url()
}

async function setPassword(server: RunningServer, page: Page, email: string): Promise<void> {
  await page.goto(linkIn(await newestMail(server.url, email, /You’re in/), 'set-password'))
  await page.locator('main [name="password"]').fill('eleven quiet lanterns')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal')
}

/** The receipt has the payments by card, and nothing is left to pay. */
async function isPaid(page: Page, payments: [card: string, amount: string][]): Promise<void> {
  const receipt = page.getByRole('region', { name: 'Receipt' })
  for (const [line, amount] of [...payments, ['Paid', '399.00'] as const])
    await receipt.locator('dl > div', { hasText: line }).locator(`[data-amount="${amount}"]`).waitFor()
  expect(await page.getByRole('heading', { name: 'Pay the balance' }).count()).toBe(0)
}

/** The day on which the notice of the charge is due. It is afternoon for the buyer, so that e-mails are sent at once. */
async function comeToNotice(email: string): Promise<void> {
  await sql`update orders set balance_due_at = now() + interval '3 days', timezone_id = ${getAfternoonZone()}
    where email = ${email}`.execute(db)
}

async function passDays(email: string, days: number): Promise<void> {
  const passed = sql`${days} * interval '1 day'`
  await sql`update orders set balance_due_at = balance_due_at - ${passed} where email = ${email}`.execute(db)
  await sql`update card_mandate set notified_at = notified_at - ${passed}, charge_at = charge_at - ${passed}
    from orders where orders.id = order_id and orders.email = ${email}`.execute(db)
}

/** The purpose and state of each payment, in order. */
async function listPayments(email: string): Promise<string[]> {
  const { rows } = await sql<{ payment: string }>`select purpose || ' ' || p.state as payment
    from payment p join orders o on o.id = p.order_id where o.email = ${email} order by p.attempt`.execute(db)
  return rows.map(({ payment }) => payment)
}

/** Agrees that the card is kept. */
async function buyWithCard(page: Page, code: string, card: string): Promise<void> {
  await page.goto(`/checkout/${code}`)
  await page.getByText('Not you? Log out').waitFor()
  await page.getByRole('checkbox', { name: /^Keep this card/ }).check()
  await pay(page, card)
  await isEnrolled(page)
}

async function pay(page: Page, card?: string): Promise<void> {
  if (card) await typeCard(page, card)
  await page.locator('main [name="terms"]').check()
  await payButton(page).click()
}

async function isEnrolled(page: Page): Promise<void> {
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no key reaches ${name}`)
}
