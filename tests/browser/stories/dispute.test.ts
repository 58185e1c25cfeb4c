import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { audited } from '../../world/audited.ts'
import { enterWith, PASSWORD } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'
import { createAccount } from '../../world/new-account.ts'
import type { RunningServer } from '../../world/server.ts'

const LEARNER = { email: 'dora.holt@understudy.test', name: 'Dora Holt' }

let admin: Journey
let learner: Journey
let token: string
test.beforeAll(async ({ server, launchBrowser }) => {
  ;[admin, learner] = await Promise.all([launchBrowser(), launchBrowser({ width: 390 })])
  const tokens = await createAccount(server, LEARNER)
  await enterWith(learner.context, 'learner', tokens)
  token = tokens.token
})

async function post(server: RunningServer, path: string, body: object) {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    authorization: `Bearer ${token}`,
  }
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** The learner buys a seat with a card whose holder goes to the bank at once; answers the order's id. */
async function buyDisputed(server: RunningServer, prefixCode: string, number: string): Promise<string> {
  const { courseCode } = (await (await fetch(`${server.url}/api/v1/courses/${prefixCode}`)).json()).data.cohorts[0]
  const options = await post(server, '/api/v1/sign-up-payment-options', { courseCode })
  const { quoteId } = options.data
  const form = { courseCode, quoteId, paymentType: 'full', timezoneId: 'UTC', consent: { terms: true } }
  const placed = await post(server, '/api/v1/sign-up-payment/card', form)
  const card = { number, expMonth: 12, expYear: 2040, cvc: '123' }
  await post(server, '/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...card })
  return placed.data.orderId
}

/** Reloads until the news has arrived. */
const shows = (page: Page, words: string | RegExp, isThere = true) =>
  expect
    .poll(async () => {
      await page.reload()
      await page.locator('main h2, main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      return page.getByText(words).filter({ visible: true }).count()
    })
    [isThere ? 'toBeGreaterThan' : 'toBe'](0)

async function decideAtBank(button: string, heading: string): Promise<void> {
  const [bank] = await Promise.all([
    admin.context.waitForEvent('page'),
    admin.page.getByRole('link', { name: 'Answer at the provider' }).click(),
  ])
  await bank.getByRole('heading', { name: 'A charge is disputed' }).waitFor()
  await bank.getByRole('button', { name: button }).focus()
  await bank.keyboard.press('Enter')
  await bank.getByRole('heading', { name: heading }).waitFor()
  await bank.close()
}

test('a disputed payment is shown to admin and learner, who has no access until the bank decides for the shop', async ({
  server,
}) => {
  const orderId = await buyDisputed(server, 'DAPR', '4000 0000 0000 0259')
  await learner.page.goto('/portal')
  await learner.page.getByRole('heading', { name: 'My courses' }).waitFor()
  await shows(learner.page, /On hold/)
  await learner.page.goto(`/order/${orderId}`)
  await learner.page.getByRole('heading', { name: 'This order is on hold' }).waitFor()

  const { page } = admin
  await page.goto('/portal/orders')
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await page.locator('[data-row]', { hasText: LEARNER.name }).locator('a').click()
  await page.getByRole('heading', { name: /^Disputed: \$99\.00/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  const mail = await newestMail(server.url, 'support@understudy.test', /^Disputed: \$99\.00/)
  expect(mail.text).toContain('access is frozen until the bank decides')

  await decideAtBank('Decide for the shop', 'The shop won')
  await shows(page, /Dispute won/)
  await learner.page.goto('/portal')
  await shows(learner.page, /On hold/, false)
})

test('a lost dispute ends the seat', async ({ server }) => {
  const orderId = await buyDisputed(server, 'MCOM2', '4000 0000 0000 0259')
  const { page } = admin
  await page.goto(`/portal/orders?open=${orderId}`)
  await page.getByText('History').waitFor()
  await shows(page, 'Answer at the provider')
  await decideAtBank('Decide for the card holder', 'The card holder won')
  await shows(page, /Dispute lost/)
  await learner.page.goto(`/order/${orderId}`)
  await learner.page.getByRole('heading', { name: 'This order has ended' }).waitFor()
  await learner.page.goto('/portal')
  await learner.page.getByRole('heading', { name: 'My courses' }).waitFor()
  expect(await learner.page.getByRole('heading', { name: 'Phone film weekend' }).count()).toBe(0)
  expect(await audited(server.dataDir)).toContain('No violation')
})
