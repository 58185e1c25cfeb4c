import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const ADMIN = 'admin@understudy.test'
const BUYER = 'maria@understudy.test'
const PASSWORD = 'understudy-demo'
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
/** A folder for pictures of what a person would look at. */
const PICTURES = process.env.PICTURES

let admin: string
let courseCode: string
test.beforeAll(async ({ server }) => {
  admin = (await post(server, '/api/v1/log-in', { email: ADMIN, password: PASSWORD, isCommunityAdmin: true })).token
  courseCode = (await (await fetch(`${server.url}/api/v1/courses/TUCPR`)).json()).data.cohorts[0].courseCode
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

type Placed = { orderId: string; checkoutToken: string; email: string }

async function placed(server: RunningServer, email: string, seats: number, isPaid = true): Promise<Placed> {
  const options = await post(server, '/api/v1/sign-up-payment-options', { courseCode, seats })
  const body = { courseCode, seats, email, name: 'Maria Santos', quoteId: options.data.quoteId, paymentType: 'full' }
  const friends = [
    { name: 'Jonah Whitlock', email: 'jonah@understudy.test' },
    { name: 'Mei Tanaka', email: 'mei@understudy.test' },
  ].slice(0, Math.max(0, seats - 2))
  const order = await post(server, '/api/v1/sign-up-payment/card', {
    ...body,
    friends,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  })
  const { orderId, checkoutToken, clientSecret } = order.data
  if (isPaid) await post(server, '/sandbox/v1/confirm', { clientSecret, ...CARD })
  const look = () =>
    fetch(`${server.url}/api/v1/verify-payment?orderId=${orderId}`, {
      headers: { authorization: `Bearer ${checkoutToken}` },
    })
  while (isPaid && (await (await look()).json()).status !== 'complete');
  return { orderId, checkoutToken, email }
}

/** As in the tab that placed the order. */
async function open(page: Page, { orderId, checkoutToken, email }: Placed): Promise<void> {
  await page.addInitScript(
    ([token, enrolment]) => {
      sessionStorage.setItem('session_token', token!)
      sessionStorage.setItem('enrolment', enrolment!)
    },
    [
      checkoutToken,
      JSON.stringify({
        version: 2,
        orderId,
        courseCode,
        email,
        expiry: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ],
  )
  await page.goto(`/order/${orderId}`)
}

async function looksRight(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findAxeFaults(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      if (!PICTURES) continue
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const main = (page: Page) => page.locator('main').innerText()
const listLines = async (server: RunningServer, { orderId }: Placed) =>
  (
    await (
      await fetch(`${server.url}/api/v1/orders/${orderId}`, { headers: { authorization: `Bearer ${admin}` } })
    ).json()
  ).data.lines as { lineId: string }[]

let group: Placed
let unpaid: Placed

test('one seat of four is refunded: the order shows whose, how much and to which card, and no longer offers that seat', async ({
  server,
  page,
}) => {
  group = await placed(server, BUYER, 4)
  unpaid = await placed(server, 'late@understudy.test', 1, false)
  await open(page, group)
  await page.getByRole('heading', { name: 'You’re in. All four of you.' }).waitFor()

  const { lineId } = (await listLines(server, group))[2]!
  await post(
    server,
    `/api/v1/orders/${group.orderId}/refunds`,
    { lines: [{ lineId }], reason: 'She broke her leg' },
    admin,
  )
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Three of your four seats are booked' }).waitFor()
      return main(page)
    })
    .toMatch(/\$424\.15 to Visa ••4242 was sent on/)
  const pageText = await main(page)
  expect(pageText).toMatch(/Seat 3 cancelled, \$424\.15 refunded/)
  expect(pageText).toMatch(/Paid\s+\$1,696\.60[\s\S]*Refund to Visa ••4242\s+−\$424\.15\s+After refunds\s+\$1,272\.45/)
  expect(pageText).toMatch(/3 of 4 seats/)
  expect(pageText).not.toMatch(/You’re in|She broke her leg/)
  const friends = page.locator('main li:has(> h3:text("Your friends")) li')
  expect(await friends.evaluateAll((all) => all.map((one) => one.querySelector('button') !== null))).toEqual([
    true,
    false,
    true,
  ])
  expect(await friends.nth(1).locator('s').count()).toBe(1)
  await looksRight(page, 'seat-refunded')
  const mail = await newestMail(server.url, BUYER, /on its way back/)
  expect(mail.text).toContain(`/order/${group.orderId}`)
})

test('a cancelled cohort: the order shows the reason and the refund, and has no dates and no seats for friends', async ({
  server,
  page,
}) => {
  const cancelled = await post(server, `/api/v1/cohorts/${courseCode}/cancel`, { reason: 'The teacher is ill' }, admin)
  expect(cancelled.data).toEqual({ courseCode })
  await page.reload()
  await page.getByRole('heading', { name: 'These dates were cancelled' }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'These dates were cancelled' }).waitFor()
      return main(page)
    })
    .toMatch(/\$1,272\.45 to Visa ••4242 was sent on[\s\S]*After refunds\s+\$0\.00/)
  const pageText = await main(page)
  expect(pageText).toMatch(/We’re sorry\. Reason: The teacher is ill\. You don’t need to do anything\./)
  expect(pageText).not.toMatch(/You’re in|Complete|calendar|Your friends|portal|Set a password/)
  expect(await page.getByRole('button', { name: /^Invite/ }).count()).toBe(0)
  await looksRight(page, 'dates-cancelled')

  const mail = await newestMail(server.url, BUYER, /Cancelled: /)
  expect(mail.subject).toMatch(/^Cancelled: Start a one-person studio, \d+ \w+ 20\d\d \(U-\d+\)$/)
  expect(mail.text).toMatch(/^Hello Maria Santos\./m)
  expect(mail.text).toMatch(/which was to start on .+ Manila time[\s\S]*The reason: The teacher is ill\./)
  expect(mail.text).toContain('$1,272.45, Visa ending 4242')
})

test('a cancelled cohort closes an unpaid order, which says that nothing was charged', async ({ page }) => {
  await open(page, unpaid)
  await page.getByRole('heading', { name: 'These dates were cancelled' }).waitFor()
  expect(await main(page)).toContain('was closed before it was paid. Nothing was charged. Reason: The teacher is ill')
  await looksRight(page, 'unpaid-cancelled')
})
