/** The card fields and the button of the sandbox's payment form, on the checkout, the order page and the gift card page. */
import type { Page } from 'playwright-core'

/** The name of the button that pays by card, with or without an amount. */
export const PAY_BY_CARD = /^Pay(?! with PayPal)/

export const payButton = (page: Page) => page.getByRole('button', { name: PAY_BY_CARD })

export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.locator('[name="cardNumber"]').fill(number)
  await page.locator('[name="cardExpiry"]').fill('12 / 40')
  await page.locator('[name="cardCode"]').fill('123')
}
