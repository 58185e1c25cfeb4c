import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

const PATH = '/mika-osei/phone-film-weekend'

let server: RunningServer
let browser: Journey
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  server = await startServer()
  const { url } = await startEmbedded(server.dataDir, openLog('silent'))
  ;({ db, close } = openDb(url, openLog('silent'), 1))
  browser = await openBrowser({ width: 360 })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await close?.()
  await server?.dispose()
})

const html = async () => (await fetch(server.url + PATH)).text()
const state = async () => {
  await browser.page.goto(server.url + PATH)
  return browser.page.locator('main').getAttribute('data-course-state')
}

test('a workshop has one date, a short agenda, what to bring, the same card to buy by, and leads on to the full course', async () => {
  expect(await state()).toBe('open')
  const { page } = browser
  expect(await page.locator('h1').count()).toBe(1)
  const agenda = page.getByRole('region', { name: 'The agenda' })
  expect(await agenda.getByRole('listitem').count()).toBe(2)
  expect(await agenda.innerText()).toMatch(/Begins Sat \d+ \w+, 1\d:00 in Manila/)
  expect(await page.getByRole('region', { name: 'What to bring' }).getByRole('listitem').count()).toBe(3)
  expect(await page.getByRole('table').count()).toBe(0)
  const card = page.getByRole('complementary', { name: 'Price and next date' })
  expect(await card.getByRole('link', { name: 'Enrol for $49' }).getAttribute('href')).toMatch(/^\/checkout\/MCOM2-/)
  const whole = page.getByRole('region', { name: 'Go on with the full course' })
  expect(await whole.getByRole('link').getAttribute('href')).toBe('/mobile-content-creator')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(browser.faults).toEqual([])
})

test('sold out, it takes names for its waitlist; with a later date, it goes on to that', async () => {
  await sql`update cohort set taken = capacity where prefix_code = 'MCOM2'`.execute(db)
  await expect.poll(html, { timeout: 5_000 }).toContain('data-course-state="full"')
  await browser.page.goto(server.url + PATH)
  await browser.page.getByRole('button', { name: 'Join the waitlist' }).waitFor()
  await browser.page.getByRole('region', { name: 'Go on with the full course' }).waitFor()

  await sql`insert into cohort (course_code, prefix_code, name, state, capacity, timezone_id, starts_at, ends_at, enrol_closes_at)
    select 'MCOM2-LATER', prefix_code, 'Another weekend', state, capacity, timezone_id,
      starts_at + interval '28 days', ends_at + interval '28 days', enrol_closes_at + interval '28 days'
    from cohort where prefix_code = 'MCOM2'`.execute(db)
  await sql`insert into offer (offer_code, course_code, currency, price_minor) values ('MCOM2-LATER', 'MCOM2-LATER', 'USD', 4900)`.execute(
    db,
  )
  await expect.poll(html, { timeout: 5_000 }).toContain('/checkout/MCOM2-LATER')
  await browser.page.goto(server.url + PATH)
  expect(await browser.page.locator('tr[data-course-code]').count()).toBe(2)
})

test('when it has been, it says so and takes addresses for the next', async () => {
  await sql`update cohort set starts_at = starts_at - interval '200 days', ends_at = ends_at - interval '200 days',
    enrol_closes_at = enrol_closes_at - interval '200 days' where prefix_code = 'MCOM2'`.execute(db)
  await expect.poll(html, { timeout: 5_000 }).toContain('data-course-state="ended"')
  expect(await state()).toBe('ended')
  await browser.page.getByText('These dates have ended').waitFor()
  await browser.page.getByRole('button', { name: 'Remind me' }).waitFor()
  await browser.page.getByRole('region', { name: 'Go on with the full course' }).waitFor()
})
