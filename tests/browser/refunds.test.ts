import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { findLostRefunds } from '#features/checkout/reconcile.ts'
import { openTool } from '../../tools/open-tool.ts'
import { faultsOf } from '../axe.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { buy } from '../buyer.ts'
import { newestMail } from '../mailbox.ts'
import { type RunningServer, startServer } from '../server.ts'

const LEARNER = 'learner@understudy.test'
const PASSWORD = 'understudy-demo'
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

let server: RunningServer
let house: Journey
let home: Journey
let page: Page
let orderNumber: string
beforeAll(async () => {
  server = await startServer()
  ;[house, home] = await Promise.all([openBrowser(), openBrowser({ width: 360 })])
  page = house.page
  orderNumber = await buyForThree()
}, 180_000)
afterAll(async () => {
  await Promise.all([house?.close(), home?.close()])
  await server?.dispose()
})

async function post(path: string, body: object, token = '') {
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

/** The demo's learner takes two friends along; answers the order's number. */
async function buyForThree(): Promise<string> {
  const { token } = await post('/api/v1/log-in', { email: LEARNER, password: PASSWORD })
  const cohort = await fetch(`${server.url}/api/v1/courses/TUCPR`)
  const { courseCode } = (await cohort.json()).data.cohorts[0]
  const friends = [
    { name: 'Jonah Whitlock', email: 'jonah@understudy.test' },
    { name: 'Mei Tanaka', email: 'mei@understudy.test' },
  ]
  const options = await post('/api/v1/sign-up-payment-options', { courseCode, seats: 3 }, token)
  const order = { courseCode, seats: 3, friends, quoteId: options.data.quoteId, paymentType: 'full', timezoneId: 'UTC' }
  const placed = await post('/api/v1/sign-up-payment/card', { ...order, consent: { terms: true } }, token)
  await post('/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...CARD })
  const look = async (path: string) =>
    (await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  while ((await look(`verify-payment?orderId=${placed.data.orderId}`)).status !== 'complete');
  return (await look(`orders/${placed.data.orderId}`)).data.orderNumber
}

/** At each width, light and dark: nobody is kept out, and nothing hangs over. */
async function looksRight(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await faultsOf(page), `${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const act = (name: string) => page.getByRole('button', { name, exact: true })
const effects = () => page.getByRole('list', { name: 'What this does' })
const happened = () => page.getByRole('complementary').locator('ol')

test('a friend’s seat goes back: what that does is told first, and who asked for it and why is kept', async () => {
  await page.goto(`${server.url}/portal/orders?q=${orderNumber}`)
  await page.locator('main [name="email"]').fill('admin@understudy.test')
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('a[data-order]').focus()
  await page.keyboard.press('Enter')
  await act('Refund').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/Jonah Whitlock/).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => effects().innerText()).toContain('$449.10 to Visa ••4242, in 5 to 10 days.')
  const told = await effects().innerText()
  expect(told).toMatch(/One seat opens/)
  expect(told).toMatch(/Jonah Whitlock loses the course at once\./)
  expect(told).toMatch(/The other 2 keep their seats and the discount\./)
  expect(await happened().innerText()).not.toContain('refunded')
  await looksRight()

  await page.getByLabel('Reason').focus()
  await act('Refund $449.10').click()
  await page.getByText('Say why: it is kept with the order.').waitFor()
  await page.getByLabel('Reason').fill('Cannot make the dates')
  await page.keyboard.press('Enter')
  await page.getByText('The refund is on its way.').waitFor()
  await expect.poll(() => happened().innerText(), { timeout: 20_000 }).toMatch(/Card: \$449\.10 sent back/)
  expect(await happened().innerText()).toMatch(/Addy Admin refunded \$449\.10[\s\S]*“Cannot make the dates”/)
  expect(await page.getByRole('complementary').locator('dl').first().innerText()).toMatch(
    /Leo Learner\n+Jonah Whitlock, ended\n+Mei Tanaka/,
  )
  expect((await newestMail(server.url, LEARNER, /on its way back/)).text).toContain('USD 449.10, Visa ending 4242')
  await act('Send the receipt again').focus()
  await page.keyboard.press('Enter')
  await act(`Send it to ${LEARNER}`).click()
  await page.getByText('Say why: it is kept with the order.').waitFor()
  await page.getByLabel('Reason').fill('Cannot find it')
  await page.keyboard.press('Enter')
  await page.getByText(`The receipt is on its way to ${LEARNER}.`).waitFor()
  await expect
    .poll(() => happened().innerText())
    .toMatch(/Addy Admin had the receipt sent again[\s\S]*“Cannot find it”/)
  expect((await newestMail(server.url, LEARNER, /receipt U-/)).text).toContain('USD')
  expect(house.faults).toEqual([])
})

test('the learner keeps theirs until it is ended; then the portal has it no more, and the last friend still does', async () => {
  const portal = home.page
  await portal.goto(`${server.url}/portal`)
  await portal.locator('main [name="email"]').fill(LEARNER)
  await portal.locator('main [name="password"]').fill(PASSWORD)
  await portal.keyboard.press('Enter')
  const course = portal.getByRole('heading', { name: 'Start a one-person studio' })
  await course.first().waitFor()

  await act('End a seat').click()
  expect(await page.getByLabel('Jonah Whitlock', { exact: true }).count()).toBe(0)
  await page.getByLabel('Leo Learner', { exact: true }).check()
  await page.getByLabel('Nothing', { exact: true }).check()
  await act('End the seat').waitFor()
  await page.getByLabel('All that was paid').check()
  await act('End the seat and refund $449.10').waitFor()
  await page.getByLabel('Reason').fill('Illness')
  await act('End the seat and refund $449.10').click()
  await page.getByText('The seat has ended, and the refund is on its way.').waitFor()
  await expect
    .poll(() => page.getByRole('complementary').locator('dl').first().innerText())
    .toMatch(/Leo Learner, ended\n+Jonah Whitlock, ended\n+Mei Tanaka\n/)
  await portal.reload()
  await portal.getByRole('heading', { name: 'My courses' }).waitFor()
  expect(await course.count()).toBe(0)
  expect([...house.faults, ...home.faults]).toEqual([])
})

test('a cohort is called off from its orders, once its code is typed, and everybody has their money back', async () => {
  await page.goto(`${server.url}/portal/orders`)
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Course').selectOption({ label: 'Start a one-person studio, TUCPR-2027-01' })
  await page.keyboard.press('Escape')
  await act('Cancel these dates').click()
  expect(await effects().innerText()).toMatch(/\$449\.10 goes back,[\s\S]*1 seat ends, and each buyer is told/)
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Reason').fill('The teacher is ill')
  await page.keyboard.press('Enter')
  await page.getByText('Type TUCPR-2027-01 to call it off.').waitFor()
  await page.getByLabel('Type TUCPR-2027-01').fill('tucpr-2027-01')
  await act('Call TUCPR-2027-01 off and refund $449.10').click()
  await page.getByText(/Addy Admin called it off/).waitFor()
  await page.locator('a[data-order]').click()
  await happened().waitFor()
  await expect
    .poll(
      async () => {
        await page.reload()
        await happened().waitFor()
        return page.getByRole('complementary').innerText()
      },
      { timeout: 20_000 },
    )
    .toContain('−$1,347.30')
  expect(await happened().innerText()).toMatch(/Addy Admin cancelled these dates[\s\S]*“The teacher is ill”/)
  expect(house.faults).toEqual([])
})

/** Somebody refunds at the provider's dashboard, or the bank sends that back; and then the provider is asked. */
async function atTheDashboard(orderId: string, id: string, what: 'refund' | 'fail'): Promise<void> {
  const tool = await openTool(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const intent = sql`(select provider_intent_id from payment where order_id = ${orderId})`
  await (what === 'refund'
    ? sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor) values (${id}, ${intent}, ${id}, 4000)`
    : sql`update sandbox.refund set status = 'failed' where id = ${id}`
  ).execute(tool.db)
  await sql`update sandbox.intent i set refunded_minor = (select coalesce(sum(amount_minor), 0) from sandbox.refund
    where intent_id = i.id and status = 'succeeded') where id = ${intent}`.execute(tool.db)
  await findLostRefunds(tool, 3)
  await tool.close()
}

test('a refund at the provider’s dashboard asks whose seat it was for; one that the bank sent back, whether it goes again', async () => {
  const { courseCode } = (await (await fetch(`${server.url}/api/v1/courses/NSPR`)).json()).data.cohorts[0]
  const { orderId } = await buy(server.url, courseCode, 'rosa@understudy.test')
  await atTheDashboard(orderId!, 'sbr_first', 'refund')
  await page.goto(`${server.url}/portal/orders`)
  await page.getByRole('link', { name: /^Needs a look/ }).click()
  await expect.poll(() => page.locator('a[data-order]').count()).toBe(1)
  await page.locator('a[data-order]').click()
  await page.getByRole('heading', { name: 'Refunded at the provider: $40.00' }).waitFor()
  expect(await act('End a seat').count()).toBe(0)
  await looksRight()
  await page.getByLabel('Demo Buyer', { exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Reason').fill('Refunded by phone')
  await page.keyboard.press('Enter')
  await page.getByText('It is kept with the order, and what was marked has ended.').waitFor()
  expect(await happened().innerText()).toMatch(/Addy Admin said whose the \$40\.00 was[\s\S]*“Refunded by phone”/)

  await atTheDashboard(orderId!, 'sbr_first', 'fail')
  await page.reload()
  await page.getByRole('heading', { name: 'Not paid back: $40.00' }).waitFor()
  await looksRight()

  await atTheDashboard(orderId!, 'sbr_second', 'refund')
  await page.reload()
  await page.getByText('$40.00 still waits here').waitFor()
  expect(await act('Send it again').count()).toBe(0)
  await looksRight()
  await page.getByLabel('Reason').fill('For something else')
  await page.keyboard.press('Enter')
  await page.getByText('Say whether this was the refund that waits here.').waitFor()
  await page.getByLabel('This was another one: what waits still goes').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Reason').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Not paid back: $40.00' }).waitFor()
  await act('Send it again').focus()
  await page.keyboard.press('Enter')
  await page.getByText('It is on its way again.').waitFor()
  await expect.poll(() => happened().innerText(), { timeout: 20_000 }).toMatch(/Card: \$40\.00 sent back/)
  expect(house.faults).toEqual([])
})
