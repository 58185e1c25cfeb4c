import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})
beforeEach(() => browser.page.setViewportSize({ width: 1280, height: 900 }))

test('every information page is there, as a page should be', async () => {
  const { page } = browser
  for (const name of INFORMATION_PAGES) {
    const answer = await page.goto(`${server.url}/${name}`)
    expect(answer?.status(), name).toBe(200)
    expect(answer?.headers()['cache-control'], name).toBe('public, max-age=0, s-maxage=300')
    expect(answer?.headers()['set-cookie'], name).toBeUndefined()
    expect(await page.locator('h1').count(), name).toBe(1)
    expect(await page.title(), name).toMatch(/^\S.* \| Understudy$/)
    expect(await page.locator('meta[name="description"]').getAttribute('content'), name).toMatch(/\.$/)
    expect(await page.locator('link[rel="canonical"]').getAttribute('href'), name).toBe(`${server.url}/${name}`)
    const forms = name === 'gift-card' ? 1 : 0
    expect(await page.locator('main form').count(), `${name} has no form that does nothing`).toBe(forms)
  }
  expect(browser.faults).toEqual([])
}, 60_000)

test('no information page is wider than its screen', async () => {
  const { page } = browser
  for (const width of [360, 768, 992]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of INFORMATION_PAGES) {
      await page.goto(`${server.url}/${name}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width)
    }
  }
}, 60_000)

test('header and footer lead to all of them, and every poster on them is drawn', async () => {
  const { page } = browser
  await page.goto(server.url)
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

test('a link to an answer opens it, by address and by click, and tells search engines of all of them', async () => {
  const { page } = browser
  await page.goto(`${server.url}/faq#refund-live`)
  await page.getByText('recordings stay yours for a year').waitFor({ state: 'visible' })
  await page.goto(`${server.url}/faq#refunds`)
  expect(await page.locator('#refunds').evaluate((section) => section.getBoundingClientRect().top)).toBeLessThan(900)
  const told = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(told['@type']).toBe('FAQPage')
  expect(told.mainEntity).toHaveLength(await page.locator('main details').count())
})

test('the questions are narrowed by what is typed, and come back when it is gone', async () => {
  const { page } = browser
  await page.goto(`${server.url}/faq`)
  const answers = page.locator('main details')
  const count = await answers.count()
  const field = page.getByLabel('Search the answers')
  await field.fill('FOURTEEN days')
  await page.getByText('1 answer', { exact: true }).waitFor()
  await page.getByText('Fourteen days from buying it').waitFor({ state: 'visible' })
  expect(await answers.filter({ visible: true }).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 2 }).filter({ visible: true }).allTextContents()).toContain('Refunds')
  await field.fill('zebra')
  await page.getByText('No answers', { exact: true }).waitFor()
  await field.fill('')
  expect(await answers.filter({ visible: true }).count()).toBe(count)
})

test('without scripts the questions open, and no search field is there that would do nothing', async () => {
  const bare = await openBrowser({ javaScriptEnabled: false })
  await bare.page.goto(`${server.url}/faq`)
  expect(await bare.page.getByLabel('Search the answers').isVisible()).toBe(false)
  await bare.page.getByText('How can I pay?').click()
  await bare.page.getByText('or a part by each').waitFor({ state: 'visible' })
  await bare.close()
})

test('printed, questions show their answers, and terms are without what only a screen can use', async () => {
  const { page } = browser
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${server.url}/faq`)
  await page.getByText('or a part by each').waitFor({ state: 'visible' })
  expect(await page.getByLabel('Search the answers').isVisible()).toBe(false)
  for (const name of ['enrollment-terms', 'privacy']) {
    await page.goto(`${server.url}/${name}`)
    expect(await page.getByText('On this page').isVisible(), name).toBe(false)
    expect(await page.locator('main time').isVisible(), name).toBe(true)
    expect(await page.locator('footer').first().isVisible(), name).toBe(false)
  }
  await page.emulateMedia({ media: 'screen' })
})
