import type { Page } from 'playwright-core'
import { test } from '../../support/browser-test.ts'

test('without JavaScript the balance is shown, too', async ({ launchBrowser }) => {
  const plain = await launchBrowser({ javaScriptEnabled: false, width: 360 })
  plain.allowedFaults.push(/status of 404/)
  await plain.page.goto('/gift-card')
  await lookUp(plain.page, 'gift demo 0100')
  await plain.page.getByText('Balance: $100.00').waitFor()
  await lookUp(plain.page, 'nonsense')
  await plain.page.getByText(/We can’t use this gift card/).waitFor()
  await plain.close()
})

async function lookUp(page: Page, code: string): Promise<void> {
  await page.locator('#gift-card-code').fill(code)
  await page.getByRole('button', { name: 'Check balance' }).click()
}
