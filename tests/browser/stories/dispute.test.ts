import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { audited } from '../../world/audited.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'

let admin: Journey
let learner: Journey
test.beforeAll(async ({ launchBrowser }) => {
  ;[admin, learner] = await Promise.all([launchBrowser(), launchBrowser({ width: 390 })])
})

async function post(server: RunningServer, path: string, body: object, token = '') {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** The demo's learner buys a seat with a card whose holder goes to the bank at once; answers the order's id. */
async function buyDisputed(server: RunningServer, prefixCode: string, number: string): Promise<string> {
  const { token } = await post(server, '/api/v1/log-in', { email: LEARNER, password: PASSWORD })
  const { courseCode } = (await (await fetch(`${server.url}/api/v1/courses/${prefixCode}`)).json()).data.cohorts[0]
  const options = await post(server, '/api/v1/sign-up-payment-options', { courseCode }, token)
  const placed = await post(
    server,
    '/api/v1/sign-up-payment/card',
    { courseCode, quoteId: options.data.quoteId, paymentType: 'full', timezoneId: 'UTC', consent: { terms: true } },
    token,
  )
  const card = { number, expMonth: 12, expYear: 2040, cvc: '123' }
  await post(server, '/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...card })
  return placed.data.orderId
}

async function logIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path)
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
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
  const orderId = await buyDisputed(server, 'NSPR', '4000 0000 0000 0259')
  await logIn(learner.page, '/portal', LEARNER)
  await learner.page.getByRole('heading', { name: 'My courses' }).waitFor()
  await shows(learner.page, /On hold/)
  await learner.page.goto(`/order/${orderId}`)
  await learner.page.getByRole('heading', { name: 'This order is on hold' }).waitFor()

  const { page } = admin
  await logIn(page, '/portal/orders', 'admin@understudy.test')
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await page.locator('[data-row] a').first().click()
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
  const orderId = await buyDisputed(server, 'TUCPR', '4000 0000 0000 0259')
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
  expect(await learner.page.getByRole('heading', { name: 'Start a one-person studio' }).count()).toBe(0)
  expect(await audited(server.dataDir)).toContain('No violation')
})
