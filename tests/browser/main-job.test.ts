import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readConfig } from '#config.ts'
import { getCohortForCode } from '#features/catalog/cohort-on-sale.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { test } from '../support/browser-test.ts'
import { payButton, typeCard } from '../support/pay-form.ts'
import { readPdf } from '../support/pdf.ts'
import { audited } from '../world/audited.ts'
import { newestMail } from '../world/mailbox.ts'
import type { RunningServer } from '../world/server.ts'

const EMAIL = 'priya.raman@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

test('a visitor enrols, pays and sees the course; a declined card gives its reason and costs no seat', async ({
  server,
  page,
}) => {
  await page.goto('/')
  expect(await page.locator('h1').count()).toBe(1)
  await page.getByRole('link', { name: 'Mobile filmmaking' }).last().click()

  await page.waitForURL('**/nina-reyes')
  expect(await page.locator('[data-course-state="open"]').count()).toBe(1)
  expect(await page.locator('body').innerText()).toMatch(/Manila/)
  expect(await page.locator('[data-amount="399.00"]').count()).toBeGreaterThan(0)
  expect(await page.locator('[data-amount="499.00"]').count()).toBeGreaterThan(0)
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
  await typeCard(page)
  await payButton(page).click()

  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(page.url()).not.toMatch(/token|vt=/)
  expect(await seatsTaken(server)).toBe(seatsBefore + 1)

  const { invoiceNumber, text: invoice } = await saveInvoice(page)
  expect(invoice).toMatch(/Mobile filmmaking.*Total USD 399\.00.*Visa ending 4242/s)
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
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('logged_in_this_session')])).toEqual([
    0,
    null,
  ])

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
  expect(await page.locator('body').innerText()).toMatch(/Manila/)
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
