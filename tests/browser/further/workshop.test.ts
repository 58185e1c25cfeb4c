import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { test } from '../../support/browser-test.ts'
import type { RunningServer } from '../../world/server.ts'

const PATH = '/mika-osei/phone-film-weekend'

test.override('browserOptions', { width: 360 })

let db: Db
test.beforeAll(({ db: serverDb }) => {
  db = serverDb
})

const html = async (server: RunningServer) => (await fetch(server.url + PATH)).text()
const state = async (page: Page) => {
  await page.goto(PATH)
  return page.locator('main').getAttribute('data-course-state')
}

test('a workshop has one date, a short agenda, requirements, the same price card, and a link to the full course', async ({
  page,
}) => {
  expect(await state(page)).toBe('open')
  expect(await page.locator('h1').count()).toBe(1)
  const agenda = page.getByRole('region', { name: 'The agenda' })
  expect(await agenda.getByRole('listitem').count()).toBe(2)
  expect(await agenda.innerText()).toMatch(/Starts Sat \d+ \w+, 1\d:00 Manila time/)
  expect(await page.getByRole('region', { name: 'What to bring' }).getByRole('listitem').count()).toBe(3)
  expect(await page.getByRole('table').count()).toBe(0)
  const card = page.getByRole('complementary', { name: 'Price and next date' })
  expect(await card.getByRole('link', { name: 'Enrol for $49' }).getAttribute('href')).toMatch(/^\/checkout\/MCOM2-/)
  const whole = page.getByRole('region', { name: 'Go on with the full course' })
  expect(await whole.getByRole('link').getAttribute('href')).toBe('/mobile-content-creator')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a sold-out workshop has a waitlist; with a later date, it links to that date', async ({ server, page }) => {
  await sql`update cohort set taken = capacity where course_code = 'MCOM2'`.execute(db)
  await expect.poll(() => html(server)).toContain('data-course-state="full"')
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Join the waitlist' }).waitFor()
  await page.getByRole('region', { name: 'Go on with the full course' }).waitFor()

  await sql`insert into cohort (cohort_code, course_code, name, state, capacity, timezone_id, starts_at, ends_at, enrol_closes_at)
    select 'MCOM2-LATER', course_code, 'Another weekend', state, capacity, timezone_id,
      starts_at + interval '28 days', ends_at + interval '28 days', enrol_closes_at + interval '28 days'
    from cohort where course_code = 'MCOM2'`.execute(db)
  await sql`insert into offer (offer_code, cohort_code, currency, price_minor) values ('MCOM2-LATER', 'MCOM2-LATER', 'USD', 4900)`.execute(
    db,
  )
  await expect.poll(() => html(server)).toContain('/checkout/MCOM2-LATER')
  await page.goto(PATH)
  expect(await page.locator('tr[data-course-code]').count()).toBe(2)
})

test('an ended workshop says so, and offers a notice of the next date', async ({ server, page }) => {
  await sql`update cohort set starts_at = starts_at - interval '200 days', ends_at = ends_at - interval '200 days',
    enrol_closes_at = enrol_closes_at - interval '200 days' where course_code = 'MCOM2'`.execute(db)
  await expect.poll(() => html(server)).toContain('data-course-state="ended"')
  expect(await state(page)).toBe('ended')
  await page.getByText('These dates have ended').waitFor()
  await page.getByRole('button', { name: 'Remind me' }).waitFor()
  await page.getByRole('region', { name: 'Go on with the full course' }).waitFor()
})
