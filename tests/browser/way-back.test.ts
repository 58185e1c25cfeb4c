import { afterAll, beforeAll, expect, test } from 'vitest'
import { BAD_RETURNS } from '../bad-returns.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

test(`an admin who logs in with one of ${BAD_RETURNS.length} bad ways back is in the portal, and nothing else was asked for`, async () => {
  const { page } = browser
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) asked.push(request.url())
  })
  page.on('dialog', (dialog) => {
    asked.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const from of BAD_RETURNS) {
    await page.goto(`${server.url}/login?from=${encodeURIComponent(from)}`)
    await page.evaluate(() => localStorage.clear())
    const form = page.locator('main')
    await form.locator('[name="email"]').fill('admin@understudy.test')
    await form.locator('[name="password"]').fill('understudy-demo')
    await form.getByRole('button', { name: 'Log in as admin' }).click()
    await page.getByRole('heading', { name: 'Good to see you, Addy' }).waitFor()
    expect([from, page.url()]).toEqual([from, `${server.url}/portal`])
  }
  expect([asked, browser.faults]).toEqual([[], []])
}, 180_000)
