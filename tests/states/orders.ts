/** An order's page, in each state that an order can be in. */
import type { Page } from 'playwright-core'
import type { Known, Placed } from './known.ts'
import { hears, press, type State, sees } from './state.ts'

type Name = 'paid' | 'deposit' | 'waiting' | 'declined' | 'asking' | 'unapproved' | 'gift'

/** The tab that placed the order: it has the order's own token. */
export const placedHere = (name: Name) => async (page: Page, known: Known) => {
  const { orderId, courseCode, checkoutToken, email }: Placed = known[name]
  const enrolment = { version: 2, orderId, courseCode, email, expiry: new Date(Date.now() + 3_600_000).toISOString() }
  await page.addInitScript(
    ([token, storedOrder]) => {
      sessionStorage.setItem('session_token', token!)
      sessionStorage.setItem('enrolment', storedOrder!)
    },
    [checkoutToken, JSON.stringify(enrolment)],
  )
}
const ordered = (name: Name, words: string | RegExp, more: Partial<State> = {}): State => ({
  name: `order, ${name}`,
  path: (known) => `/order/${known[name].orderId}`,
  before: placedHere(name),
  after: (page) => sees(page, words),
  ...more,
})
/** An order that ended otherwise: one that nobody paid, told anew. */
const ended = (name: string, status: string, failureCode: string | null, words: string): State =>
  ordered('declined', words, {
    name: `order, ${name}`,
    before: async (page, known) => {
      await placedHere('declined')(page, known)
      await hears(page, `**/orders/${known.declined.orderId}`, (order) => {
        order.status = status
        order.payments.at(-1).status = status
        order.payments.at(-1).failureCode = failureCode
      })
      await page.route('**/verify-payment?*', async (route) => {
        const response = await route.fetch()
        const said = await response.json()
        await route.fulfill({ response, json: { ...said, status } })
      })
    },
  })

/** Their holds last 15 minutes, so a walk through all states visits them first. */
export const HELD_ORDERS: State[] = [
  ordered('declined', 'Try another card'),
  ordered('asking', 'Your bank asks: is this you?'),
  ordered('asking', '', {
    name: 'the bank’s own page',
    after: async (page) => {
      await page.getByRole('link', { name: 'Answer your bank' }).click()
      await page.waitForURL('**/sandbox/bank/*')
    },
  }),
  ordered('unapproved', 'Not approved at PayPal yet'),
  ordered('unapproved', '', {
    name: 'the sandbox PayPal’s own page',
    after: async (page) => {
      await page.getByRole('link', { name: 'Continue at PayPal' }).click()
      await page.waitForURL('**/sandbox/paypal/*')
    },
  }),
  ended('approved too late', 'failed', 'approved_too_late', 'This order was not paid'),
  ended('waiting', 'pending', null, 'Waiting for your bank'),
  ended('not paid', 'failed', null, 'This order was not paid'),
  ended('sold out meanwhile', 'failed', 'SOLD_OUT_REFUNDED', 'The last seat was taken while you paid'),
]

export const ORDERS: State[] = [
  ordered('paid', 'Complete'),
  ordered('paid', 'Complete', {
    name: 'order, inviting a friend',
    after: async (page) => {
      await press(page, /^Invite for seat/)
      await page.locator('[id^="friend-"][id$="-email"]').first().fill('mei')
      await press(page, 'Send the invitation')
      await page.locator('[id^="friend-"][aria-invalid="true"]').waitFor()
    },
  }),
  ordered('deposit', /^Pay \$300/),
  ordered('deposit', 'Pay the balance', {
    name: 'checkout, balance',
    path: ({ deposit }) => `/checkout/${deposit.courseCode}?order=${deposit.orderId}`,
  }),
  ordered('gift', /Thank you\. Your gift is/),
  {
    name: 'order, not reached',
    path: (known) => `/order/${known.paid.orderId}`,
    before: async (page, known) => {
      await placedHere('paid')(page, known)
      await page.route('**/orders/*', (route) => route.abort())
    },
    after: (page) => sees(page, 'Try again'),
  },
  {
    name: 'order, learner of another',
    path: (known) => `/order/${known.paid.orderId}`,
    as: 'learner',
    after: (page) => sees(page, 'We couldn’t find this order'),
  },
  { name: 'place to confirm', path: (known) => known.mailed.confirm, after: (page) => sees(page, 'Confirm my seat') },
  {
    name: 'place to confirm, spent link',
    path: '/confirm-enrolment#token=none',
    after: (page) => sees(page, 'This link has been used or has expired'),
  },
]
