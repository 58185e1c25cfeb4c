import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { syncLostRefunds } from '#sell/payments/reconcile.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { buy } from '../../world/buyer.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import type { RunningServer } from '../../world/server.ts'

/** At each width, light and dark: nobody is kept out, and nothing hangs over. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findAxeFaults(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const happened = (page: Page) => page.getByRole('complementary').locator('ol')

/** Refunds in the provider's dashboard, or fails that refund at the bank, and then polls the provider. */
async function atTheDashboard(
  server: RunningServer,
  orderId: string,
  id: string,
  what: 'refund' | 'fail',
): Promise<void> {
  const tool = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const intent = sql`(select provider_intent_id from payment where order_id = ${orderId})`
  await (what === 'refund'
    ? sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor) values (${id}, ${intent}, ${id}, 4000)`
    : sql`update sandbox.refund set status = 'failed' where id = ${id}`
  ).execute(tool.db)
  await sql`update sandbox.intent i set refunded_minor = (select coalesce(sum(amount_minor), 0) from sandbox.refund
    where intent_id = i.id and status = 'succeeded') where id = ${intent}`.execute(tool.db)
  await syncLostRefunds(tool, 3)
  await tool.close()
}

test('a refund from the dashboard asks for its seat; a refund that the bank returned asks whether to send it again', async ({
  server,
  browser,
  page,
}) => {
  await enterAs(browser.context, server.url, 'admin')
  const { courseCode } = (await (await fetch(`${server.url}/api/v1/courses/NSPR`)).json()).data.cohorts[0]
  const { orderId } = await buy(server.url, courseCode, 'rosa@understudy.test')
  await atTheDashboard(server, orderId!, 'sbr_first', 'refund')
  await page.goto('/portal/orders')
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await expect.poll(() => page.locator('[data-row] a').count()).toBe(1)
  await page.locator('[data-row] a').click()
  await page.getByRole('heading', { name: 'Refunded at the provider: $40.00' }).waitFor()
  expect(await act(page, 'End a seat').count()).toBe(0)
  await looksRight(page)
  await page.getByLabel('Demo Buyer', { exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Reason').fill('Refunded by phone')
  await page.keyboard.press('Enter')
  await page.getByText('Saved with the order. The selected seats have ended.').waitFor()
  expect(await happened(page).innerText()).toMatch(
    /Addy Admin assigned the refund of \$40\.00[\s\S]*“Refunded by phone”/,
  )

  await atTheDashboard(server, orderId!, 'sbr_first', 'fail')
  await page.reload()
  await page.getByRole('heading', { name: 'Refund on hold: $40.00' }).waitFor()
  await looksRight(page)

  await atTheDashboard(server, orderId!, 'sbr_second', 'refund')
  await page.reload()
  await page.getByText('A refund of $40.00 is pending').waitFor()
  expect(await act(page, 'Retry refund').count()).toBe(0)
  await looksRight(page)
  await page.getByLabel('Reason').fill('For something else')
  await page.keyboard.press('Enter')
  await page.getByText('Choose whether this was the pending refund.').waitFor()
  await page.getByLabel('This was a different refund: send the pending one too').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Reason').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Refund on hold: $40.00' }).waitFor()
  await act(page, 'Retry refund').focus()
  await page.keyboard.press('Enter')
  await page.getByText('We’re sending the refund again.').waitFor()
  await expect.poll(() => happened(page).innerText()).toMatch(/Card: \$40\.00 refunded/)
})
