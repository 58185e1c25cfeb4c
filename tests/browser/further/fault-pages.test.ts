import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'

let texts: string
test.override('serverSettings', () => ({ PAGES_DIR: texts }))
test.beforeAll(async () => {
  texts = await mkdtemp(join(tmpdir(), 'understudy-texts-'))
  await cp('content/pages', texts, { recursive: true })
})
test.afterAll(async () => {
  await rm(texts, { recursive: true, force: true })
})

test('the page of an unexpected error shows its number, fits a phone and leads back to the courses', async ({
  launchBrowser,
}) => {
  await writeFile(join(texts, 'impact.md'), '---\ntitle: x\nsecret_path: /srv\n---\n')
  const browser = await launchBrowser({ width: 360 })
  browser.allowedFaults.push(/status of 500/)
  const { page } = browser
  const answer = await page.goto('/impact')
  expect(await page.locator('main code').innerText()).toBe(answer?.headers()['x-request-id'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('link', { name: 'See the courses' }).click()
  await page.waitForURL(/#courses$/)
  await browser.close()
})

test('a checkout at an address that is no offer, in any case, stays a page after it is hydrated', async ({
  launchBrowser,
}) => {
  const browser = await launchBrowser()
  browser.allowedFaults.push(/status of 404/)
  await browser.page.goto('/checkout/NoPe')
  await untilHydrated(browser.page)
  expect(await browser.page.locator('h1').innerText()).toBe('Page not found')
  await browser.close()
})
