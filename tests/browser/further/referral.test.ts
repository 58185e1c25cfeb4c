/**
 * A friend refers a friend and gets credit. No clock of a running server can be turned, so the reward is decided beside it,
 * ninety days later.
 */
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { decideDueReferrals } from '#sell/referrals/decide-referrals.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { test } from '../../support/browser-test.ts'
import { typeCard } from '../../support/pay-form.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'

const NINETY_DAYS_MS = 90 * 24 * 60 * 60_000
const FRIEND = 'fern.lopez@understudy.test'

async function passRefundWindow(dataDir: string): Promise<void> {
  const { close, ...deps } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  await decideDueReferrals({ ...deps, clock: () => new Date(Date.now() + NINETY_DAYS_MS) })
  await close()
}

test('a learner sends a link, the friend pays less with it, and the learner gets credit', async ({
  server,
  browser,
  page,
  launchBrowser,
}) => {
  await enterAs(browser.context, server.url, 'learner')
  await page.goto('/refer-a-friend')
  await page.getByText('Nobody yet.').waitFor()
  const link = await page.locator('#your-link + div output').innerText()
  expect(await page.getByRole('img', { name: 'QR code of your link' }).count()).toBe(1)

  const friend = await launchBrowser({ width: 360 })
  await friend.page.goto(`http://${link}`)
  await friend.page.goto('/checkout/DAPR')
  await friend.page.getByRole('button', { name: 'Pay $89.10' }).waitFor()
  await friend.page.locator('main [name="email"]').fill(FRIEND)
  await friend.page.locator('main [name="name"]').fill('Fern Lopez')
  await friend.page.locator('[name="terms"]').check()
  await typeCard(friend.page)
  await friend.page.getByRole('button', { name: 'Pay $89.10' }).click()
  await friend.page.waitForURL('**/order/*')
  await friend.page.getByText('Complete', { exact: true }).first().waitFor()
  await newestMail(server.url, FRIEND)
  await friend.close()

  const row = page.getByRole('listitem').filter({ hasText: 'Fern' })
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Who you have brought' }).waitFor()
      return (await row.allInnerTexts()).join()
    })
    .toContain('$20.00')
  await passRefundWindow(server.dataDir)
  await page.reload()
  await row.getByText('Rewarded').waitFor()
  await page.goto('/portal')
  await page.getByText('You have $20.00.').waitFor()
})
