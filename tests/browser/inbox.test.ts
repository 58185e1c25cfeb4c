import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { newestMail } from '../mailbox.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
let page: Page
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  page = browser.page
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

async function leave(email: string, message: string, name = ''): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/support-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, message, name, page: '/faq' }),
  })
  expect(answer.status).toBe(200)
}
const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })

test('the inbox opens to an admin alone: who is none, a learner too, is asked to log in', async () => {
  await page.goto(`${server.url}/portal`)
  await page.locator('main [name="email"]').fill('learner@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'My courses' }).waitFor()
  await page.goto(`${server.url}/portal/inbox`)
  await page.getByRole('heading', { name: 'Community admin' }).waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByText('All caught up.').waitFor()
  expect(browser.faults).toEqual([])
})

test('a message is found, read and answered by keyboard, and an answer sent too soon is taken back', async () => {
  await leave('ana@understudy.test', 'May I move to the weekend course?\nI am in Cebu.', 'Ana Cruz')
  await leave('ben@understudy.test', 'Do you take cheques?')
  await page.goto(`${server.url}/portal`)
  await page.getByText('2 messages wait for an answer.').waitFor()
  await page.getByRole('link', { name: 'Inbox' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Ana Cruz/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/^[0-9a-f-]{36}$/)

  await page.getByLabel('Your answer').focus()
  await page.keyboard.type('No.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  const box = page.getByLabel('Your answer')
  await expect.poll(() => box.inputValue()).toBe('No.')
  expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+a')
  await page.keyboard.type('Yes, of course.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Goes out in a moment').waitFor()
  await page.getByText('Sent', { exact: true }).waitFor({ timeout: 30_000 })
  const mail = await newestMail(server.url, 'ana@understudy.test')
  expect(mail.text).toContain('Yes, of course.')
  expect(mail.text).not.toContain('No.')
  expect(browser.faults).toEqual([])
})

test('the address says what is shown: views, the open conversation, and the way back', async () => {
  await page.goto(`${server.url}/portal/inbox`)
  await view('Open 1').waitFor()
  await view('Answered 1').click()
  await page.getByRole('link', { name: /Ana Cruz/ }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await view('Archived 1').waitFor()
  await page.getByText('What happened').click()
  expect(await page.getByText(/Addy Admin (answered|took an answer back)/).count()).toBe(3)
  await page.reload()
  await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Bring back' }).waitFor()
  expect(browser.faults).toEqual([])
})

test('what is being written survives a look at another conversation', async () => {
  await page.goto(`${server.url}/portal/inbox`)
  const row = page.getByRole('listitem').getByRole('link', { name: /ben@/ })
  const box = page.getByLabel('Your answer')
  await row.click()
  await box.fill('We do not, but')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await box.waitFor({ state: 'detached' })
  await row.click()
  await expect.poll(() => box.inputValue()).toBe('We do not, but')
})

test('no part of the inbox is wider than its screen', async () => {
  await page.getByRole('heading', { name: 'ben@understudy.test' }).waitFor()
  for (const width of [360, 640, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})
