import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
let bare: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  bare = await openBrowser({ javaScriptEnabled: false, width: 360 })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await bare?.close()
  await server?.dispose()
})
beforeEach(() => {
  browser.faults.length = 0
})

const shown = (page: Page) =>
  page
    .locator('section:has(#courses) [data-course-code]:visible')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-course-code')))
const asked = (page: Page) => new URL(page.url()).search
const count = (page: Page) => page.locator('section:has(#courses) output').textContent()

test('by keyboard alone: slash finds the field, words and choices narrow the cards and stand in the address, Back takes each away', async () => {
  const { page } = browser
  await page.goto(server.url)
  await page.keyboard.press('/')
  await page.keyboard.type('film')
  await expect.poll(() => count(page)).toBe('2 of 10 courses')
  expect(await shown(page)).toEqual(['NG', 'MCOM2'])
  expect(asked(page)).toBe('?q=film')

  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => asked(page)).toBe('?q=film&delivery=live')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('workshop')
  await expect.poll(() => shown(page)).toEqual(['MCOM2'])
  expect(asked(page)).toBe('?q=film&delivery=live&kind=workshop')

  await page.goBack()
  expect(asked(page)).toBe('?q=film&delivery=live')
  await expect.poll(() => shown(page)).toEqual(['NG', 'MCOM2'])
  expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('')
  await page.goBack()
  await page.goBack()
  await expect.poll(async () => [asked(page), await count(page)]).toEqual(['', '10 courses'])
  expect(await page.getByLabel('Search the courses').inputValue()).toBe('')
  expect(browser.faults).toEqual([])
})

test('a copied address shows what its sender saw: with scripts and without', async () => {
  const path = '/?q=light&delivery=live'
  const answer = await bare.page.goto(server.url + path)
  const found = await shown(bare.page)
  expect(found).toContain('DAPR')
  expect(await count(bare.page)).toBe(`${found.length} of 10 courses`)
  expect(answer?.headers()['cache-control']).toBe('no-cache')
  expect(answer?.headers()['cache-tag']).toBeUndefined()
  expect(await bare.page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await bare.page.locator('link[rel="canonical"]').count()).toBe(0)

  const { page } = browser
  await page.goto(server.url + path)
  expect(await shown(page)).toEqual(found)
  expect(browser.faults).toEqual([])
})

test('without an answer the cards from before stay, and the next question finds its own', async () => {
  const { page } = browser
  await page.goto(server.url)
  await page.route('**/?q=*', (route) => route.abort())
  await page.getByLabel('Search the courses').fill('film')
  await expect.poll(() => count(page)).toBe('No answer came. These are the courses from before.')
  expect(await shown(page)).toHaveLength(10)
  await page.unroute('**/?q=*')
  await page.getByLabel('Search the courses').press('Enter')
  await expect.poll(() => count(page)).toBe('2 of 10 courses')
  browser.faults.length = 0
})

test('without scripts the form is sent by its button, and answers with the cards below it', async () => {
  const { page } = bare
  await page.goto(server.url)
  await page.getByLabel('Search the courses').fill('inês')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(/q=in/)
  expect(await shown(page)).toEqual(['SND'])
  expect(new URL(page.url()).hash).toBe('#courses')
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  expect(await count(page)).toBe('10 courses')
  await page.goto(`${server.url}/?when=90`)
  // It starts in 26 days or up to 6 more, by the day of the week on which this is asked; the other was, long ago.
  expect(await shown(page)).toContain('NSPR')
  expect(await shown(page)).not.toContain('SND')
})

test.each(['with', 'without'])('%s scripts, nothing found leads back to all, or onto a reminder list', async (how) => {
  const { page } = how === 'with' ? browser : bare
  await page.goto(`${server.url}/?q=cooking`)
  expect(await count(page)).toBe('0 of 10 courses')
  const reminder = page.locator('#reminder form')
  await reminder.getByLabel('Course').selectOption('Sound for stories')
  await reminder.getByLabel('E-mail').fill(`cook.${how}@understudy.test`)
  await reminder.getByLabel('E-mail').press('Enter')
  await reminder.getByRole('status').filter({ hasText: 'You hear from us when there is a next date.' }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('cooking')

  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(() => count(page)).toBe('10 courses')
  if (how === 'with') expect(browser.faults).toEqual([])
})

test('before the first touch a page loads at most 5 KB of script, the filter not among it', async () => {
  const fresh = await openBrowser()
  const scripts: Response[] = []
  fresh.page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer)
  })
  await fresh.page.goto(server.url, { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThanOrEqual(5_000)
  const isFilter = (script: Response) => script.url().includes('ask-for-cards')
  expect(scripts.some(isFilter)).toBe(false)
  await fresh.page.mouse.click(2, 2)
  await expect.poll(() => scripts.some(isFilter)).toBe(true)
  await fresh.close()
})

test('many courses come a page at a time: each page names itself and those beside it, and keys bring more below', async () => {
  const { url } = await startEmbedded(server.dataDir, openLog('silent'))
  const { db, close } = openDb(url, openLog('silent'), 1)
  await sql`insert into course (prefix_code, position, kind, delivery_type, title, definition)
    select 'P' || n, 100 + n, 'workshop', 'live', 'Pottery ' || n, '{}' from generate_series(1, 50) n`.execute(db)
  await close()
  const { page } = bare
  const marks = async () => ({
    canonical: await page.locator('link[rel="canonical"]').getAttribute('href'),
    beside: await page
      .locator('head link:is([rel="prev"], [rel="next"])')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    range: await page.getByRole('navigation', { name: 'More of the courses' }).locator('p').innerText(),
  })
  const home = server.url
  await page.goto(`${home}/`)
  await expect.poll(async () => (await page.goto(`${home}/`)) && count(page)).toBe('60 courses')
  expect(await marks()).toEqual({ canonical: `${home}/`, beside: [`${home}/?page=2`], range: '1 to 24 of 60' })
  await page.getByRole('link', { name: 'Show more' }).click()
  await page.waitForURL(`${home}/?page=2#courses`)
  expect(await marks()).toEqual({
    canonical: `${home}/?page=2`,
    beside: [`${home}/`, `${home}/?page=3`],
    range: '25 to 48 of 60',
  })
  await page.goto(`${home}/?q=pot&page=9`)
  expect([
    await page.getByRole('navigation', { name: 'More of the courses' }).locator('p').innerText(),
    await shown(page),
  ]).toEqual(['49 to 50 of 50', ['P49', 'P50']])
  await page.getByRole('link', { name: 'Show the ones before' }).click()
  await page.waitForURL(`${home}/?q=pot&page=2#courses`)

  const { page: woken } = browser
  await woken.goto(`${home}/`)
  await woken.getByRole('link', { name: 'Show more' }).focus()
  await woken.waitForLoadState('networkidle')
  await woken.keyboard.press('Enter')
  await expect.poll(async () => (await shown(woken)).length).toBe(48)
  expect(new Set(await shown(woken)).size).toBe(48)
  await expect.poll(() => woken.evaluate(() => document.activeElement?.textContent)).toMatch(/^Pottery \d+$/)
  expect(asked(woken)).toBe('?page=2')
  await woken.getByLabel('Search the courses').fill('pottery 7')
  await expect.poll(() => shown(woken)).toEqual(['P7'])
  expect([asked(woken), await woken.getByRole('navigation', { name: 'More of the courses' }).count()]).toEqual([
    '?q=pottery+7',
    0,
  ])
  expect(browser.faults).toEqual([])
})
