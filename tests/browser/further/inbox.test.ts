import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

async function leave(server: RunningServer, email: string, message: string, name = ''): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/support-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, message, name, page: '/faq' }),
  })
  expect(answer.status).toBe(200)
}
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })

test('only an admin can open the inbox: everybody else is asked to log in', async ({ page }) => {
  await page.goto('/portal')
  await page.locator('main [name="email"]').fill('learner@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'My courses' }).waitFor()
  await page.goto('/portal/inbox')
  await page.getByRole('heading', { name: 'Community admin' }).waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill('understudy-demo')
  await page.keyboard.press('Enter')
  await page.getByText('All caught up.').waitFor()
})

test('a message is found, read and answered by keyboard, and an answer is undone', async ({ server, page }) => {
  await leave(server, 'ana@understudy.test', 'May I move to the weekend course?\nI am in Cebu.', 'Ana Cruz')
  await leave(server, 'ben@understudy.test', 'Do you take cheques?')
  await page.goto('/portal')
  await page.getByText('2 messages are waiting for an answer.').waitFor()
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
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+a')
  await page.keyboard.type('Yes, of course.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sending in a moment').waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  const mail = await newestMail(server.url, 'ana@understudy.test')
  expect(mail.text).toContain('Yes, of course.')
  expect(mail.text).not.toContain('No.')
})

test('the URL names the view and the open conversation, and Back works', async ({ page }) => {
  await page.goto('/portal/inbox')
  await view(page, 'Open 1').waitFor()
  await view(page, 'Answered 1').click()
  await page.getByRole('link', { name: /Ana Cruz/ }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await view(page, 'Archived 1').waitFor()
  await page.getByText('History').click()
  expect(await page.getByText(/Addy Admin (answered|undid an answer)/).count()).toBe(3)
  await page.reload()
  await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
})

test('a draft answer is kept while another conversation is open', async ({ page }) => {
  await page.goto('/portal/inbox')
  const row = page.getByRole('row').getByRole('link', { name: /ben@/ })
  const box = page.getByLabel('Your answer')
  await row.click()
  await box.fill('We do not, but')
  await page.getByRole('link', { name: 'Close' }).click()
  await box.waitFor({ state: 'detached' })
  await row.click()
  await expect.poll(() => box.inputValue()).toBe('We do not, but')
})

test('no part of the inbox is wider than its screen', async ({ page }) => {
  await page.getByRole('heading', { name: 'ben@understudy.test' }).waitFor()
  for (const width of [360, 640, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})
