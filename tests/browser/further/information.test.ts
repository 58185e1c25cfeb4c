import { expect } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { test } from '../../support/browser-test.ts'

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }))

test('header and footer link to all information pages, and all their posters are drawn', async ({ server, page }) => {
  await page.goto('/')
  const hrefs = await page
    .locator('header a, footer a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(INFORMATION_PAGES.filter((name) => !hrefs.includes(`/${name}`))).toEqual([])
  await page.locator('header nav').first().getByRole('link', { name: 'How it works' }).click()
  await page.waitForURL(`${server.url}/how-it-works`)
  expect(await page.locator('header a[aria-current="page"]').first().textContent()).toBe('How it works')
  const art = await page.request.get(`${server.url}/art/how-it-works.svg`)
  expect([art.status(), art.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
})

test('a link to an answer opens it, by URL and by click, and search engines get all answers', async ({ page }) => {
  await page.goto('/faq#refund-live')
  await page.getByText('Until the first session starts: half of it back').waitFor({ state: 'visible' })
  await page.goto('/faq#refunds')
  const getTop = () => page.locator('#refunds').evaluate((section) => section.getBoundingClientRect().top)
  await expect.poll(getTop).toBeLessThan(900)
  const structuredData = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(structuredData['@type']).toBe('FAQPage')
  expect(structuredData.mainEntity).toHaveLength(await page.locator('main details').count())
})

test('typing filters the questions, and an empty field shows all again', async ({ page }) => {
  await page.goto('/faq')
  const answers = page.locator('main details')
  const count = await answers.count()
  const field = page.getByLabel('Search the answers')
  await field.fill('FOURTEEN days')
  await page.getByText('1 answer', { exact: true }).waitFor()
  await page.getByText('For fourteen days: all of it back').waitFor({ state: 'visible' })
  expect(await answers.filter({ visible: true }).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 2 }).filter({ visible: true }).allTextContents()).toContain('Refunds')
  await field.fill('zebra')
  await page.getByText('No answers', { exact: true }).waitFor()
  await field.fill('')
  expect(await answers.filter({ visible: true }).count()).toBe(count)
})

test('without scripts the questions open, and there is no search field', async ({ launchBrowser }) => {
  const bare = await launchBrowser({ javaScriptEnabled: false })
  await bare.page.goto('/faq')
  expect(await bare.page.getByLabel('Search the answers').isVisible()).toBe(false)
  await bare.page.getByText('How can I pay?').click()
  await bare.page.getByText('or a part by each').waitFor({ state: 'visible' })
  await bare.close()
})

test('printed questions show their answers, and printed terms have no controls', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/faq')
  await page.getByText('or a part by each').waitFor({ state: 'visible' })
  expect(await page.getByLabel('Search the answers').isVisible()).toBe(false)
  for (const name of ['enrollment-terms', 'privacy']) {
    await page.goto(`/${name}`)
    expect(await page.getByRole('heading', { name: 'On this page', includeHidden: true }).isVisible(), name).toBe(false)
    expect(await page.locator('main time').isVisible(), name).toBe(true)
    expect(await page.locator('footer').first().isVisible(), name).toBe(false)
  }
  await page.emulateMedia({ media: 'screen' })
})
