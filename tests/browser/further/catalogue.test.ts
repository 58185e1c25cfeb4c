import { brotliCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'
import { createServerDb } from '../../world/server.ts'

let bare: Journey
test.beforeAll(async ({ launchBrowser }) => {
  bare = await launchBrowser({ javaScriptEnabled: false, width: 360 })
})

const shown = (page: Page) =>
  page
    .locator('section:has(#courses) [data-course-code]:visible')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-course-code')))
const getSearch = (page: Page) => new URL(page.url()).search
const count = (page: Page) => page.locator('section:has(#courses) output').textContent()

test('by keyboard: slash focuses the search field, words and filters narrow the cards and are in the URL, Back removes each', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('/')
  await page.keyboard.type('film')
  await expect.poll(() => count(page)).toBe('2 of 10 courses')
  expect(await shown(page)).toEqual(['NG', 'MCOM2'])
  expect(getSearch(page)).toBe('?q=film')

  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => getSearch(page)).toBe('?q=film&delivery=live')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('workshop')
  await expect.poll(() => shown(page)).toEqual(['MCOM2'])
  expect(getSearch(page)).toBe('?q=film&delivery=live&kind=workshop')

  await page.goBack()
  expect(getSearch(page)).toBe('?q=film&delivery=live')
  await expect.poll(() => shown(page)).toEqual(['NG', 'MCOM2'])
  expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('')
  await page.goBack()
  await page.goBack()
  await expect.poll(async () => [getSearch(page), await count(page)]).toEqual(['', '10 courses'])
  expect(await page.getByLabel('Search the courses').inputValue()).toBe('')
})

test('a copied URL shows the same cards, with and without scripts', async ({ page }) => {
  const path = '/?q=light&delivery=live'
  const answer = await bare.page.goto(path)
  const shownCards = await shown(bare.page)
  expect(shownCards).toContain('DAPR')
  expect(await count(bare.page)).toBe(`${shownCards.length} of 10 courses`)
  expect(answer?.headers()['cache-control']).toBe('no-cache')
  expect(answer?.headers()['cache-tag']).toBeUndefined()
  expect(await bare.page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await bare.page.locator('link[rel="canonical"]').count()).toBe(0)

  await page.goto(path)
  expect(await shown(page)).toEqual(shownCards)
})

test('without a response the previous cards stay, and the next search works', async ({ browser, page }) => {
  browser.allowedFaults.push(/net::ERR_FAILED/)
  await page.goto('/')
  await page.route('**/?q=*', (route) => route.abort())
  await page.getByLabel('Search the courses').fill('film')
  await expect.poll(() => count(page)).toBe('We couldn’t load the courses. These are the previous results.')
  expect(await shown(page)).toHaveLength(10)
  await page.unroute('**/?q=*')
  await page.getByLabel('Search the courses').press('Enter')
  await expect.poll(() => count(page)).toBe('2 of 10 courses')
})

test('without scripts the button sends the form, and the response shows the cards below it', async () => {
  const { page } = bare
  await page.goto('/')
  await page.getByLabel('Search the courses').fill('inês')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(/q=in/)
  expect(await shown(page)).toEqual(['SND'])
  expect(new URL(page.url()).hash).toBe('#courses')
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  expect(await count(page)).toBe('10 courses')
  await page.goto('/?when=90')
  // It starts in 26 days or up to 6 more, by the day of the week on which this is asked; the other was, long ago.
  expect(await shown(page)).toContain('NSPR')
  expect(await shown(page)).not.toContain('SND')
})

test.for(['with', 'without'])(
  '%s scripts, nothing shownCards leads back to all, or onto a reminder list',
  async (how, { browser }) => {
    const { page } = how === 'with' ? browser : bare
    await page.goto('/?q=cooking')
    expect(await count(page)).toBe('0 of 10 courses')
    const reminder = page.locator('#reminder form')
    await reminder.getByLabel('Course').selectOption('Sound for stories')
    await reminder.getByLabel('E-mail').fill(`cook.${how}@understudy.test`)
    await reminder.getByLabel('E-mail').press('Enter')
    await reminder
      .getByRole('status')
      .filter({ hasText: 'Thanks. Open the link in our e-mail to confirm your address.' })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('cooking')

    await page.getByRole('link', { name: 'Show all courses' }).click()
    await expect.poll(() => count(page)).toBe('10 courses')
  },
)

test('before the first interaction a page loads at most 5.9 KB of script, without the filter', async ({
  launchBrowser,
}) => {
  const fresh = await launchBrowser()
  const scripts: Response[] = []
  fresh.page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer)
  })
  await fresh.page.goto('/', { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThanOrEqual(5_900)
  const isFilter = (script: Response) => script.url().includes('hydrate-catalogue')
  expect(scripts.some(isFilter)).toBe(false)
  await fresh.page.mouse.click(2, 2)
  await expect.poll(() => scripts.some(isFilter)).toBe(true)
  await fresh.close()
})

test('many courses are split into pages: each page links to its neighbours, and the keyboard loads more below', async ({
  server,
  page,
}) => {
  const { db, close } = await createServerDb(server)
  await sql`insert into course (course_code, position, kind, delivery_type, title, definition, published_at)
    select 'P' || n, 100 + n, 'workshop', 'live', 'Pottery ' || n, '{}', now() from generate_series(1, 50) n`.execute(
    db,
  )
  await close()
  const plain = bare.page
  const marks = async () => ({
    canonical: await plain.locator('link[rel="canonical"]').getAttribute('href'),
    beside: await plain
      .locator('head link:is([rel="prev"], [rel="next"])')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    range: await plain.getByRole('navigation', { name: 'More of the courses' }).locator('p').innerText(),
  })
  const home = server.url
  await plain.goto(`${home}/`)
  await expect.poll(async () => (await plain.goto(`${home}/`)) && count(plain)).toBe('60 courses')
  expect(await marks()).toEqual({ canonical: `${home}/`, beside: [`${home}/?page=2`], range: '1 to 24 of 60' })
  await plain.getByRole('link', { name: 'Show more' }).click()
  await plain.waitForURL(`${home}/?page=2#courses`)
  expect(await marks()).toEqual({
    canonical: `${home}/?page=2`,
    beside: [`${home}/`, `${home}/?page=3`],
    range: '25 to 48 of 60',
  })
  await plain.goto(`${home}/?q=pot&page=9`)
  expect([
    await plain.getByRole('navigation', { name: 'More of the courses' }).locator('p').innerText(),
    await shown(plain),
  ]).toEqual(['49 to 50 of 50', ['P49', 'P50']])
  await plain.getByRole('link', { name: 'Show previous' }).click()
  await plain.waitForURL(`${home}/?q=pot&page=2#courses`)

  await page.goto(`${home}/`)
  await page.getByRole('link', { name: 'Show more' }).focus()
  await untilHydrated(page)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await shown(page)).length).toBe(48)
  expect(new Set(await shown(page)).size).toBe(48)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Pottery \d+$/)
  expect(getSearch(page)).toBe('?page=2')
  await page.getByLabel('Search the courses').fill('pottery 7')
  await expect.poll(() => shown(page)).toEqual(['P7'])
  expect([getSearch(page), await page.getByRole('navigation', { name: 'More of the courses' }).count()]).toEqual([
    '?q=pottery+7',
    0,
  ])
})
