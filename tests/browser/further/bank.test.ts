import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'

test.override('browserOptions', { width: 390 })

const findBankQuestion = (page: Page) => page.getByRole('heading', { name: 'Your bank asks: is this you?' })

test('a bank challenge stays after a reload and is answered on its own page; a refusal is shown as the buyer’s choice', async ({
  page,
}) => {
  await page.goto('/checkout/MCOM')
  await page.locator('main [name="email"]').fill('ines.bank@understudy.test')
  await page.locator('main [name="name"]').fill('Ines Bank')
  await payWithQuestion(page)

  await findBankQuestion(page).waitFor()
  await page.reload()
  await findBankQuestion(page).waitFor()
  await page.goto('/mobile-content-creator')
  const note = page.getByText('Your order for this course isn’t paid yet.')
  await note.getByRole('link', { name: 'Continue' }).click()
  await findBankQuestion(page).waitFor()
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.waitForURL('**/sandbox/bank/*')
  expect(await page.locator('[data-amount="49.00"]').count()).toBe(1)
  expect(page.url()).not.toMatch(/secret|token/)
  await page.getByRole('button', { name: 'Refuse the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: 'You refused your bank’s confirmation' }).waitFor()
  await page.getByRole('link', { name: 'Try another card' }).click()
  await page.waitForURL('**/checkout/*')
  await payWithQuestion(page)
  await findBankQuestion(page).waitFor()
  await page.goto(page.url())
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.getByRole('button', { name: 'Accept the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  await page.goto('/mobile-content-creator')
  await page.waitForLoadState('networkidle')
  expect(await page.locator('[data-open-order]').isHidden()).toBe(true)
})

async function payWithQuestion(page: Page): Promise<void> {
  await page.locator('main [name="terms"]').check()
  await typeCard(page, '4000 0025 0000 3155')
  await payButton(page).click()
}
