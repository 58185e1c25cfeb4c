/** A new creator, who has never seen the studio, makes a live workshop; a stranger buys a seat in it. */

import { expect } from 'vitest'
import { storyTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { audited } from '../../world/audited.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

test('five inputs make a page that sells, a stranger buys, and the creator sees the seat', async ({
  server,
  page,
  launchBrowser,
}) => {
  await enterAsNewCreator(page, server, { email: 'ines.valdez@understudy.test', name: 'Ines Valdez' })
  await page.getByRole('heading', { name: 'Make your first course' }).waitFor()

  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Sketch the street')
  await page.getByLabel('One sentence about it').fill('Two hours, one pencil, one corner.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  await page.getByText('3 things left').waitFor()

  await page.getByLabel('Price of a seat in US dollars').fill('45')
  await page.getByLabel('Day').fill('2027-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Length').selectOption('120')
  await page.getByLabel('Number of seats').fill('12')
  await page.getByText('3 things to save').waitFor()
  await page.getByLabel('Number of seats').press('Enter')
  await page.getByText('Ready to sell').waitFor()

  await page.getByLabel('One sentence about it').fill('Two hours, one pencil, one street corner.')
  await page.locator('[data-save-status]', { hasText: 'Saved' }).waitFor()
  const visitor = await launchBrowser()
  visitor.allowedFaults.push(/status of 404/)
  expect((await visitor.page.goto('/sketch-the-street'))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'On sale' }).waitFor()

  await visitor.page.goto('/sketch-the-street')
  await visitor.page.getByRole('heading', { name: 'Sketch the street' }).waitFor()
  await visitor.page.getByText('Two hours, one pencil, one street corner.').waitFor()
  await visitor.page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .click()
  await visitor.page.waitForURL('**/checkout/SKETCH-1')
  const form = visitor.page.locator('main')
  await form.locator('[name="email"]').fill('stella.stranger@understudy.test')
  await form.locator('[name="name"]').fill('Stella Stranger')
  await form.locator('[name="phoneNumber"]').fill('+63 917 123 4567')
  await form.locator('[name="terms"]').check()
  await typeCard(visitor.page, '4242 4242 4242 4242')
  await payButton(visitor.page).click()
  await visitor.page.waitForURL('**/order/*')
  await visitor.page.getByText('Complete', { exact: true }).first().waitFor()

  await page.reload()
  await page.getByText('1 of 12').waitFor()
  await page.goto('/portal')
  await page.getByRole('heading', { name: 'New orders' }).waitFor()
  await page.getByText('1 seat,').waitFor()
  await page.getByText('1 of 12').waitFor()
  await page.getByRole('link', { name: 'Sketch the street' }).last().click()
  await page.getByRole('heading', { name: 'On sale' }).waitFor()
  await audited(server.dataDir)
})

test('text that was typed without a connection is saved when it is back, or offered at the next visit', async ({
  page,
  browser,
}) => {
  browser.allowedFaults.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/)
  const context = page.context()
  await page.goto('/studio/courses/sketch/overview')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.waitFor()
  await context.setOffline(true)
  await title.fill('Sketch the square')
  await page.getByText('Offline. Kept on this device').first().waitFor()
  await context.setOffline(false)
  await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
  await page.getByText('1 change isn’t public yet').waitFor()

  await context.setOffline(true)
  await title.fill('Sketch the bridge')
  await page.getByText('Offline. Kept on this device').first().waitFor()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/studio/courses/sketch/overview')
  await next.getByText('that wasn’t saved').waitFor()
  const nextTitle = next.getByRole('textbox', { name: 'Title' })
  expect(await nextTitle.inputValue()).toBe('Sketch the square')
  await next.getByRole('button', { name: 'Use it' }).click()
  await next.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
  await next.reload()
  await nextTitle.waitFor()
  expect(await nextTitle.inputValue()).toBe('Sketch the bridge')
})
