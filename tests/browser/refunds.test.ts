import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readConfig } from '#config.ts'
import { syncLostRefunds } from '#features/payments/reconcile.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { findAxeFaults } from '../support/axe.ts'
import type { Journey } from '../support/browser.ts'
import { test } from '../support/browser-test.ts'
import { buy } from '../world/buyer.ts'
import { newestMail } from '../world/mailbox.ts'
import type { RunningServer } from '../world/server.ts'

const LEARNER = 'learner@understudy.test'
const PASSWORD = 'understudy-demo'
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

let home: Journey
let order: { courseCode: string; orderNumber: string }
test.beforeAll(async ({ server, launchBrowser }) => {
  home = await launchBrowser({ width: 360 })
  order = await buyForThree(server)
})

async function post(server: RunningServer, path: string, body: object, token = '') {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** The demo's learner takes two friends along. */
async function buyForThree(server: RunningServer): Promise<typeof order> {
  const { token } = await post(server, '/api/v1/log-in', { email: LEARNER, password: PASSWORD })
  const cohort = await fetch(`${server.url}/api/v1/courses/TUCPR`)
  const { courseCode } = (await cohort.json()).data.cohorts[0]
  const friends = [
    { name: 'Jonah Whitlock', email: 'jonah@understudy.test' },
    { name: 'Mei Tanaka', email: 'mei@understudy.test' },
  ]
  const options = await post(server, '/api/v1/sign-up-payment-options', { courseCode, seats: 3 }, token)
  const { quoteId } = options.data
  const form = { courseCode, seats: 3, friends, quoteId, paymentType: 'full', timezoneId: 'UTC' }
  const placed = await post(server, '/api/v1/sign-up-payment/card', { ...form, consent: { terms: true } }, token)
  await post(server, '/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...CARD })
  const look = async (path: string) =>
    (await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  while ((await look(`verify-payment?orderId=${placed.data.orderId}`)).status !== 'complete');
  const { orderNumber } = (await look(`orders/${placed.data.orderId}`)).data
  return { courseCode, orderNumber }
}

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
const effects = (page: Page) => page.getByRole('list', { name: 'What this does' })
const happened = (page: Page) => page.getByRole('complementary').locator('ol')

test('a friend’s seat is refunded: a preview shows the effects, and the admin and the reason are stored', async ({
  server,
  page,
}) => {
  await page.goto(`/portal/orders?q=${order.orderNumber}`)
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('a[data-order]').focus()
  await page.keyboard.press('Enter')
  await act(page, 'Refund').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/Jonah Whitlock/).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => effects(page).innerText()).toContain('$449.10 to Visa ••4242, in 5 to 10 days.')
  const effectsText = await effects(page).innerText()
  expect(effectsText).toMatch(/One seat opens/)
  expect(effectsText).toMatch(/Jonah Whitlock loses access immediately\./)
  expect(effectsText).toMatch(/The other 2 keep their seats and the discount\./)
  expect(await happened(page).innerText()).not.toContain('refunded')
  await looksRight(page)

  await page.getByLabel('Reason').focus()
  await act(page, 'Refund $449.10').click()
  await page.getByText('Add a reason. It is saved with the order.').waitFor()
  await page.getByLabel('Reason').fill('Can’t make the dates')
  await page.keyboard.press('Enter')
  await page.getByText('We’re sending the refund.').waitFor()
  await expect.poll(() => happened(page).innerText()).toMatch(/Card: \$449\.10 refunded/)
  expect(await happened(page).innerText()).toMatch(/Addy Admin refunded \$449\.10[\s\S]*“Can’t make the dates”/)
  expect(await page.getByRole('complementary').locator('dl').first().innerText()).toMatch(
    /Leo Learner\n+Jonah Whitlock, ended\n+Mei Tanaka/,
  )
  expect((await newestMail(server.url, LEARNER, /on its way back/)).text).toContain('USD 449.10, Visa ending 4242')
  await act(page, 'Resend receipt').focus()
  await page.keyboard.press('Enter')
  await act(page, `Send it to ${LEARNER}`).click()
  await page.getByText('Add a reason. It is saved with the order.').waitFor()
  await page.getByLabel('Reason').fill('Cannot find it')
  await page.keyboard.press('Enter')
  await page.getByText(`Receipt sent to ${LEARNER}.`).waitFor()
  await expect.poll(() => happened(page).innerText()).toMatch(/Addy Admin resent the receipt[\s\S]*“Cannot find it”/)
  expect((await newestMail(server.url, LEARNER, /receipt U-/)).text).toContain('USD')
})

test('the learner keeps the seat until an admin ends it; then it leaves the portal, and the last friend keeps a seat', async ({
  page,
}) => {
  const portal = home.page
  await portal.goto('/portal')
  await portal.locator('main [name="email"]').fill(LEARNER)
  await portal.locator('main [name="password"]').fill(PASSWORD)
  await portal.keyboard.press('Enter')
  const course = portal.getByRole('heading', { name: 'Start a one-person studio' })
  await course.first().waitFor()

  await act(page, 'End a seat').click()
  expect(await page.getByLabel('Jonah Whitlock', { exact: true }).count()).toBe(0)
  await page.getByLabel('Leo Learner', { exact: true }).check()
  await page.getByLabel('Nothing', { exact: true }).check()
  await act(page, 'End the seat').waitFor()
  await page.getByLabel('Full amount paid').check()
  await act(page, 'End the seat and refund $449.10').waitFor()
  await page.getByLabel('Reason').fill('Illness')
  await act(page, 'End the seat and refund $449.10').click()
  await page.getByText('The seat has ended, and we’re sending the refund.').waitFor()
  await expect
    .poll(() => page.getByRole('complementary').locator('dl').first().innerText())
    .toMatch(/Leo Learner, ended\n+Jonah Whitlock, ended\n+Mei Tanaka\n/)
  await portal.reload()
  await portal.getByRole('heading', { name: 'My courses' }).waitFor()
  expect(await course.count()).toBe(0)
})

test('a cohort is cancelled from its orders after its code is entered, and everybody is refunded', async ({ page }) => {
  const { courseCode } = order
  await page.goto('/portal/orders')
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Course').selectOption({ label: `Start a one-person studio, ${courseCode}` })
  await page.keyboard.press('Escape')
  await act(page, 'Cancel these dates').click()
  expect(await effects(page).innerText()).toMatch(/\$449\.10 is refunded,[\s\S]*1 seat ends, and we e-mail each buyer/)
  expect(await findAxeFaults(page)).toEqual([])
  await page.getByLabel('Reason').fill('The teacher is ill')
  await page.keyboard.press('Enter')
  await page.getByText(`Type ${courseCode} to cancel it.`).waitFor()
  await page.getByLabel(`Type ${courseCode}`).fill(courseCode.toLowerCase())
  await act(page, `Cancel ${courseCode} and refund $449.10`).click()
  await page.getByText(/Cancelled by Addy Admin/).waitFor()
  await page.locator('a[data-order]').click()
  await happened(page).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      await happened(page).waitFor()
      return page.getByRole('complementary').innerText()
    })
    .toContain('−$1,347.30')
  expect(await happened(page).innerText()).toMatch(/Addy Admin cancelled these dates[\s\S]*“The teacher is ill”/)
})

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
  page,
}) => {
  const { courseCode } = (await (await fetch(`${server.url}/api/v1/courses/NSPR`)).json()).data.cohorts[0]
  const { orderId } = await buy(server.url, courseCode, 'rosa@understudy.test')
  await atTheDashboard(server, orderId!, 'sbr_first', 'refund')
  await page.goto('/portal/orders')
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await expect.poll(() => page.locator('a[data-order]').count()).toBe(1)
  await page.locator('a[data-order]').click()
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
