/** Deposits whose buyers agree to a charge of the balance. The test moves dates in the database instead of waiting. */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { balanceChargeJob, balanceRemindJob } from '#sell/checkout/queue.ts'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { getAfternoonZone } from '../../world/afternoon-zone.ts'
import { audited } from '../../world/audited.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { runJob } from '../../world/run-job.ts'
import type { RunningServer } from '../../world/server.ts'

const DECLINES_LATER = '4000 0000 0000 0341'

let db: Db
test.beforeAll(({ db: serverDb }) => {
  db = serverDb
})

test('a card that is declined twice brings an e-mail with a link, by which another card pays', async ({
  server,
  launchBrowser,
}) => {
  const email = 'dario.vale@understudy.test'
  const { page, context } = await launchBrowser({ width: 360 })
  const order = await payDeposit(page, email, DECLINES_LATER)
  await setPassword(server, page, email)

  await comeToNotice(email)
  await runJob(server, balanceChargeJob, {})
  await newestMail(server.url, email, /^On .* we charge \$300\.00/)
  await passDays(email, 3)
  await runJob(server, balanceChargeJob, {})
  await expect.poll(() => listPayments(email)).toEqual(['purchase complete', 'balance cancelled'])
  await page.goto(order)
  await page.getByText(/Your Visa ••0341 was declined\. We’ll charge it once more on \d/).waitFor()

  await passDays(email, 1)
  await runJob(server, balanceChargeJob, {})
  const mail = await newestMail(server.url, email, /^Please pay \$300\.00 for Mobile filmmaking/)
  expect(mail.text).toContain('Your Visa ending 0341 was declined')
  // A new tab has no token of the checkout, so the log-in opens the order.
  const later = await context.newPage()
  await later.goto(/https?:\S+\/order\/[\w-]+/.exec(mail.text)![0])
  await later.getByText('Your Visa ••0341 was declined, and we won’t charge it again').waitFor()
  await later.getByText('It’s due now.').waitFor()
  await later.getByRole('link', { name: 'Pay $300.00' }).press('Enter')
  await later.getByRole('heading', { name: 'Pay the balance' }).waitFor()
  await typeCard(later)
  await payButton(later).click()
  await later.waitForURL('**/order/*')
  await isPaid(later, [
    ['Visa ••0341', '99.00'],
    ['Visa ••4242', '300.00'],
  ])
  await newestMail(server.url, email, /^All paid: Mobile filmmaking/)
  expect(await listPayments(email)).toEqual([
    'purchase complete',
    'balance cancelled',
    'balance cancelled',
    'balance complete',
  ])
})

test('a card removed in the settings is not charged, and the usual reminder asks for the balance', async ({
  server,
  launchBrowser,
}) => {
  const email = 'ruth.amsel@understudy.test'
  const { page } = await launchBrowser()
  const order = await payDeposit(page, email, '4242 4242 4242 4242')
  await setPassword(server, page, email)
  await comeToNotice(email)
  await runJob(server, balanceChargeJob, {})
  const notice = await newestMail(server.url, email, /^On .* we charge \$300\.00/)

  await page.goto(/https?:\S+\/portal\/settings#saved-cards/.exec(notice.text)![0])
  await page.getByRole('button', { name: 'Remove Visa ••4242' }).press('Enter')
  await page.getByText(/^We removed Visa ••4242 and won’t charge it/).waitFor()
  await page.locator('#saved-cards').getByRole('link', { name: 'the order page' }).press('Enter')
  await page.waitForURL(order)
  await page.getByText('If the balance is late, we’ll send three reminders').waitFor()
  expect(await page.getByText('We’ll charge it').count()).toBe(0)

  await passDays(email, 4)
  await runJob(server, balanceChargeJob, {})
  await runJob(server, balanceRemindJob, {})
  await newestMail(server.url, email, /^Still to pay: \$300\.00 for Mobile filmmaking/)
  expect(await listPayments(email)).toEqual(['purchase complete'])
  await page.goto('/portal')
  await page.getByText(/\$300\.00 was due on/).waitFor()
  await page.reload()
  expect(await page.getByText('We’ll charge it').count()).toBe(0)
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
