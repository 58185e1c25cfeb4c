import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeFaults } from '../support/axe.ts'
import { test } from '../support/browser-test.ts'

test.override('browserOptions', { width: 390 })

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

async function goToPaypal(page: Page, email: string): Promise<void> {
  await page.goto('/checkout/MCOM')
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Pia Pal')
  await page.locator('main [name="terms"]').check()
  await page.getByRole('button', { name: 'Pay with PayPal' }).press('Enter')
  await page.waitForURL('**/sandbox/paypal/*')
}

test('a guest cancels at PayPal, is declined, then pays there and gets the receipt', async ({ page }) => {
  await goToPaypal(page, 'pia.pal@understudy.test')
  expect(await page.locator('[data-amount="49.00"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()

  await page.waitForURL('**/order/*')
  expect(page.url()).not.toMatch(/token|vt=/i)
  await heading(page, 'Not approved at PayPal yet')
  expect(await findAxeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Continue at PayPal' }).click()
  await page.getByRole('button', { name: 'Approve, and PayPal declines the payment' }).click()

  await page.waitForURL('**/order/*')
  await heading(page, 'PayPal declined the payment')
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.waitForURL('**/checkout/*')
  await page.locator('main [name="terms"]').check()
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Approve, and PayPal answers late' }).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await page.getByText('PayPal', { exact: true }).count()).toBeGreaterThan(0)
}, 120_000)
