import { describe, expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_how, javaScriptEnabled) => {
  let browser: Journey
  test.beforeAll(async ({ launchBrowser }) => {
    browser = await launchBrowser({ javaScriptEnabled, width: 360 })
  })

  test.each(['/build-a-business', '/mobile-content-creator', '/course/photography'])(
    '%s has a short form that leads to the checkout by keyboard, and keeps what was typed',
    async (path) => {
      const { page } = browser
      // The browser itself writes a line for every answer that is not a 2xx.
      browser.allowedFaults.push(/status of 400/)
      await page.goto(path)
      const form = page.locator('#enrol form')
      await form.getByLabel('Full name').fill('Ana Cruz')
      await form.getByLabel('E-mail').fill('ana.cruz')
      await form.getByLabel('E-mail').press('Enter')
      await form.getByText('Please enter a valid email address').waitFor()
      expect(await form.getByLabel('Full name').inputValue()).toBe('Ana Cruz')
      await form.getByLabel('E-mail').fill('ana.cruz@understudy.test')
      await form.getByLabel('E-mail').press('Enter')
      await form.getByText('Please agree to the enrolment terms.').waitFor()
      await form.locator('[name="terms"]').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/checkout\/[A-Z0-9-]+\?draft=[0-9a-f-]{36}(#enrol)?$/)
      expect(page.url()).not.toContain('ana.cruz')
      if (javaScriptEnabled) {
        expect(await page.locator('main [name="email"]').inputValue()).toBe('ana.cruz@understudy.test')
        expect(await page.locator('main [name="name"]').inputValue()).toBe('Ana Cruz')
      }
    },
  )

  test('a creator’s own page has none', async () => {
    await browser.page.goto('/nina-reyes')
    expect(await browser.page.locator('#enrol').count()).toBe(0)
  })
})
