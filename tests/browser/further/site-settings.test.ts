/** A school takes its own name in the browser. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const field = (page: Page, label: string | RegExp) => page.getByLabel(label)

test('an owner names the site from the menu, and every page has the name after Save', async ({
  browser,
  page,
  server,
}) => {
  browser.allowedFaults.push(/status of 400/)
  await enterAs(browser.context, server.url, 'admin')
  await page.goto('/portal')
  await page.getByRole('navigation').getByRole('link', { name: 'Site', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Site' }).waitFor()
  await picture(page, 'site-empty')
  expect(await page.title()).toBe('Site · Understudy')
  await field(page, 'Name of the site').fill('Mill School')
  await field(page, 'Headline').fill('Make cloth. Wear it.')
  await field(page, 'Sentence below').fill('Two looms, one barn.')
  await field(page, /Footer line/).fill('In Leeds since 1990.')
  await field(page, 'Support address').fill('help')
  await field(page, 'Legal name').fill('Mill Ltd')
  await field(page, 'Postal address').fill('1 Mill Lane\nLeeds')
  expect(await page.locator('figure').allInnerTexts()).toEqual([
    expect.stringContaining('Mill School'),
    expect.stringContaining('Make cloth. Wear it.'),
    expect.stringContaining('1 Mill Lane'),
  ])

  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Please enter a valid email address').waitFor()
  await expect
    .poll(() => field(page, 'Support address').evaluate((input) => input === document.activeElement))
    .toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('help@mill.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It counts now.').waitFor()
  await picture(page, 'site-saved')
  await expect.poll(() => page.title()).toBe('Site · Mill School')
  expect(await page.locator('body').innerText()).not.toContain('Understudy')

  await page.goto('/')
  expect(await page.title()).toBe('Mill School: live and on-demand courses')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Make cloth.\nWear it.')
  expect(await page.locator('footer').innerText()).toContain('help@mill.test')
  await picture(page, 'home')
})

test('who saves over somebody else’s change is told, and keeps what was typed', async ({ browser, page, db }) => {
  browser.allowedFaults.push(/status of 409/)
  await page.goto('/portal/settings/site')
  await field(page, 'Headline').fill('Mine')
  await field(page, 'Sentence below').fill('My sentence.')
  await field(page, 'Time zone').selectOption('Europe/London')
  await page.getByText('Flexible', { exact: true }).click()
  await db
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      headline: 'Theirs',
      lead: 'Their sentence.',
      footer_line: 'Their footer.',
    }))
    .execute()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('What you typed is still here, and not saved yet.').waitFor()
  await picture(page, 'site-conflict')
  expect(await field(page, 'Headline').inputValue()).toBe('Mine')
  expect(await field(page, /Footer line/).inputValue()).toBe('Their footer.')
  await page.getByRole('button', { name: 'Use theirs' }).nth(1).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It counts now.').waitFor()
  expect(
    await db
      .selectFrom('site_setting')
      .select(['headline', 'lead', 'footer_line', 'timezone_id', 'refund_policy'])
      .executeTakeFirst(),
  ).toEqual({
    headline: 'Mine',
    lead: 'Their sentence.',
    footer_line: 'Their footer.',
    timezone_id: 'Europe/London',
    refund_policy: 'flexible',
  })
})

test('who types on while Save runs has no conflict with themself, and Discard keeps what was saved', async ({
  page,
}) => {
  await page.goto('/portal/settings/site')
  await field(page, 'Headline').fill('Saved')
  await page.getByText('Unsaved changes').waitFor()
  const { promise: isTypedOn, resolve: typeOn } = Promise.withResolvers<void>()
  await page.route('**/admin/site', async (route) => {
    if (route.request().method() === 'PATCH') await isTypedOn
    await route.continue()
  })
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('ControlOrMeta+s')
  await isSent
  await page.keyboard.type(' twice')
  const isRead = page.waitForResponse(
    (response) => /admin\/site$/.test(response.url()) && response.request().method() === 'GET',
  )
  typeOn()
  await isRead
  expect(await field(page, 'Headline').inputValue()).toBe('Saved twice')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  expect(await field(page, 'Headline').inputValue()).toBe('Saved')
  await field(page, 'Headline').fill('Saved twice')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It counts now.').waitFor()
  await page.unroute('**/admin/site')
})

test('an owner edits an information page as it looks, and publishes it', async ({ page }) => {
  await page.goto('/portal/settings/site')
  await page.getByRole('link', { name: 'Edit the pages' }).click()
  await page.getByRole('heading', { level: 1, name: 'Information pages' }).waitFor()
  await picture(page, 'pages-list')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await field(page, 'Title').waitFor()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  await picture(page, 'pages-edit')
  await field(page, 'Title').fill('Your data')
  await text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('We keep little. ')
  await page.locator('[data-save-status="saved"]', { hasText: 'Saved' }).waitFor()
  await page.getByText('Your changes are not public yet.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Everything here is public.').waitFor()
  await picture(page, 'pages-published')

  await page.goto('/privacy')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your data')
  await page.getByRole('heading', { name: /We keep little/ }).waitFor()
  await page.goto('/portal/settings/site/pages/privacy')
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The text that comes with the program is public.').waitFor()
  await page.goto('/privacy')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Privacy')
})
