import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { openTool } from '../../tools/open-tool.ts'
import { audited } from '../audited.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { newestMail } from '../mailbox.ts'
import { readPdf } from '../pdf.ts'
import { type RunningServer, startServer } from '../server.ts'

const EMAIL = 'priya.raman@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser({ timezoneId: 'Asia/Manila' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

test('a stranger enrols, pays and sees the course; a declined card says why and costs no seat', async () => {
  const { page } = browser
  await page.goto(server.url)
  expect(await page.locator('h1').count()).toBe(1)
  await page.getByRole('link', { name: 'Mobile filmmaking' }).last().click()

  await page.waitForURL('**/nina-reyes')
  expect(await page.locator('[data-course-state="open"]').count()).toBe(1)
  expect(await page.locator('body').innerText()).toMatch(/Manila/)
  expect(await page.locator('[data-amount="399.00"]').count()).toBeGreaterThan(0)
  expect(await page.locator('[data-amount="499.00"]').count()).toBeGreaterThan(0)
  const seatsBefore = await seatsTaken()
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
  await typeCard(page, '4242 4242 4242 4242')
  await payButton(page).click()

  await page.waitForURL('**/order/*', { timeout: 30_000 })
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(page.url()).not.toMatch(/token|vt=/)
  expect(await seatsTaken()).toBe(seatsBefore + 1)

  const { orderNumber, text: invoice } = await saveInvoice(page)
  expect(invoice).toMatch(/Mobile filmmaking.*Total USD 399\.00.*Visa ending 4242/s)
  // This browser shows its checkout token alone.
  expect(invoice).not.toContain('Priya')

  const mail = await newestMail(server.url, EMAIL)
  expect(mail.subject).toContain('Mobile filmmaking')
  await checkCalendar(mail.attachments[0]!.url)
  const mailed = await readPdf(new Uint8Array(await (await fetch(server.url + mail.attachments[1]!.url)).arrayBuffer()))
  expect(mailed.text).toContain(orderNumber)
  expect(mailed.text).toContain('Priya Raman')

  await page.goto(`${server.url}/dev/mail?to=${encodeURIComponent(EMAIL)}`)
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
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('logged_in_this_session')])).toEqual([
    0,
    null,
  ])

  await page.goto(`${server.url}/nina-reyes?login=1`)
  const dialog = page.locator('dialog#log-in')
  await dialog.locator('[name="email"]').fill(EMAIL)
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  // Logged in over a page, one stays on it, and the log-in is remembered for this session.
  await page.waitForURL(`${server.url}/nina-reyes`)
  await page.waitForFunction(() => sessionStorage.getItem('logged_in_this_session') !== null)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
  await page.goto(`${server.url}/portal`)
  await page.getByText('A film in one sentence').first().waitFor()
  expect(await page.locator('body').innerText()).toMatch(/Manila/)
  expect(browser.faults).toEqual([])
}, 180_000)

test('the audit finds nothing afterwards', async () => {
  expect(await audited(server.dataDir)).toContain('No violation')
})

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

/** What the receipt's button saves, read back. */
async function saveInvoice(page: Page): Promise<{ orderNumber: string; text: string }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Invoice (PDF)' }).click()
  const file = await saved
  await page.getByText('The invoice is among your downloads.').waitFor()
  const orderNumber = /^invoice-(U-\d+)\.pdf$/.exec(file.suggestedFilename())?.[1]
  const { text } = await readPdf(await readFile(await file.path()))
  expect(text).toContain(orderNumber)
  return { orderNumber: orderNumber!, text }
}

/** Held or enrolled, as the database counts. */
async function seatsTaken(): Promise<number> {
  const { db, close } = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const cohort = await cohortForCode(db, 'NG', new Date())
  await close()
  return cohort!.taken
}

/** Read by a calendar program's own parser. */
async function checkCalendar(url: string): Promise<void> {
  const text = await (await fetch(server.url + url)).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events.length).toBeGreaterThanOrEqual(6)
  expect(new Set(events.map((event) => event.uid)).size).toBe(events.length)
  expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1)
  for (const event of events) expect(event.duration.toSeconds()).toBeGreaterThanOrEqual(3600)
}
