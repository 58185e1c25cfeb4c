/** Logged-in buyers who kept the card of their first course, at the checkout of the next one. */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { findAxeFaults } from '../../support/axe.ts'
import { test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { audited } from '../../world/audited.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

const PAYS = '4242 4242 4242 4242'
const DECLINES_LATER = '4000 0000 0000 0341'
const ASKS_LATER = '4000 0027 6000 3184'

test('a saved card is never the choice after the buyer typed another, and a lost answer of its charge is asked again', async ({
  server,
  launchBrowser,
  db,
}) => {
  const email = 'lou.lost@understudy.test'
  const { page, allowedFaults } = await launchBrowser()
  allowedFaults.push(/ERR_FAILED/)
  await becomeLearner(page, server.url, email, 'Lou Lost')
  await buyWithCard(page, 'NSPR', PAYS)

  const isTyped = Promise.withResolvers<void>()
  await page.route('**/reusable-cards', async (route) => {
    await isTyped.promise
    await route.continue()
  })
  await page.goto('/checkout/NG')
  await page.getByText('Not you? Log out').waitFor()
  await typeCard(page, PAYS)
  isTyped.resolve()
  const own = page.getByRole('radio', { name: /^Continue with Visa ••4242/ })
  await own.waitFor()
  expect(await page.getByRole('radio', { name: 'Another card' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Card number').inputValue()).toBe(PAYS)

  // The server charges the card, and its first answers are lost.
  const keys: (string | undefined)[] = []
  const isBack = Promise.withResolvers<void>()
  await page.route('**/sign-up-payment/card', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) await isBack.promise
    const response = await route.fetch()
    await (keys.length > 1 ? route.fulfill({ response }) : route.abort())
  })
  await own.check()
  await pay(page)
  await page.getByText('We don’t know yet whether your saved card was charged.').waitFor()
  expect(await page.getByText('been charged').count()).toBe(0)
  await page.reload()
  await page.getByText('Your payment with the saved card may have gone through.').waitFor()
  expect(await page.getByText('Nothing was charged').count()).toBe(0)

  await page.unroute('**/sign-up-payment/card')
  const lost = { count: 0 }
  await page.route('**/sign-up-payment/card', async (route) => {
    const response = await route.fetch()
    await (lost.count++ === 0 ? route.abort() : route.fulfill({ response }))
  })
  await page.goto('/checkout/TUCPR')
  await own.waitFor()
  await pay(page)
  await isEnrolled(page)
  expect(lost.count).toBe(2)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment a
    join orders o on o.id = a.order_id where o.email = ${email}`.execute(db)
  expect(rows[0]?.count).toBe(4)
})

test('a saved card whose bank asks leads to the bank’s page, and back to the receipt', async ({
  server,
  launchBrowser,
}) => {
  const { page, context } = await launchBrowser({ width: 360 })
  await enterAs(context, server.url, 'learner')
  await buyWithCard(page, 'TUCPR', ASKS_LATER)
  await page.goto('/checkout/NSPR')
  await page.getByRole('radio', { name: /^Continue with Visa ••3184/ }).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'Your bank asks: is this you?' }).waitFor()
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.waitForURL('**/sandbox/bank/*')
  await page.getByRole('button', { name: 'Accept the payment' }).click()
  await isEnrolled(page)
})

test('a declined saved card gives way to another one for the same held seat, which is kept in its place', async ({
  server,
  launchBrowser,
  db,
}) => {
  const email = 'dee.next@understudy.test'
  const { page } = await launchBrowser()
  await becomeLearner(page, server.url, email, 'Dee Next')
  await buyWithCard(page, 'NSPR', DECLINES_LATER)

  await page.goto('/checkout/NG')
  await page.getByRole('radio', { name: /^Continue with Visa ••0341/ }).waitFor()
  await pay(page)
  await page.locator('[data-notice="declined"]').waitFor()
  await page.getByRole('heading', { name: 'Your seat is held' }).waitFor()
  const [held] = await listOrders(db, email)
  expect(held).toMatchObject({ state: 'open', seats_held: 1 })
  await page.getByRole('checkbox', { name: /^Keep this card/ }).check()
  await pay(page, PAYS)
  await isEnrolled(page)
  expect(await listOrders(db, email)).toMatchObject([{ id: held!.id, state: 'complete' }, {}, {}])
  await page.goto('/checkout/TUCPR')
  await page.getByRole('radio', { name: /^Continue with Visa ••4242/ }).waitFor()
  expect(await audited(server.dataDir)).toContain('No violation')
})

test('a saved card pays for a friend’s seat only after the password, and on the next day after a code by e-mail', async ({
  server,
  launchBrowser,
  db,
}) => {
  const email = 'olga.owner@understudy.test'
  const { page, allowedFaults } = await launchBrowser({ width: 360 })
  // Chromium reports the refusals that this journey is about.
  allowedFaults.push(/status of 40[03]/)
  await becomeLearner(page, server.url, email, 'Olga Owner')
  await buyWithCard(page, 'DAPR', PAYS)
  const ageSessions = () =>
    sql`update session set created_at = now() - interval '1 day', stepped_up_at = now() - interval '1 day'`.execute(db)
  const dialog = page.locator('dialog#step-up')
  const countCharges = async () =>
    (
      await sql`select from payment a join orders o on o.id = a.order_id
        where o.email = ${email} and a.state = 'complete'`.execute(db)
    ).rows.length

  await ageSessions()
  await page.goto('/checkout/NG')
  await page.getByRole('radio', { name: /^Continue with Visa ••4242/ }).waitFor()
  await page.getByRole('button', { name: 'Add a friend' }).click()
  await page.getByText('A friend, named later').waitFor()
  await pay(page)
  await dialog.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor()
  await isInOrder(page, 'saved-card-password')
  await page.keyboard.press('Escape')
  await page.getByText('Your saved card hasn’t been charged.').waitFor()
  await page.getByRole('heading', { name: /seats, held for you$/ }).waitFor()
  const [held] = await listOrders(db, email)
  expect(held).toMatchObject({ state: 'open', seats_held: 2 })
  expect(await countCharges()).toBe(2)
  await page.reload()
  await page.getByRole('radio', { name: /^Continue with Visa ••4242/ }).waitFor()
  await pay(page)
  await dialog.locator('[name="password"]:focus').fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not your password').waitFor()
  await dialog.locator('[name="password"]').fill('eleven quiet lanterns')
  await page.keyboard.press('Enter')
  await isEnrolled(page)
  expect(await listOrders(db, email)).toMatchObject([{ id: held!.id, state: 'complete' }, {}, {}])
  expect(await countCharges()).toBe(3)

  // As after a social log-in: the account has no password.
  await sql`update person set password_hash = null where email = ${email}`.execute(db)
  await ageSessions()
  await page.goto('/checkout/MCOM2')
  await page.getByRole('radio', { name: /^Continue with Visa ••4242/ }).waitFor()
  await pay(page)
  await dialog.getByText(`We’ve sent a code to ${email}`).waitFor()
  await isInOrder(page, 'saved-card-code')
  const code = /^(\d{6}) is your code/.exec((await newestMail(server.url, email, /is your code/)).subject)![1]!
  await dialog.locator('[name="emailCode"]:focus').fill(code)
  await isEnrolled(page)
  expect(await countCharges()).toBe(4)
  expect(await audited(server.dataDir)).toContain('No violation')
})

const PICTURES = process.env.CHECKOUT_PICTURES

/** The open dialog at each width, in light and dark. */
async function isInOrder(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png` })
      expect(await findAxeFaults(page), `${name}, ${colorScheme} at ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Buys as a guest, keeps no card, and logs in. */
async function becomeLearner(page: Page, url: string, email: string, name: string): Promise<void> {
  await page.goto('/checkout/MCOM')
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill(name)
  await pay(page, PAYS)
  await isEnrolled(page)
  await page.goto(linkIn(await newestMail(url, email, /You’re in/), 'set-password'))
  await page.locator('main [name="password"]').fill('eleven quiet lanterns')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal')
}

/** Agrees that the card is kept. */
async function buyWithCard(page: Page, code: string, card: string): Promise<void> {
  await page.goto(`/checkout/${code}`)
  await page.getByText('Not you? Log out').waitFor()
  await page.getByRole('checkbox', { name: /^Keep this card/ }).check()
  await pay(page, card)
  await isEnrolled(page)
}

async function pay(page: Page, card?: string): Promise<void> {
  if (card) await typeCard(page, card)
  await page.locator('main [name="terms"]').check()
  await payButton(page).click()
}

async function isEnrolled(page: Page): Promise<void> {
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
}

type Row = { id: string; state: string; seats_held: number }

/** The newest first. */
async function listOrders(db: Db, email: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select o.id::text, o.state, coalesce(h.seats, 0)::int as seats_held from orders o
    left join seat_hold h on h.order_id = o.id and h.state = 'live' where o.email = ${email}
    order by o.created_at desc`.execute(db)
  return rows
}
