/** A creator sets the rules of a course, chooses a poster, hides a part of the page, and makes a copy of the course. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'rosa.kline@understudy.test', name: 'Rosa Kline' }),
)

test('rules and poster save themselves, a hidden part is not on the page, and a copy begins as a draft', async ({
  page,
  launchBrowser,
}) => {
  const openPage = (label: string) =>
    page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: label }).click()
  const saved = () => page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  await page.getByRole('textbox', { name: 'Title' }).fill('Weave a basket')
  await page.getByLabel('One sentence about it').fill('One morning, one basket.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  await page.getByLabel('Price of a seat in US dollars').fill('45')
  await page.getByLabel('Day').fill('2099-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Number of seats').fill('8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Ready to sell').waitFor()

  await openPage('Rules')
  await page.getByText('“Access for a year after the last session”').waitFor()
  await page.getByLabel('Days after the last session').fill('')
  await page.getByText('Please enter a whole number from 1 to 36,500').waitFor()
  await page.getByLabel('Days after the last session').fill('30')
  await page.getByText('“Access for 30 days after the last session”').waitFor()
  await page.getByLabel('Everybody who completes the course gets a certificate').check()
  await page.getByLabel('Signature').fill('Rosa Kline')
  await page.getByLabel('Live sessions, in percent').fill('100')
  await page.getByText(/after all required lessons and all live sessions.*People who/).waitFor()
  await saved()
  await page.reload()
  expect(await page.getByLabel('Days after the last session').inputValue()).toBe('30')
  expect(await page.getByLabel('Signature').inputValue()).toBe('Rosa Kline')

  await openPage('Page')
  await page.getByText('Poster and colour').click()
  await page.getByRole('img', { name: 'The poster' }).waitFor()
  await page.getByRole('button', { name: 'Another' }).click()
  expect(await page.getByRole('radio', { name: /poster/i }).count()).toBe(5)
  await page.getByRole('radio', { name: 'Another poster, 2' }).check()
  await page.getByLabel('Colour of the course').selectOption('teal')
  await page.locator('summary', { hasText: 'Teachers' }).click()
  await page.locator('#teachers').getByLabel('Show this part on the page').uncheck()
  await page.locator('summary', { hasText: 'Teachers' }).getByText('Hidden').waitFor()
  await saved()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await page.getByText('shows version 1').waitFor()

  const visitor = await launchBrowser()
  await visitor.page.goto('/weave-a-basket')
  await visitor.page.getByText('Access for 30 days after the last session').first().waitFor()
  expect(await visitor.page.locator('main').getAttribute('data-hue')).toBe('teal')
  expect(await visitor.page.locator('#teacher').count()).toBe(0)

  await openPage('Overview')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate this course?' })
  expect(await dialog.getByLabel('Title of the copy').inputValue()).toBe('Weave a basket (copy)')
  await dialog.getByLabel('Title of the copy').fill('Weave a hat')
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
  expect(await page.getByLabel('Price of a seat in US dollars').inputValue()).toBe('45.00')
  await openPage('Rules')
  expect(await page.getByLabel('Days after the last session').inputValue()).toBe('30')
})
