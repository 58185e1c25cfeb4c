import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../support/browser.ts'
import { storyTest as test } from '../../support/browser-test.ts'
import { audited } from '../../world/audited.ts'
import { enterAs, enterWith } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'
import { createAccount } from '../../world/new-account.ts'
import type { RunningServer } from '../../world/server.ts'

const LEARNER = { email: 'rosa.vale@understudy.test', name: 'Rosa Vale' }
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

let home: Journey
let order: { courseCode: string; orderNumber: string }
test.beforeAll(async ({ server, browser, launchBrowser }) => {
  await enterAs(browser.context, server.url, 'admin')
  home = await launchBrowser({ width: 360 })
  const tokens = await createAccount(server, LEARNER)
  await enterWith(home.context, 'learner', tokens)
  order = await buyForThree(server, tokens.token)
})

async function post(server: RunningServer, path: string, body: object, token: string) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** The learner takes two friends along. No other story sells this course: its dates are cancelled in the end. */
async function buyForThree(server: RunningServer, token: string): Promise<typeof order> {
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
  await post(server, '/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...CARD }, token)
  const look = async (path: string) =>
    (await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  while ((await look(`verify-payment?orderId=${placed.data.orderId}`)).status !== 'complete');
  const { orderNumber } = (await look(`orders/${placed.data.orderId}`)).data
  return { courseCode, orderNumber }
}

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const effects = (page: Page) => page.getByRole('list', { name: 'What this does' })
const happened = (page: Page) => page.getByRole('complementary').locator('ol')

test('a friend’s seat is refunded: a preview shows the effects, and the admin and the reason are stored', async ({
  server,
  page,
}) => {
  await page.goto(`/portal/orders?q=${order.orderNumber}`)
  await page.locator('[data-row] a').focus()
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

  await page.getByLabel('Reason').focus()
  await act(page, 'Refund $449.10').click()
  await page.getByText('Add a reason. It is saved with the order.').waitFor()
  await page.getByLabel('Reason').fill('Can’t make the dates')
  await page.keyboard.press('Enter')
  await page.getByText('Refund requested. The history says when it is sent.').waitFor()
  await expect.poll(() => happened(page).innerText()).toMatch(/Card: \$449\.10 refunded/)
  expect(await happened(page).innerText()).toMatch(/Addy Admin refunded \$449\.10[\s\S]*“Can’t make the dates”/)
  expect(await page.getByRole('complementary').locator('dl').first().innerText()).toMatch(
    /Rosa Vale\n+Jonah Whitlock, ended\n+Mei Tanaka/,
  )
  expect((await newestMail(server.url, LEARNER.email, /on its way back/)).text).toContain('$449.10, Visa ending 4242')
  await act(page, 'Resend receipt').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Reason').fill('Cannot find it')
  await page.keyboard.press('Enter')
  await page.getByText(`Receipt sent to ${LEARNER.email}.`).waitFor()
  await expect.poll(() => happened(page).innerText()).toMatch(/Addy Admin resent the receipt[\s\S]*“Cannot find it”/)
  const readReceipt = async () => (await newestMail(server.url, LEARNER.email, /receipt U-/)).text
  await expect.poll(readReceipt).toContain('your 2 places')
  expect(await readReceipt()).toContain('Refund, Visa ending 4242: −$449.10')
})

test('the learner keeps the seat until an admin ends it; then it leaves the portal, and the last friend keeps a seat', async ({
  page,
}) => {
  const portal = home.page
  await portal.goto('/portal')
  const course = portal.getByRole('heading', { name: 'Start a one-person studio' })
  await course.first().waitFor()

  await act(page, 'End a seat').click()
  expect(await page.getByLabel('Jonah Whitlock', { exact: true }).count()).toBe(0)
  await page.getByLabel(LEARNER.name, { exact: true }).check()
  await page.getByLabel('Nothing', { exact: true }).check()
  await act(page, 'End the seat').waitFor()
  await page.getByLabel('Full amount paid').check()
  await act(page, 'End the seat and refund $449.10').waitFor()
  await page.getByLabel('Reason').fill('Illness')
  await act(page, 'End the seat and refund $449.10').click()
  await page.getByText('The seat has ended, and the refund is requested.').waitFor()
  await expect
    .poll(() => page.getByRole('complementary').locator('dl').first().innerText())
    .toMatch(/Rosa Vale, ended\n+Jonah Whitlock, ended\n+Mei Tanaka\n/)
  await portal.reload()
  await portal.getByRole('heading', { name: 'Welcome, Rosa' }).waitFor()
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
  await page.getByLabel('Reason').fill('The teacher is ill')
  await page.keyboard.press('Enter')
  await page.getByText(`Type ${courseCode} to cancel it.`).waitFor()
  await page.getByLabel(`Type ${courseCode}`).fill(courseCode.toLowerCase())
  await act(page, `Cancel ${courseCode} and refund $449.10`).click()
  await page.getByText(/Cancelled by Addy Admin/).waitFor()
  await page.locator('[data-row] a').click()
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

test('the audit finds no violation after these refunds', async ({ server }) => {
  expect(await audited(server.dataDir)).toContain('No violation')
})
