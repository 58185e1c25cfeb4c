import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { startThirdParty, type ThirdParty } from '../../providers/third-party.ts'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { readPdf } from '../../support/pdf.ts'
import { audited } from '../../world/audited.ts'
import { PASSWORD as DEMO_PASSWORD } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

/** The visitor’s; the class is in Manila. */
const ZONE = 'America/New_York'

/** Its settings are no other story’s, so that this file has its own server. */
let thirdParty: ThirdParty
test.override('serverSettings', () => ({
  TAG_MANAGER_URL: `${thirdParty.origin}/tags.js?id=T-1`,
  CHATWOOT_URL: thirdParty.origin,
  CHATWOOT_TOKEN: 'site-1',
}))
test.override('browserOptions', { timezoneId: ZONE })

const ASKS = '4000 0025 0000 3155'
const EMAIL = 'priya.raman@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

test.beforeAll(async () => {
  thirdParty = await startThirdParty()
})
test.afterAll(() => thirdParty?.close())

test('a visitor who allows no third party enrols, pays and sees the course; a declined card gives its reason and costs no seat', async ({
  server,
  page,
}) => {
  await page.goto('/')
  expect(await page.locator('h1').count()).toBe(1)
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await page.getByRole('link', { name: 'Mobile filmmaking' }).last().click()

  await page.waitForURL('**/nina-reyes')
  expect(await page.locator('[data-course-state="open"]').count()).toBe(1)
  await page.getByText('Times in New York').first().waitFor()
  expect(await page.locator('[data-amount="399.00"]').count()).toBeGreaterThan(0)
  expect(await page.locator('[data-amount="499.00"]').count()).toBeGreaterThan(0)
  await hasLocalTimes(page)
  const seatsBefore = await seatsTaken(server)
  await page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .click()

  await page.waitForURL('**/checkout/NG-*')
  const form = page.locator('main')
  await form.locator('[name="email"]').fill('priya.raman')
  await form.locator('[name="name"]').fill('Priya Raman')
  await form.locator('[name="phoneNumber"]').fill('+63 917 123 4567')
  await form.locator('[name="terms"]').check()
  await typeCard(page, '4000 0000 0000 9995')
  await payButton(page).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await form.locator('[name="email"]').fill(EMAIL)

  await payButton(page).click()
  await page
    .getByText(/not enough funds|insufficient funds/i)
    .first()
    .waitFor()
  expect(await form.locator('[name="name"]').inputValue()).toBe('Priya Raman')
  await page.reload()
  expect(await form.locator('[name="email"]').inputValue()).toBe(EMAIL)
  await form.locator('[name="terms"]').check()
  await typeCard(page, ASKS)
  await payButton(page).click()

  const question = page.getByRole('heading', { name: 'Your bank asks: is this you?' })
  await question.waitFor()
  await page.reload()
  await question.waitFor()
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.waitForURL('**/sandbox/bank/*')
  expect(await page.locator('[data-amount="399.00"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Accept the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(page.url()).not.toMatch(/token|vt=/)
  expect(await seatsTaken(server)).toBe(seatsBefore + 1)

  const { invoiceNumber, text: invoice } = await saveInvoice(page)
  expect(invoice).toMatch(/Mobile filmmaking.*Total USD 399\.00.*Visa ending 3155/s)
  // This browser shows its checkout token alone.
  expect(invoice).not.toContain('Priya')

  const mail = await newestMail(server.url, EMAIL)
  expect(mail.subject).toContain('Mobile filmmaking')
  await checkCalendar(server, mail.attachments[0]!.url)
  const mailed = await readPdf(new Uint8Array(await (await fetch(server.url + mail.attachments[1]!.url)).arrayBuffer()))
  expect(mailed.text).toContain(invoiceNumber)
  expect(mailed.text).toContain('Priya Raman')

  await page.goto(`/dev/mail?to=${encodeURIComponent(EMAIL)}`)
  const link = /https?:\S+\/set-password#token=\S+/.exec(mail.text)?.[0]
  await page.goto(link!)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal')
  await page
    .getByRole('heading', { name: /Mobile filmmaking/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  // The answer to the question about cookies alone outlasts the log-out.
  expect(
    await page.evaluate(() => [Object.keys(localStorage), sessionStorage.getItem('logged_in_this_session')]),
  ).toEqual([['consent'], null])

  await page.goto('/nina-reyes?login=1')
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill(EMAIL)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  // Logged in over a page, one stays on it, and the log-in is remembered for this session.
  await page.waitForURL(`${server.url}/nina-reyes`)
  await page.waitForFunction(() => sessionStorage.getItem('logged_in_this_session') !== null)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
  await page.goto('/portal')
  await page.getByText('A film in one sentence').first().waitFor()
  await hasLocalTimes(page)
})

test('a group with three friends, one of them named later: the group price is on the button and is charged', async ({
  server,
  launchBrowser,
}) => {
  const page = await atCheckout(await launchBrowser(), '?promo=welcome10')
  await expectOff(page, '39.90')
  await addFriend(page, 2)
  await addFriend(page, 3)
  await addFriend(page, 4)
  await expectOff(page, '239.40')
  expect(await page.getByText('Another discount is bigger').count()).toBe(1)

  const first = page.locator('summary', { hasText: 'A friend, named later' }).first()
  await first.click()
  await page.locator('[name="friends.0.name"]').fill('Jonah Whitlock')
  await page.locator('[name="friends.0.email"]').fill('priya@understudy.test')
  await fillIn(page, 'priya@understudy.test')
  await typeCard(page)
  await payButton(page).click()
  await page.getByText('This is your own e-mail').waitFor()
  await page.locator('[name="friends.0.email"]').fill('jonah@understudy.test')
  expect(await payButton(page).locator('[data-amount]').getAttribute('data-amount')).toBe('1356.60')
  await payButton(page).click()

  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(await page.locator('[data-amount="1356.60"]').count()).toBeGreaterThan(0)
  expect((await newestMail(server.url, 'priya@understudy.test')).text).toContain('Total: $1,356.60')

  await newestMail(server.url, 'jonah@understudy.test', /Priya/)
  await page.getByRole('button', { name: 'Invite for seat 3' }).click()
  await page.locator('#friend-3-email').fill('mei@understudy.test')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('An invitation is on its way to mei@understudy.test').waitFor()
  const invitation = await newestMail(server.url, 'mei@understudy.test', /Mobile filmmaking/)
  const friend = await launchBrowser({ timezoneId: 'Asia/Tokyo', width: 360 })
  await friend.page.goto(/https?:\S+#token=\S+/.exec(invitation.text)![0])
  await friend.page
    .locator('main')
    .getByText(/Mobile filmmaking/)
    .waitFor()
  await friend.page.locator('main [name="password"]').fill(PASSWORD)
  await friend.page.getByRole('button', { name: 'Confirm my seat and log in' }).click()
  await friend.page.waitForURL('**/portal/courses/ng')
  await friend.close()
  await page.reload()
  await page.getByText('In', { exact: true }).waitFor()
})

test('no page of the journeys has asked a third party for anything', () => {
  expect(thirdParty.requests).toEqual([])
})

test('while an admin is logged in, no page loads what a visitor allowed to third parties', async ({
  browser,
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'Yes, allow' }).click()
  await expect.poll(() => thirdParty.requests.length).toBeGreaterThan(0)
  await page.goto('/portal/orders')
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-row]').first().waitFor()
  thirdParty.requests.length = 0
  for (const path of ['/', '/nina-reyes']) {
    const admin = await browser.context.newPage()
    await admin.goto(path, { waitUntil: 'networkidle' })
    expect([path, thirdParty.requests]).toEqual([path, []])
    await admin.close()
  }
})

test('the audit finds no violation after these journeys', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})

/** Presses the receipt's button and reads the saved PDF. */
async function saveInvoice(page: Page): Promise<{ invoiceNumber: string; text: string }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Invoice (PDF)' }).click()
  const file = await saved
  await page.getByText('The invoice was downloaded.').waitFor()
  const invoiceNumber = /^invoice-(INV-\d+)\.pdf$/.exec(file.suggestedFilename())?.[1]
  const { text } = await readPdf(await readFile(await file.path()))
  expect(text).toContain(invoiceNumber)
  return { invoiceNumber: invoiceNumber!, text }
}

/** Held or enrolled, as the database counts. */
async function seatsTaken(server: RunningServer): Promise<number> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const cohort = await getCohortForCode(db, 'NG', new Date())
  await close()
  return cohort!.taken
}

