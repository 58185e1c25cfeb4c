import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import type { Journey } from '../../support/browser.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

const EMAIL = 'lola.reyes@understudy.test'
const NEXT = 'ben.next@understudy.test'

let db: Db
let browser: Journey
test.beforeAll(async ({ db: serverDb, launchBrowser }) => {
  db = serverDb
  browser = await launchBrowser({ width: 360 })
})

test('a visitor waits for two seats of a full course, gets the offer, claims it and pays', async ({ server }) => {
  const { page } = browser
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  const join = (email: string, partySize: number) =>
    fetch(`${server.url}/api/v1/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, partySize, courseCode: 'MTIKPR', name: 'Lola Reyes' }),
    })
  for (const [email, partySize] of [
    [EMAIL, 2],
    [NEXT, 1],
  ] as const) {
    expect((await join(email, partySize)).status).toBe(200)
    await page.goto(linkIn(await newestMail(server.url, email, /Confirm your place/), 'waitlist'))
    await page.getByRole('button', { name: 'Confirm my place' }).click()
    await page.getByRole('heading', { name: /^You’re number \d+ on the waitlist$/ }).waitFor()
    expect(await fits()).toBe(true)
  }

  await sql`update cohort set capacity = capacity + 2 where course_code = 'MTIKPR'`.execute(db)

  const mail = await newestMail(server.url, EMAIL, /2 seats are free/)
  await page.goto('/mo-tikaram')
  expect(await page.locator('main').getAttribute('data-course-state')).toBe('full')
  await page.goto(linkIn(mail, 'waitlist'))
  await page.getByRole('heading', { name: '2 seats are held for you' }).waitFor()
  await page.getByText(/23 hours left/).waitFor()
  await page.getByText(/^Today’s price: \$\d+ \(about ₱[\d,]+\) a seat$/).waitFor()
  expect(await fits()).toBe(true)
  await page.getByRole('button', { name: 'Take my 2 seats' }).click()

  await page.waitForURL('**/checkout/MTIKPR-*')
  const form = page.locator('main')
  expect(await form.locator('[name="email"]').inputValue()).toBe(EMAIL)
  await page.getByRole('heading', { name: 'Two seats, together' }).waitFor()
  await form.locator('[name="terms"]').check()
  await typeCard(page)
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()

  await page.goto(linkIn(mail, 'waitlist'))
  await page.getByRole('heading', { name: 'You’re enrolled' }).waitFor()
})

test('a learner opens an offer from the portal, declines it there, and the card is gone', async ({ server }) => {
  const { page } = browser
  const email = 'learner@understudy.test'
  await db
    .insertInto('waitlist_entry')
    .values({
      cohort_code: sql<string>`(select cohort_code from cohort where course_code = 'MTIKPR' limit 1)`,
      email,
      party_size: 1,
      confirmed_at: new Date(),
    })
    .execute()
  await enterAs(browser.context, server.url, 'learner')
  await page.goto('/portal')
  const card = page.getByRole('region', { name: 'Waitlists and news' })
  await card.getByText(/Waitlist: number \d\. One seat\./).waitFor()
  await sql`update cohort set capacity = capacity + 3 where course_code = 'MTIKPR'`.execute(db)
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'My courses' }).waitFor()
      return card.innerText()
    })
    .toContain('A seat is held for you until')
  await card.getByRole('button', { name: /^Take the seat/ }).press('Enter')
  await page.getByRole('heading', { name: 'A seat is held for you' }).waitFor()
  await page.goto('/portal')
  await card.getByRole('button', { name: /^Decline/ }).press('Enter')
  await card.getByText('Give the offered seats to the next person?').waitFor()
  await card.getByRole('button', { name: /^Decline/ }).press('Enter')
  await card.waitFor({ state: 'detached' })
})
