import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

/** By hand: what has led browsers out of sites before. */
const NASTY = [
  '//evil.test',
  '///evil.test',
  '////evil.test/portal',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/%5cevil.test',
  '/%2fevil.test',
  '/%2F/evil.test',
  '/.//evil.test',
  '/portal/..//evil.test',
  '/./\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  'https://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'HTTPS://EVIL.TEST',
  'https://localhost.evil.test/',
  'https://localhost@evil.test/',
  'http://evil.test:80\\@localhost/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://localhost/0000',
  'about:blank',
  'file:///etc/passwd',
]

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

test(`an admin who logs in with one of ${NASTY.length} bad ways back is in the portal, and nothing else was asked for`, async () => {
  const { page } = browser
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) asked.push(request.url())
  })
  page.on('dialog', (dialog) => {
    asked.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const from of NASTY) {
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
