/**
 * A visitor whose country has another currency finds the charged dollars on every button, and the estimate beside each
 * price and each amount due, from the home page to a paid balance; a visitor from the United States finds no estimate.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { payButton, typeCard } from '../../support/pay-form.ts'
import { enterAs, PASSWORD } from '../../world/demo-visitor.ts'
import type { RunningServer } from '../../world/server.ts'

const ASKS = '4000 0025 0000 3155'
const LEARNER = 'learner@understudy.test'
/** Has bought no course yet. */
const CREATOR = 'creator@understudy.test'
const BERLIN = 'Europe/Berlin'
const VISITORS = [
  [BERLIN, 'with the estimate in euros'],
  ['America/New_York', 'without an estimate'],
] as const

test.beforeAll(async ({ server, db }) => {
  await db.updateTable('person').set({ country_code: null }).where('email', '=', LEARNER).execute()
  await buyByDeposit(server)
})

test.for(VISITORS)('in %s a course and a gift card are sold in dollars %s', async ([zone], { launchBrowser }) => {
  const { page } = await launchBrowser({ timezoneId: zone })
  const shows = (scope: string, estimates: readonly string[]) =>
    expectEstimates(page, page.locator(scope), zone, estimates)

  await page.goto('/')
  const rate = page.waitForResponse('**/get-local-pricing?*')
  await page.mouse.move(200, 200)
  await rate
  await shows('main li:has(a[href="/nina-reyes"])', ['399.00: about €343'])

  // Without a movement of the mouse: the tab remembers the rate.
  await page.goto('/nina-reyes')
  await shows('[aria-label="Price and next date"]', ['399.00: about €343', '99.00 300.00: about €85 and about €258'])
  await namesCharge(page, /^Enrol for \$399$/, /^Pay the \$99 deposit$/)

  await page.getByRole('link', { name: /^Enrol for/ }).click()
  await page.getByRole('radio', { name: 'Pay in full' }).waitFor()
  const schedule = ['399.00: about €343', '99.00: about €85', '300.00: about €258']
  await shows('fieldset:has([name="paymentType"])', schedule)
  await shows('[aria-label="Your order"]', ['399.00: about €343'])
  await shows('form p:has-text("charged once")', ['399.00: about €343'])
  await namesCharge(page, /^Pay \$399\.00$/)
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await namesCharge(page, /^Pay with PayPal \$399\.00$/)

  await page.getByText('Pay a deposit', { exact: true }).click()
  await shows('[aria-label="Your order"]', ['399.00: about €343', '99.00: about €85', '300.00: about €258'])
  await shows('label:has([name="storeCard"])', ['300.00: (about €258)'])
  await namesCharge(page, /^Pay \$99\.00$/)
  await fillIn(page)
  await typeCard(page, ASKS)
  await payButton(page).click()
  await page.getByRole('button', { name: 'Yes, pay' }).waitFor()
  await shows('main', ['99.00: (about €85)'])
  const estimate = zone === BERLIN ? ' (about €85)' : ''
  expect(await page.locator('main').innerText()).toContain(`until you say yes to $99.00${estimate}.`)
  await namesCharge(page, /^Yes, pay \$99\.00$/)
  // After a reload the bank's own page asks.
  await page.reload()
  await page.getByText(/needs your confirmation to pay/).waitFor()
  await shows('main', ['99.00: (about €85)'])
  await page.getByRole('link', { name: 'Answer your bank' }).click()
  await page.getByRole('button', { name: 'Accept the payment' }).click()

  await page.waitForURL('**/order/*')
  await page.getByText(/is due on/).waitFor()
  await shows('main', ['300.00: (about €258)', '300.00: about €258'])
  await namesCharge(page, /^Pay \$300\.00$/)
  await page.getByRole('link', { name: 'Pay $300.00' }).click()
  await page.getByRole('heading', { name: 'Pay the balance' }).waitFor()
  await shows('[aria-label="Your order"]', ['300.00: about €258'])
  await shows('form p:has-text("charged once")', ['300.00: about €258'])
  await namesCharge(page, /^Pay \$300\.00$/)
  await typeCard(page)
  await payButton(page).click()
  await page.getByRole('heading', { name: 'Your balance is paid.' }).waitFor()
  expect(await page.locator('[data-local-price]').count()).toBe(0)

  await page.goto('/gift-card/buy')
  await page.getByRole('radio', { name: '$200' }).check()
  await shows('[aria-label="Your gift"]', ['200.00: about €172'])
  await shows('form p:has-text("charged once")', ['200.00: about €172'])
  await namesCharge(page, /^Pay \$200\.00$/)
})

