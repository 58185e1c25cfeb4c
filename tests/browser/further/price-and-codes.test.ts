/** A creator sets an early price, a deposit and a promo code; a buyer uses the code; the creator sees its use. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { NO_REFUND } from '#domain/orders/refund-policy.ts'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { newestMail } from '../../world/mailbox.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'lina.okafor@understudy.test', name: 'Lina Okafor' }),
)

const openPage = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: label }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('an early price, a deposit and a code reach the buyer, and the code’s use reaches the creator', async ({
  page,
  db,
  server,
  launchBrowser,
}) => {
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Sourdough slowly')
  await page.getByLabel('One sentence about it').fill('Two hours, one loaf.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  await page.getByLabel('Price of a seat in US dollars').fill('80')
  await page.getByLabel('Day').fill('2099-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Number of seats').fill('8')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save and publish' }).click()
  await page.getByRole('heading', { name: 'On sale' }).waitFor()

  await openPage(page, 'Price')
  await page.getByLabel('Struck-through price (optional)').fill('120')
  await page.getByLabel('Early price').check()
  await page.locator('[name="early"]').fill('90')
  await page.getByLabel('Until', { exact: true }).fill('2099-01-01')
  await page.getByLabel('Deposit').check()
  await page.locator('[name="deposit"]').fill('20')
  await page.getByText('Shown once every amount is typed and fits the others.').waitFor()
  await page.locator('[name="early"]').fill('60')
  const sees = page.getByRole('group', { name: 'What a buyer will see' })
  await sees.locator('[data-amount="60.00"]').first().waitFor()
  expect(await sees.innerText()).toMatch(
    /\$60\s+before\s+\$120\s+or \$20 today and \$40 on 6 February[\s\S]*From 1 January 2099, 23:59[\s\S]*\$80/,
  )
  await page.getByText('Nobody is at the checkout now.').waitFor()
  await page.getByText('Final', { exact: true }).click()
  await save(page)
  await page.getByText('Saved. It counts now.').waitFor()

  await page.getByRole('button', { name: 'New code' }).click()
  const dialog = page.getByRole('dialog', { name: 'New promo code' })
  await dialog.getByLabel('Code', { exact: true }).fill('loaf25')
  await dialog.getByLabel('Per cent off').fill('25')
  await dialog.getByLabel('Uses, all together (optional)').fill('2')
  await dialog.getByRole('button', { name: 'Make the code' }).click()
  const row = page.locator('[data-row="LOAF25"]')
  await row.getByText('0 of 2 used').waitFor()

  const buyer = await launchBrowser({ width: 360 })
  await buyer.page.goto('/sourdough-slowly?promo=LOAF25')
  await buyer.page.getByText('LOAF25: 25% off').waitFor()
  await buyer.page.getByText(NO_REFUND, { exact: true }).waitFor()
  await buyer.page
    .locator('main')
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .click()
  await buyer.page.locator('[name="name"]').fill('Bo Santos')
  await buyer.page.locator('#email').fill('bo.santos@understudy.test')
  await payButton(buyer.page).locator('[data-amount="45.00"]').waitFor()
  await buyer.page.locator('[name="terms"]').check()

  // The price that the buyer has in hand is charged, whatever the creator saves meanwhile.
  await page.locator('[name="price"]').fill('100')
  await page.getByText('1 price is open at the checkout').waitFor()
  await page.locator('[name="early"]').fill('75')
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Overview' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await leave.waitFor({ state: 'hidden' })
  await page.getByText('Unsaved changes').waitFor()
  expect(changes).toEqual([])
  await page.getByText('Flexible', { exact: true }).click()
  await save(page)
  await page.getByText('Saved. It counts now.').waitFor()

  await typeCard(buyer.page)
  await payButton(buyer.page).click()
  await buyer.page.getByRole('heading', { name: 'You’re in' }).waitFor()
  const order = await db.selectFrom('orders').selectAll().where('email', '=', 'bo.santos@understudy.test').execute()
  expect(order).toMatchObject([
    { total_minor: 4500, promo_code: 'LOAF25', state: 'complete', refund_days_before: null, refund_late_percent: 0 },
  ])
  await buyer.page.getByText(`${NO_REFUND}.`).waitFor()
  const receipt = await newestMail(server.url, 'bo.santos@understudy.test')
  expect(receipt.text).toContain(`${NO_REFUND}.`)

  await page.reload()
  await row.getByText('1 of 2 used').waitFor()
  await row.locator('[data-amount="45.00"]').waitFor()
  await row.getByRole('button', { name: 'End LOAF25' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the code' }).click()
  await row.getByText('Ended').waitFor()
})
