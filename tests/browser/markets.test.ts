import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#config.ts'
import { importContent } from '#features/catalog/files/import.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { test } from '../support/browser-test.ts'
import { listElements, listLinks } from '../support/markup.ts'
import { createServerDb, type RunningServer } from '../world/server.ts'

test.override('browserOptions', { timezoneId: 'America/New_York' })

const html = async (server: RunningServer, path: string) => (await fetch(server.url + path)).text()

test('the Philippine page shows pesos first, the charge in dollars, and times in Manila, for every visitor', async ({
  page,
  server,
}) => {
  const answer = await page.goto('/_ph/nina-reyes')
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  expect(await page.locator('html').getAttribute('lang')).toBe('en-PH')
  expect(await page.locator('h1').count()).toBe(1)

  const card = page.getByRole('complementary', { name: 'Price and next date' })
  const first = card.locator('[data-amount]').first()
  expect([await first.getAttribute('data-amount'), await first.getAttribute('data-currency')]).toEqual([
    '23300.00',
    'PHP',
  ])
  expect(
    await card
      .getByRole('list', { name: /Bring friends/ })
      .getByRole('listitem')
      .allInnerTexts(),
  ).toEqual([
    expect.stringMatching(/10% off\s+2 friends/),
    expect.stringMatching(/15% off\s+3 friends/),
    expect.stringMatching(/20% off\s+4 or more/),
  ])
  expect(await card.innerText()).toMatch(/\$399, charged in US dollars/)
  // Noon in London, where the clocks change.
  const { data } = await (await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=NG`)).json()
  const noon = Temporal.Instant.from(data.NG.startsAt).toZonedDateTimeISO('Europe/London').with({ hour: 12, minute: 0 })
  const hour = noon.withTimeZone('Asia/Manila').hour
  expect(await card.innerText()).toMatch(new RegExp(`Next start, Manila time\\s+Tue \\d+ \\w+, ${hour}:00 Manila`))
  expect(await page.locator('main').innerText()).toMatch(/₱58\.40 to the dollar on 2 November 2026/)
  expect(await page.locator('main').innerText()).toContain('after work in Manila')
  expect(await page.locator('footer').innerText()).toMatch(/Philippine pesos, charged in US dollars\s+Times in Manila/)
  await page.mouse.click(2, 2)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('main').innerText()).not.toContain('New York')

  await page.getByRole('link', { name: 'See prices in US dollars only' }).click()
  await page.getByRole('link', { name: 'See it in pesos' }).click()
  await page.waitForURL(/_ph\/nina-reyes$/)
})

test('the waitlist of a full course is joined from its Philippine page, without scripts too', async ({
  launchBrowser,
}) => {
  const bare = await launchBrowser({ javaScriptEnabled: false, width: 360 })
  await bare.page.goto('/_ph/mo-tikaram')
  await bare.page.getByLabel('E-mail').first().fill('tess@understudy.test')
  await bare.page.getByRole('button', { name: 'Join the waitlist' }).click()
  await bare.page.getByRole('status').filter({ hasText: 'You’re on the waitlist.' }).waitFor()
  expect(new URL(bare.page.url()).pathname).toBe('/_ph/mo-tikaram')
  await bare.close()
})

test('the sitemap is XML, and the pages of a course in several markets all link to each other', async ({ server }) => {
  const text = await html(server, '/sitemap.xml')
  expect(XMLValidator.validate(text)).toBe(true)
  type Entry = { loc: string; 'xhtml:link'?: { rel: string; hreflang: string; href: string }[] }
  const read = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'url' })
  const entries: Entry[] = read.parse(text).urlset.url
  const translated = entries.filter((entry) => entry['xhtml:link'])
  expect(translated.map(({ loc }) => new URL(loc).pathname)).toEqual([
    '/nina-reyes',
    '/_ph/nina-reyes',
    '/mo-tikaram',
    '/_ph/mo-tikaram',
  ])
  for (const { loc, 'xhtml:link': links = [] } of translated) {
    const page = await html(server, new URL(loc).pathname)
    const named = Object.fromEntries(links.map(({ hreflang, href }) => [hreflang, href]))
    expect(Object.keys(named)).toEqual(['en', 'en-PH', 'x-default'])
    expect(listLinks(page, 'canonical')).toEqual({ canonical: loc })
    expect(listLinks(page, 'alternate')).toEqual(named)
    expect(Object.values(named)).toContain(loc)
    expect(named['x-default']).toBe(named.en)
  }
  for (const { loc } of entries.filter((entry) => !translated.includes(entry)))
    expect([loc, listLinks(await html(server, new URL(loc).pathname), 'alternate')]).toEqual([loc, {}])
})

test('a course without a Philippine page has none', async ({ server }) => {
  const answer = await fetch(`${server.url}/_ph/noor-siddiqi`)
  expect([answer.status, answer.headers.get('etag')]).toEqual([404, null])
  expect(listElements(await answer.text(), 'h1')).toHaveLength(1)
})

test('a course code redirects to its page and keeps the query; an unknown code shows similar courses', async ({
  server,
}) => {
  const lead = async (path: string) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await lead('/c/NG')).toEqual([302, '/nina-reyes'])
  expect(await lead('/c/dapr/?promo=TAKE20&utm_source=x')).toEqual([302, '/daniel-appiah?promo=TAKE20&utm_source=x'])
  const codes = await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=MTIKPR`)
  const { courseCode } = (await codes.json()).data.MTIKPR
  expect(await lead(`/c/${courseCode}`)).toEqual([302, '/mo-tikaram'])
  const unknown = await fetch(`${server.url}/c/NOPE`)
  expect(unknown.status).toBe(404)
  expect(listElements(await unknown.text(), 'h3').length).toBeGreaterThanOrEqual(3)
})

