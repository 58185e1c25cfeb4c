import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { orderExpireJob } from '#sell/checkout/queue.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { runJob } from '../../world/run-job.ts'
import type { RunningServer } from '../../world/server.ts'

let page: Page
test.beforeAll(async ({ launchBrowser }) => {
  ;({ page } = await launchBrowser({ width: 390 }))
})

/** Chooses PayPal before the terms: the button says what it does. */
async function payByPaypal(page: Page, key?: 'Enter'): Promise<void> {
  await page.getByRole('radio', { name: /^PayPal/ }).check()
  const pay = page.getByRole('button', { name: /^Pay with PayPal \$/ })
  await (key ? pay.press(key) : pay.click())
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

async function goToPaypal(page: Page, email: string, code: string): Promise<void> {
  await page.goto(`/checkout/${code}`)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Pia Pal')
  await page.locator('main [name="terms"]').check()
  await payByPaypal(page, 'Enter')
  await page.waitForURL('**/sandbox/paypal/*')
}

test('a guest cancels at PayPal, is declined, then pays there and gets the receipt', async () => {
  await goToPaypal(page, 'pia.pal@understudy.test', 'MCOM')
  expect(await page.locator('[data-amount="49.00"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()

  await page.waitForURL('**/order/*')
  expect(page.url()).not.toMatch(/token|vt=/i)
  await heading(page, 'Not approved at PayPal yet')
  await page.getByRole('link', { name: 'Continue at PayPal' }).click()
  await page.getByRole('button', { name: 'Approve, and PayPal declines the payment' }).click()

  await page.waitForURL('**/order/*')
  await heading(page, 'PayPal declined the payment')
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.waitForURL('**/checkout/*')
  await page.locator('main [name="terms"]').check()
  await payByPaypal(page)
  await page.getByRole('button', { name: 'Approve, and PayPal answers late' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await page.getByText('PayPal', { exact: true }).count()).toBeGreaterThan(0)
})

test('a closed window resumes the same payment, and an approval after the hold takes the seats again', async ({
  server,
  db,
}) => {
  await goToPaypal(page, 'nora.pal@understudy.test', 'NSPR')
  const approvalUrl = page.url()
  await page.goBack()
  await page.getByText('Not paid yet').waitFor()
  expect(await page.getByRole('radio', { name: /^PayPal/ }).isChecked()).toBe(true)
  await page.locator('main [name="terms"]').check()
  await page.getByRole('button', { name: /^Pay with PayPal \$/ }).click()
  await page.waitForURL(approvalUrl)
  await page.getByRole('button', { name: 'Close the window' }).click()
  await heading(page, 'You closed the window')

  await page.goto('/checkout/NSPR')
  await page.getByText('You haven’t approved the payment at PayPal').waitFor()
  await page.locator('main [name="terms"]').check()
  await payByPaypal(page)
  await page.waitForURL('**/sandbox/paypal/*')
  expect(page.url()).toBe(approvalUrl)

  await letExpire(server, db, 'nora.pal@understudy.test')
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
})

/** Ends the hold of an order, as time would. */
async function letExpire(server: RunningServer, db: Db, email: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`update seat_hold h set expires_at = now() - interval '1 second'
    from orders o where o.id = h.order_id and o.email = ${email} returning o.id::text`.execute(db)
  const orderId = rows[0]!.id
  await runJob(server, orderExpireJob, { orderId })
  const order = db.selectFrom('orders').select('state').where('id', '=', orderId)
  expect(await order.executeTakeFirst()).toEqual({ state: 'expired' })
}
