/** A creator previews a course, publishes it with a warning, goes back to a version, withdraws it, and deletes a draft. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { enterAsNewCreator } from '../../world/new-creator.ts'

test.beforeAll(({ server, page }) =>
  enterAsNewCreator(page, server, { email: 'lina.okafor@understudy.test', name: 'Lina Okafor' }),
)

async function makeCourse(page: Page, title: string) {
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByLabel('One sentence about it').fill('Two hours, one loaf.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Before you can sell' }).waitFor()
}

/** Fields of the page before it have similar names, so the new one has to be there. */
async function openPage(page: Page, label: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: label })
  await link.click()
  await link.and(page.locator('[aria-current="page"]')).waitFor()
}
const saved = (page: Page) => page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()

let visitor: Journey
let address: string

test('a draft is seen in a frame and by a link, where nothing can be bought, until all links end', async ({
  page,
  launchBrowser,
}) => {
  visitor = await launchBrowser({ width: 360 })
  await makeCourse(page, 'Sourdough slowly')
  await page.getByLabel('Price of a seat in US dollars').fill('30')
  await page.getByLabel('Day').fill('2027-02-13')
  await page.getByLabel('Starts').fill('10:00')
  await page.getByLabel('Number of seats').fill('8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Ready to sell').waitFor()

  await page.getByRole('link', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Sourdough slowly' }).waitFor()
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBe(390)

  await page.getByRole('button', { name: 'Preview link' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  address = await page.getByLabel('Preview link', { exact: true }).inputValue()
  await page.getByText('1 link works until').waitFor()

  const shown = await visitor.page.goto(address)
  expect(shown!.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await visitor.page.getByText('Nothing can be bought here').waitFor()
  await visitor.page.getByRole('heading', { name: 'Sourdough slowly' }).waitFor()
  const enrol = visitor.page.getByRole('link', { name: /^Enrol/ }).first()
  expect(await enrol.getAttribute('href')).toBeNull()
  expect(await visitor.page.locator('main a[href*="checkout"], main form:not([inert] form)').count()).toBe(0)

  await page.getByRole('button', { name: 'End all preview links' }).click()
  await page.getByText('All preview links have ended.').waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await frame.getByRole('heading', { name: 'Sourdough slowly' }).waitFor()
  visitor.allowedFaults.push(/status of 404/)
  expect((await visitor.page.goto(address))!.status()).toBe(404)
  await visitor.page.getByRole('heading', { name: 'This preview has ended' }).waitFor()
})

test('a publication lists its changes and takes a note, and an earlier version comes back with one click', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('shows version 1').waitFor()
  await openPage(page, 'Overview')
  await page.getByRole('textbox', { name: 'Title' }).fill('Sourdough in a day')
  await saved(page)
  await page.getByRole('button', { name: 'Publish (1 change)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 1 change?' })
  await dialog.getByText('Title and texts').waitFor()
  await dialog.getByLabel('What changed? (optional)').fill('A shorter promise')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Everybody sees the newest texts.').waitFor()

  await openPage(page, 'Versions')
  await page.getByText('A shorter promise').waitFor()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version 1 is in your draft').waitFor()
  await page.getByText('1 change isn’t public yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Your texts are back.').waitFor()
  await visitor.page.goto('/sourdough-slowly')
  await visitor.page.getByRole('heading', { name: 'Sourdough in a day' }).waitFor()
})

test('a withdrawn course keeps its page and cannot be bought, until it is reopened', async ({ page }) => {
  await openPage(page, 'Overview')
  await page.getByRole('button', { name: 'Withdraw the course' }).click()
  await page.getByText('Nobody has a seat.').waitFor()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByText('Reason is required').waitFor()
  await page.getByLabel('Reason').fill('The oven broke')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('heading', { name: 'Withdrawn', level: 1 }).waitFor()
  await expect
    .poll(async () => {
      await visitor.page.goto('/sourdough-slowly')
      return visitor.page.getByText('This course is not on sale').count()
    })
    .toBe(1)
  expect(await visitor.page.locator('main a[href^="/checkout/"]').count()).toBe(0)
  await page.getByRole('button', { name: 'Reopen the course' }).click()
  await page.getByRole('heading', { name: 'On sale', level: 1 }).waitFor()
  await expect
    .poll(async () => {
      await visitor.page.goto('/sourdough-slowly')
      return visitor.page.locator('main a[href^="/checkout/"]').count()
    })
    .toBeGreaterThan(0)
})

test('a draft is deleted once its code is typed', async ({ page }) => {
  await makeCourse(page, 'Rye by mistake')
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this draft?' })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('Please type RYE').waitFor()
  await dialog.getByLabel('Type RYE to delete it').fill('rye')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'Studio', level: 1 }).waitFor()
  expect(await page.getByText('Rye by mistake').count()).toBe(0)
})
