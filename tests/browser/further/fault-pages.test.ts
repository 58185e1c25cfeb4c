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

test('an unexpected error is one 500 with a request id and no internal details', async ({ server, launchBrowser }) => {
  await writeFile(join(texts, 'impact.md'), '---\ntitle: x\nsecret_path: /srv\n---\n')
  const browser = await launchBrowser({ width: 360 })
  browser.allowedFaults.push(/status of 500/)
  const answer = await browser.page.goto('/impact')
  expect(answer?.status()).toBe(500)
  expect(answer?.headers()['cache-control'] ?? '').not.toContain('s-maxage')
  const number = answer?.headers()['x-request-id'] ?? ''
  expect(number).toMatch(/^[\w-]{8,}$/)
  const { page } = browser
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Something went wrong!'])
  expect(await page.locator('main code').innerText()).toBe(number)
  expect(await page.locator('main').innerText()).toContain('support@understudy.test')
  expect(await page.content()).not.toMatch(/secret_path|impact\.md|at \w+ \(|\.ts:\d/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expect.poll(() => server.output()).toContain(number)
  await expect.poll(() => server.output()).toContain('secret_path')

  // The other pages still work.
  await page.getByRole('link', { name: 'See the courses' }).click()
  await page.waitForURL(/#courses$/)
  expect((await fetch(`${server.url}/faq`)).status).toBe(200)
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
