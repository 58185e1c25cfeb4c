import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser({ width: 390 })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

const asks = (page: Page) => page.getByRole('heading', { name: 'Your bank asks: is this you?' })

test('the bank’s question outlives a reload, is answered on its own page, and no is told as the buyer’s own', async () => {
  const { page } = browser
  await page.goto(`${server.url}/checkout/MCOM`)
  await page.locator('main [name="email"]').fill('ines.bank@understudy.test')
  await page.locator('main [name="name"]').fill('Ines Bank')
  await payWithQuestion(page)

  await asks(page).waitFor()
  await page.reload()
  await asks(page).waitFor()
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.waitForURL('**/sandbox/bank/*')
  expect(await page.locator('[data-amount="49.00"]').count()).toBe(1)
  expect(page.url()).not.toMatch(/secret|token/)
  await page.getByRole('button', { name: 'Refuse the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByRole('heading', { name: 'You said no to your bank’s question' }).waitFor()
  await page.getByRole('link', { name: 'Try another card' }).click()
  await page.waitForURL('**/checkout/*')
  await payWithQuestion(page)
  await asks(page).waitFor()
  await page.goto(page.url())
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.getByRole('button', { name: 'Accept the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  expect(browser.faults).toEqual([])
}, 120_000)

async function payWithQuestion(page: Page): Promise<void> {
  await page.locator('main [name="terms"]').check()
  await page.getByLabel('Card number').fill('4000 0025 0000 3155')
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
