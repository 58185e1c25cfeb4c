/** A press counts for the control on which it began, also if the page moves that control away before the press ends. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { payButton } from '../../support/pay-form.ts'

test.override({ browserOptions: { width: 360 } })

/** Presses where the control is, and releases there: wherever it is by then. */
async function press(page: Page, control: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await control.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await meanwhile()
  await page.mouse.up()
}

/** Moves all that follows the start of the page down. */
const moveDown = (page: Page) =>
  page.evaluate(() => {
    const part = document.createElement('div')
    part.style.blockSize = '120px'
    // Browsers keep what is in view at its place, if it is not this.
    document.documentElement.style.overflowAnchor = 'none'
    document.querySelector('main')!.prepend(part)
  })

async function openCheckout(page: Page): Promise<void> {
  await page.goto('/nina-reyes')
  await page
    .locator('main')
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .click()
  await payButton(page).locator('[data-amount]').waitFor()
}

test('the terms are agreed to, though leaving the e-mail shows its error above them', async ({ page }) => {
  await openCheckout(page)
  await page.locator('#email').fill('bo.santos')
  const terms = page.locator('[name="terms"]')
  await press(page, terms, () => page.locator('#email-error').waitFor())
  expect(await terms.isChecked()).toBe(true)
  const words = page.getByText('I agree to the')
  await press(page, words, () => moveDown(page))
  expect(await terms.isChecked()).toBe(false)
  await press(page, words, async () => {})
  expect(await terms.isChecked()).toBe(true)
})

test('who draws the pointer away has not pressed', async ({ page }) => {
  await openCheckout(page)
  const terms = page.locator('[name="terms"]')
  await press(page, terms, async () => {
    await page.mouse.move(20, 20)
    await moveDown(page)
  })
  expect(await terms.isChecked()).toBe(false)
})

test('a part that is loaded while the buyer types moves nothing', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/save-checkout*', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await openCheckout(page)
  await page.locator('#email').fill('bo.santos@understudy.test')
  const top = () => page.locator('[name="terms"]').evaluate((box) => box.getBoundingClientRect().top + scrollY)
  const before = await top()
  scripts.resolve()
  await page.locator('[name="saveCheckout"]').waitFor()
  expect(await top()).toBe(before)
})

test('a press counts on a public page too', async ({ page }) => {
  await page.goto('/faq')
  const question = page.locator('main summary').first()
  await press(page, question, () => moveDown(page))
  expect(await question.evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open)).toBe(true)
})
