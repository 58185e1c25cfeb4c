/** The consent to charge a balance later, its order before and after a decline, and the settings that stop it. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { placedHere } from './orders.ts'
import { hears, press, type State, sees } from './state.ts'

const CHARGE_AT = '2030-01-05T12:00:00.000Z'
/** The longest brand, and a long title. */
const CARD = { brand: 'American Express', last4: '4242' }
const CARDS = ['Mobile filmmaking', 'Turning up, charging properly: a business for one person'].map((courseTitle) => ({
  ...CARD,
  orderId: randomUUID(),
  orderNumber: 'U-20418',
  courseTitle,
  amount: { amount: '1300.00', currency: 'USD' },
  chargeAt: CHARGE_AT,
}))

/** The deposit of a buyer who agreed to the charge. `chargeAt` null: it failed for the last time. */
const order = (name: string, isDeclined: boolean, chargeAt: string | null, words: string): State => ({
  name: `order, ${name}`,
  path: ({ deposit }) => `/order/${deposit.orderId}`,
  before: async (page, known) => {
    await placedHere('deposit')(page, known)
    await hears(page, `**/orders/${known.deposit.orderId}`, (view) => {
      view.savedCard = { ...CARD, chargeAt, isDeclined }
      if (isDeclined) view.schedule = []
    })
  },
  after: (page) => sees(page, words),
})

const settings = (name: string, after: (page: Page) => Promise<unknown>): State => ({
  name: `settings, ${name}`,
  path: '/portal/settings#saved-cards',
  as: 'learner',
  before: async (page) => {
    await hears(page, '**/saved-cards', (cards) => cards.push(...CARDS))
    await hears(page, '**/reusable-cards', (cards) =>
      cards.push(NEXT_CARD, { ...NEXT_CARD, reusableCardId: randomUUID() }),
    )
    await page.route('**/reusable-cards/*', (route) => route.fulfill({ json: { data: NEXT_CARD } }))
    await page.route('**/saved-cards/*', (route) => route.fulfill({ json: { data: { orderId: CARDS[0]!.orderId } } }))
  },
  after,
})

const NEXT_CARD = {
  ...CARD,
  reusableCardId: randomUUID(),
  expires: { month: 2, year: 2040 },
  isExpired: false,
  isPayable: true,
}
/** The next course of a buyer who kept the card of an earlier one. */
const next = (name: string, after: (page: Page) => Promise<unknown>, change = {}): State => ({
  name: `checkout, ${name}`,
  path: '/checkout/TUCPR',
  as: 'learner',
  before: async (page) => {
    await hears(page, '**/reusable-cards', (cards) => cards.push({ ...NEXT_CARD, ...change }))
    await page.route('**/sign-up-payment/card', (route) =>
      route.fulfill({
        status: 404,
        json: { errorCode: 'SAVED_CARD_NOT_FOUND', message: GONE, requestId: randomUUID() },
      }),
    )
  },
  after,
})
const GONE = 'We can’t use this saved card any more, and it wasn’t charged. Please enter a card.'

export const SAVED_CARDS: State[] = [
  next('continue with a saved card', (page) => sees(page, 'Continue with American Express ••4242')),
  next('another card than the saved one', async (page) => {
    await page.getByRole('radio', { name: 'Another card' }).check()
    await page.getByRole('checkbox', { name: /^Keep this card/ }).check()
  }),
  next('saved card expired', (page) => sees(page, /has expired/), { isExpired: true }),
  next('saved card gone', async (page) => {
    await sees(page, 'Continue with American Express ••4242')
    await page.locator('main [name="terms"]').check()
    await press(page, /^Pay/)
    await sees(page, GONE)
  }),
  {
    name: 'checkout, by PayPal',
    path: '/checkout/MCOM',
    after: (page) => page.getByRole('radio', { name: /^PayPal/ }).check(),
  },
  {
    name: 'checkout, balance to be charged',
    path: '/checkout/NG',
    after: async (page) => {
      await page.getByText('Pay a deposit', { exact: true }).click()
      await page.getByRole('checkbox', { name: /^Charge \$300/ }).check()
    },
  },
  order('balance to be charged', false, CHARGE_AT, 'We’ll charge it to your'),
  order('balance declined once', true, CHARGE_AT, 'We’ll charge it once more'),
  order('balance declined', true, null, 'won’t charge it again'),
  settings('saved cards', (page) => sees(page, 'Mobile filmmaking')),
  settings('saved card removed', async (page) => {
    await press(page, /^Remove American Express/)
    await sees(page, /^We removed American Express/)
  }),
  settings('card for the next course removed', async (page) => {
    await press(page, /^Remove American Express.* for your next course/)
    await sees(page, /^We removed American Express ••4242\.$/)
    await press(page, /^Remove American Express.* for your next course/)
    await sees(page, /enter a card at your next course/)
  }),
]
