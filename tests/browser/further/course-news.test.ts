/** The curriculum by e-mail, and news about the dates of a course: asked for, confirmed, received, turned off by one click. */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { interestCheckJob } from '#catalogue/interests/queue.ts'
import type { Db } from '#platform/db/db.ts'
import { test } from '../../support/browser-test.ts'
import { readPdf } from '../../support/pdf.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'
import { runJob } from '../../world/run-job.ts'

const EMAIL = 'kim.santos@understudy.test'

test.override('browserOptions', { width: 360 })

let db: Db
test.beforeAll(({ db: serverDb }) => {
  db = serverDb
})

/** Asks by keyboard, and waits for the answer. */
async function ask(page: Page, form: string, answer: string): Promise<void> {
  const folded = page.locator(`details:has(#${form}) > summary`)
  if (await folded.count()) await folded.press('Enter')
  const email = page.locator(`#${form} form`).getByLabel('E-mail')
  await email.fill(EMAIL)
  await email.press('Enter')
  await page.locator(`#${form}`).getByRole('status').filter({ hasText: answer }).waitFor()
}

test('a visitor asks for the curriculum, and the attached PDF has the modules of the course', async ({
  server,
  page,
}) => {
  await page.goto('/nina-reyes')
  await ask(page, 'curriculum', 'The curriculum is on its way to your e-mail.')
  await newestMail(server.url, EMAIL, /The curriculum of/)
  await page.goto(`/dev/mail?to=${EMAIL}`)
  await page.getByRole('heading', { name: /^The curriculum of/ }).waitFor()
  const file = page.locator('a[href*="/attachments/"]')
  const title = await file.innerText()
  const href = await file.getAttribute('href')
  expect(title).toMatch(/\.pdf/)
  const answer = await fetch(new URL(href!, server.url))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const { text, pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  expect(pages.length).toBeGreaterThan(0)
  const { rows } = await sql<{ title: string }>`select m.title from module m where m.course_code = 'NG'`.execute(db)
  expect(rows.length).toBeGreaterThan(1)
  const words = text.replace(/\s+/g, ' ')
  for (const module of rows) expect(words).toContain(module.title)
})

test('a visitor asks to be reminded, confirms, hears of the new date, and turns the news off by one click', async ({
  server,
  page,
}) => {
  await page.goto('/ines-duarte')
  await ask(page, 'reminder', 'Thanks. Open the link in our e-mail to confirm your address.')
  await page.goto(linkIn(await newestMail(server.url, EMAIL, /Confirm your address/), 'course-news'))
  await page.getByRole('button', { name: 'Confirm my address' }).press('Enter')
  await page.getByRole('heading', { name: 'You’ll hear from us' }).waitFor()

  await giveDate(40)
  await runJob(server, interestCheckJob, {})
  const mail = await newestMail(server.url, EMAIL, /A new date: Sound for stories/)
  const unsubscribe = /<(.+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1]
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await fetch(unsubscribe!, click)).status).toBe(200)
  await page.goto(linkIn(mail, 'course-news\\?leave=1'))
  await page.getByRole('heading', { name: 'News turned off' }).waitFor()

  await sql`delete from interest_notice`.execute(db)
  await giveDate(50)
  await runJob(server, interestCheckJob, {})
  const newsCount = sql<{
    count: number
  }>`select count(*)::int as count from mail where to_address = ${EMAIL} and kind = 'news'`
  expect((await newsCount.execute(db)).rows).toEqual([{ count: 1 }])
})

/** The course has no date, and then gets one. */
async function giveDate(days: number): Promise<void> {
  await sql`update cohort set starts_at = null, ends_at = null where course_code = 'SND'`.execute(db)
  await sql`update cohort set enrol_closes_at = null, starts_at = now() + ${days} * interval '1 day', ends_at = now() + ${days + 14} * interval '1 day'
    where course_code = 'SND'`.execute(db)
}
