/** A campaign from the visit to the refund, as an admin sees it in the report (docs/contract §29). */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { typeCard } from '../../support/pay-form.ts'
import { enterAs } from '../../world/demo-visitor.ts'

const EMAIL = 'cam.paign@understudy.test'

test('an admin sees the visit, the order and the refund of a campaign, and downloads them', async ({
  server,
  browser,
  page,
  launchBrowser,
}) => {
  const visitor = await launchBrowser({ width: 360 })
  const counted = visitor.page.waitForResponse(/campaign-visits/)
  await visitor.page.goto('/?utm_campaign=first-post&utm_source=post')
  expect((await counted).status()).toBe(200)
  const countedAgain = visitor.page.waitForResponse(/campaign-visits/)
  await visitor.page.goto('/checkout/DAPR?utm_campaign=last-mail&utm_source=mail&gclid=click-1')
  expect((await countedAgain).status()).toBe(200)
  await visitor.page.locator('main [name="email"]').fill(EMAIL)
  await visitor.page.locator('main [name="name"]').fill('Cam Paign')
  await visitor.page.locator('[name="terms"]').check()
  await typeCard(visitor.page)
  await visitor.page.getByRole('button', { name: 'Pay $99' }).click()
  await visitor.page.waitForURL('**/order/*')
  await visitor.page.getByText('Complete', { exact: true }).first().waitFor()
  await visitor.close()

  await enterAs(browser.context, server.url, 'admin')
  await page.goto(`/portal/orders?q=${EMAIL}`)
  await page.locator('[data-row] a').click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByLabel('Reason').fill('Changed her mind')
  await page.getByRole('button', { name: /^Refund \$99/ }).click()
  await page.getByText('Refund requested. The history says when it is sent.').waitFor()

  await page.goto('/portal/attribution')
  const row = (name: string) => page.locator(`tr[data-row="value ${name}"] td`)
  // The provider is asked by a job.
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('rowheader', { name: 'Total', exact: true }).waitFor()
      return (await row('last-mail').allInnerTexts()).join(' ')
    })
    .toBe('1 0 1 100% $99.00 1 $99.00 $0.00 $0.00')
  expect(await row('first-post').allInnerTexts()).toEqual([
    '1',
    '0',
    '0',
    '0%',
    '$0.00',
    '0',
    '$0.00',
    '$0.00',
    '$0.00',
  ])

  await page.getByLabel('Credit goes to').selectOption('first')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await page.waitForURL(/touch=first/)
  await expect
    .poll(async () => (await row('first-post').allInnerTexts()).join(' '))
    .toBe('1 0 1 100% $99.00 1 $99.00 $0.00 $0.00')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findAxeFaults(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/attribution-${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
  }
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text).toMatch(/^\ufefffrom,until,touch,field,/)
  expect(text).toMatch(/,first,campaign,value,first-post,1,0,1,1,USD,99,99,0,0\r\n/)
})