test('without a rate the prices are in dollars at once, and the page says so', async ({ server }) => {
  await html(server, '/_ph/nina-reyes')
  const { db, close } = await createServerDb(server)
  await sql`delete from exchange_rate where currency = 'PHP'`.execute(db)
  await close()
  await expect.poll(() => html(server, '/_ph/nina-reyes'), { timeout: 10_000 }).toContain('We have no peso rate today')
  const amounts = listElements(await html(server, '/_ph/nina-reyes'), 'span').map(
    ({ attributes }) => attributes['data-currency'],
  )
  expect([...new Set(amounts.filter(Boolean))]).toEqual(['USD'])
})

test('an address that a course gave up leads to its page in one step, with the query, in each market', async ({
  server,
}) => {
  const lead = async (path: string) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  const folder = await mkdtemp(join(tmpdir(), 'moved-'))
  await cp('content', folder, { recursive: true })
  const file = join(folder, 'courses/ng.yaml')
  const text = await readFile(file, 'utf8')
  const tool = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const moveTo = async (path: string) => {
    await writeFile(file, text.replace('/nina-reyes ]', `${path} ]`))
    expect(await importContent(tool, folder, new Date())).toMatchObject({ ok: true })
  }
  await html(server, '/nina-reyes')
  await moveTo('/nina-films')
  await expect.poll(() => lead('/nina-reyes?promo=TAKE20')).toEqual([301, '/nina-films?promo=TAKE20'])
  await moveTo('/nina-reyes/films')
  await expect.poll(() => lead('/Nina-Films/')).toEqual([301, '/nina-reyes/films'])
  expect(await lead('/nina-reyes')).toEqual([301, '/nina-reyes/films'])
  expect(await lead('/_ph/nina-films?utm_source=x')).toEqual([301, '/_ph/nina-reyes/films?utm_source=x'])
  expect(await lead('/_ph/nina-reyes/films')).toEqual([200, null])
  await moveTo('/nina-reyes')
  await expect.poll(() => lead('/nina-reyes')).toEqual([200, null])
  await tool.close()
  await rm(folder, { recursive: true })
})
