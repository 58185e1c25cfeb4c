import { expect } from 'vitest'
import { BAD_RETURNS } from '../../support/bad-returns.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'

test(`an admin who logs in with one of ${BAD_RETURNS.length} bad ways back is in the portal, and no other page is requested`, async ({
  server,
  page,
}) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) requestedUrls.push(request.url())
  })
  page.on('dialog', (dialog) => {
    requestedUrls.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const from of BAD_RETURNS) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`)
    await untilHydrated(page)
    await page.evaluate(() => localStorage.clear())
    const form = page.locator('main')
    await form.locator('[name="email"]').fill('admin@understudy.test')
    await form.locator('[name="password"]').fill('understudy-demo')
    await form.getByRole('button', { name: 'Log in as admin' }).click()
    await page.getByRole('heading', { name: 'Good to see you, Addy' }).waitFor()
    expect([from, page.url()]).toEqual([from, `${server.url}/portal`])
  }
  expect(requestedUrls).toEqual([])
})