/** Read by a calendar program's own parser. */
async function checkCalendar(server: RunningServer, url: string): Promise<void> {
  const text = await (await fetch(server.url + url)).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events.length).toBeGreaterThanOrEqual(6)
  expect(new Set(events.map((event) => event.uid)).size).toBe(events.length)
  expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1)
  for (const event of events) expect(event.duration.toSeconds()).toBeGreaterThanOrEqual(3600)
}

/** A tab of its own for each buyer: what one typed is not the other's. */
async function atCheckout(browser: Journey, search = ''): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto('/nina-reyes')
  const address = await page
    .getByRole('link', { name: /^Enrol/ })
    .first()
    .getAttribute('href')
  await page.goto(address + search)
  await page.getByRole('heading', { name: 'Who is coming' }).waitFor()
  return page
}

async function addFriend(page: Page, seats: number): Promise<void> {
  await page.getByRole('button', { name: /Add a friend/ }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${seats} seats` })
    .waitFor()
}

async function expectOff(page: Page, amount: string): Promise<void> {
  await page.locator(`aside, section`).locator(`[data-amount="${amount}"]`).first().waitFor()
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Priya Raman')
  await page.locator('main [name="terms"]').check()
}

/** Every time of the page is in the visitor’s own zone. */
async function hasLocalTimes(page: Page): Promise<void> {
  const times = await page
    .locator('time[data-local]')
    .evaluateAll((all) => all.map((one) => ({ at: one.getAttribute('datetime') ?? '', text: one.textContent ?? '' })))
  const withHour = times.filter(({ text }) => /\d\d:\d\d/.test(text))
  expect(withHour.length).toBeGreaterThan(0)
  for (const { at, text } of withHour) {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainTime()
    expect(text, at).toContain(local.toString({ smallestUnit: 'minute' }))
  }
}
