import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

test.override('browserOptions', { width: 360 })

test('the checkout takes the country from the time zone; a country chosen by keyboard is kept, with its price', async ({
  page,
}) => {
  await page.goto('/checkout/NG')
  await page.getByText('PH +63').waitFor()
  expect(await page.locator('[data-currency="PHP"]').count()).toBeGreaterThan(0)

  const country = page.getByLabel('Country of the number')
  await page.waitForFunction(() => document.querySelectorAll('select option').length > 200)
  await country.focus()
  await page.keyboard.type('United Kingdom')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('name')).toBe('phoneNumber')
  await page.getByText('GB +44').waitFor()
  await page.locator('[data-currency="GBP"]').first().waitFor({ state: 'attached' })

  await page.reload()
  await page.getByText('GB +44').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