test('a learner’s balance is due in dollars, with the estimate where the visitor is', async ({
  server,
  launchBrowser,
}) => {
  for (const [zone] of VISITORS) {
    const { context, page, close } = await launchBrowser({ timezoneId: zone })
    await enterAs(context, server.url, 'learner')
    await page.goto('/portal')
    await page.getByText(/\$400\.00.* due by/).waitFor()
    await expectEstimates(page, page.getByRole('region', { name: 'Due' }), zone, ['400.00: (about €344)'])
    await namesCharge(page, /^Pay \$400\.00$/)
    await page.goto('/portal/purchases')
    const purchase = page.getByRole('listitem', { name: 'Start a one-person studio' })
    await purchase.getByText(/due by/).waitFor()
    await expectEstimates(page, purchase, zone, ['400.00: (about €344)'])
    await namesCharge(page, /^Pay \$400\.00$/)
    await close()
  }
})

test('a page that could not load the code of the estimates shows dollars alone, and the next page tries again', async ({
  server,
  launchBrowser,
}) => {
  const { context, page, allowedFaults } = await launchBrowser({ timezoneId: BERLIN })
  allowedFaults.push(/net::ERR_FAILED/)
  await enterAs(context, server.url, 'learner')
  const code = '**/assets/rate-*.js'
  await page.route(code, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/rate-'))
  await page.goto('/portal')
  await page.getByText(/\$400\.00.* due by/).waitFor()
  await lost
  await page.unroute(code)
  expect(await page.locator('[data-local-price]').count()).toBe(0)
  await page.getByRole('link', { name: 'Purchases' }).first().click()
  const purchase = page.getByRole('listitem', { name: 'Start a one-person studio' })
  await expectEstimates(page, purchase, BERLIN, ['400.00: (about €344)'])
})

test('a log-in at the checkout brings the estimate of the profile’s country, and a log-out that of the visitor’s', async ({
  launchBrowser,
  db,
}) => {
  await db.updateTable('person').set({ country_code: 'AU' }).where('email', '=', CREATOR).execute()
  const { page } = await launchBrowser({ timezoneId: BERLIN })
  const first = page.locator('[aria-label="Your order"] [data-local-price]:visible').first()
  await page.goto('/checkout/NG')
  await first.filter({ hasText: /^about €\d+$/ }).waitFor()
  await page.locator('main').getByRole('button', { name: 'Log in' }).first().click()
  await page.locator('#here-email').fill(CREATOR)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await first.filter({ hasText: /^about A\$\d+$/ }).waitFor()
  await page.getByRole('button', { name: 'Not you? Log out' }).click()
  await first.filter({ hasText: /^about €\d+$/ }).waitFor()
})

/** In dollars, the charged amount, and the words beside it. Elsewhere than in Berlin there are none. */
async function expectEstimates(page: Page, scope: Locator, zone: string, expected: readonly string[]): Promise<void> {
  if (zone !== BERLIN) {
    expect(await page.locator('[data-local-price][data-currency]').count()).toBe(0)
    expect(await page.locator('main').innerText()).not.toMatch(/about [€₱£$]/)
    return
  }
  const estimates = scope.first().locator('[data-local-price][data-currency="EUR"]:visible')
  await estimates.nth(expected.length - 1).waitFor()
  expect(
    await estimates.evaluateAll((all) =>
      all.map((one) => `${(one as HTMLElement).dataset.localPrice}: ${one.textContent}`),
    ),
  ).toEqual(expected)
}

/** Every amount on a button is in dollars, and these buttons are there. */
async function namesCharge(page: Page, ...names: readonly RegExp[]): Promise<void> {
  for (const name of names)
    await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor()
  const currencies = await page
    .locator('main :is(button, a) [data-currency]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.currency))
  expect(new Set(currencies)).toEqual(new Set(['USD']))
}

async function fillIn(page: Page): Promise<void> {
  await page.locator('main [name="email"]').fill(`${randomUUID()}@understudy.test`)
  await page.locator('main [name="name"]').fill('Ada Berger')
  await page.locator('main [name="terms"]').check()
}

/** One seat of the demo learner. */
async function buyByDeposit(server: RunningServer): Promise<void> {
  const send = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const { courseCode } = (await send('/api/v1/courses/TUCPR')).data.cohorts[0]
  const { quoteId } = (await send('/api/v1/sign-up-payment-options', { courseCode })).data
  const { data } = await send('/api/v1/sign-up-payment/card', {
    courseCode,
    quoteId,
    paymentType: 'deposit',
    name: 'Demo Learner',
    email: LEARNER,
    timezoneId: BERLIN,
    consent: { terms: true },
  })
  await send('/sandbox/v1/confirm', {
    clientSecret: data.clientSecret,
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
  })
  const verify = () => send(`/api/v1/verify-payment?orderId=${data.orderId}`, undefined, data.checkoutToken)
  while ((await verify()).status !== 'complete');
}
