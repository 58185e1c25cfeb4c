import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { KEYS, routeTo, type StripeDouble, startStripe } from '../../providers/stripe/stripe.ts'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { payButton } from '../../support/pay-form.ts'
import { standInForStripe } from './stripe-js.ts'

let double: StripeDouble
test.override('serverSettings', () => ({
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_API_URL: double.url,
}))
test.override('browserOptions', { width: 390 })

beforeAll(async () => {
  double = await startStripe()
})
test.beforeAll(({ server }) => {
  double.route = routeTo(server.url, 'plain')
})
test.beforeEach(async ({ browser }) => {
  await standInForStripe(browser.context, double)
})
test.afterAll(async () => {
  await double.post.rest()
  await double.close()
})

const card = (page: Page) => page.frameLocator('[title="Secure payment input frame"]')
const typeCard = async (page: Page, number: string) => {
  await page.locator('[data-card="there"]').waitFor()
  await card(page).getByLabel('Card number').fill(number)
}
const newestIntent = () => [...double.books.intents.values()].at(-1)!

async function startCheckout(page: Page, email: string): Promise<void> {
  await page.goto('/checkout/MCOM')
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="name"]').fill('Ada Stripe')
  await page.locator('main [name="terms"]').check()
}

test('nothing below Stripe’s card form moves when it appears', async ({ browser, page }) => {
  const script = Promise.withResolvers<void>()
  await browser.context.route('https://js.stripe.com/**', async (route) => {
    await script.promise
    await route.fallback()
  })
  const getTop = async () => {
    await page.evaluate(() => document.fonts.ready)
    return (await payButton(page).boundingBox())?.y
  }
  await page.goto('/checkout/MCOM')
  await page.getByText('Loading Stripe’s card form').waitFor()
  const top = await getTop()
  script.resolve()
  await card(page).getByLabel('Card number').waitFor()
  await page.getByText('Loading Stripe’s card form').waitFor({ state: 'detached' })
  expect(await getTop()).toBe(top)
})

test('only Stripe gets the card: an incomplete one is not sent, a declined one gives its reason, a good one leads to the receipt', async ({
  browser,
  page,
}) => {
  // A decline is a 402 of Stripe's, which browsers note.
  browser.allowedFaults.push(/status of 402/)
  const posted: string[] = []
  page.on('request', (request) => posted.push(`${new URL(request.url()).hostname} ${request.postData() ?? ''}`))
  await startCheckout(page, 'ada.stripe@understudy.test')
  await typeCard(page, '4242')
  const before = double.books.intents.size
  await payButton(page).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  expect(double.books.intents.size).toBe(before)

  await typeCard(page, '4000 0000 0000 9995')
  await payButton(page).click()
  await page
    .getByText(/not enough funds/i)
    .first()
    .waitFor()
  expect(await page.locator('main [name="name"]').inputValue()).toBe('Ada Stripe')

  await typeCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
  await page.getByText('Visa').first().waitFor()
  expect(page.url()).not.toMatch(/token|secret/)
  const withCard = posted.filter((text) => /4242424242424242|4000000000009995/.test(text.replace(/\s/g, '')))
  expect(new Set(withCard.map((text) => text.split(' ')[0]))).toEqual(new Set(['api.stripe.com']))
})

test('an answered bank challenge pays; a closed one is shown again, and charges nothing meanwhile', async ({
  page,
}) => {
  await startCheckout(page, 'bea.stripe@understudy.test')
  await typeCard(page, '4000 0000 0000 3220')
  await payButton(page).click()
  await page.locator('[data-bank-asks]').waitFor()
  const first = newestIntent()
  await page.reload()
  await page.getByText(/confirmation page was closed/).waitFor()
  expect(first.charge).toBeNull()

  await page.locator('main [name="terms"]').check()
  await typeCard(page, '4000 0000 0000 3220')
  await payButton(page).click()
  await page.locator('[data-bank-asks]').waitFor()
  expect(first.status).toBe('canceled')
  double.books.answer(newestIntent().id, 'accept')
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
})

test('a response of Stripe that the browser lost is requested again, and nobody pays twice', async ({
  browser,
  page,
}) => {
  browser.allowedFaults.push(/net::ERR_FAILED/)
  await startCheckout(page, 'cy.stripe@understudy.test')
  await typeCard(page, '4242 4242 4242 4242')
  await browser.context.route('https://api.stripe.com/**/confirm', async (route) => {
    await fetch(route.request().url().replace('https://api.stripe.com', double.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.publishableKey}` },
      body: route.request().postData() ?? '',
    })
    await route.abort()
  })
  await payButton(page).click()
  await page.waitForURL('**/order/*')
  await page.getByText('Complete', { exact: true }).first().waitFor()
})

test('without Stripe’s script the page says so, places no order, and offers a retry', async ({ browser, page }) => {
  browser.allowedFaults.push(/net::ERR_FAILED/)
  await browser.context.route('https://js.stripe.com/**', (route) => route.abort())
  await startCheckout(page, 'dan.stripe@understudy.test')
  await page.getByText(/could not be loaded/).waitFor()
  const before = double.books.intents.size
  await payButton(page).click()
  expect(double.books.intents.size).toBe(before)
  await browser.context.unroute('https://js.stripe.com/**')
  await standInForStripe(browser.context, double)
  await page.getByRole('button', { name: 'Try again' }).click()
  await card(page).getByLabel('Card number').waitFor()
})
