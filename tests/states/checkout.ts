/** The checkout, from its first word to every way it can end. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { PAY_BY_CARD, typeCard } from '../support/pay-form.ts'
import { hears, press, type State, sees } from './state.ts'

const SAVED = {
  courseCode: 'NG',
  offerCode: 'MCOM',
  title: 'Mobile filmmaking',
  startsAt: '2030-01-12T12:00:00.000Z',
  timezoneId: 'Europe/London',
  email: 'priya@understudy.test',
  name: 'Priya Raman',
  phoneNumber: '',
  seats: 2,
  friends: [{ name: 'Fern', email: '' }],
  paymentType: 'full',
}
const fillIn = async (page: Page) => {
  await page.locator('main [name="email"]').fill(`${randomUUID()}@understudy.test`)
  await page.locator('main [name="name"]').fill('Priya Raman')
  await page.locator('main [name="terms"]').check()
}
const pays = async (page: Page, number?: string) => {
  await fillIn(page)
  await typeCard(page, number)
  await press(page, PAY_BY_CARD)
}
const says = (page: Page, notice: string) => page.locator(`[data-notice="${notice}"]`).waitFor()
const withCode = async (page: Page, button: string, name: string, code: string) => {
  await press(page, button)
  await page.locator(`[name="${name}"]`).fill(code)
  await page.keyboard.press('Enter')
}
/** The server's no to an order, in its own form. */
const refusedWith = (errorCode: string, change: (quote: Quote) => void) => async (page: Page) => {
  let quote: Quote
  await page.route('**/sign-up-payment-options/', async (route) => {
    const response = await route.fetch()
    const said = await response.json()
    quote = said.data
    await route.fulfill({ response, json: said })
  })
  await page.route('**/sign-up-payment/card', (route) => {
    change(quote)
    return route.fulfill({ status: 409, json: { errorCode, message: 'No.', requestId: randomUUID(), data: quote } })
  })
}
type Quote = ReturnType<typeof JSON.parse>
/** The seats go while the button is pressed, and the price that is asked again says how many are left. */
const seatsLeft = (left: number) => async (page: Page) => {
  const taken = { errorCode: 'SEATS_TAKEN', message: 'No.', requestId: randomUUID(), data: { seatsRemaining: left } }
  let isTaken = false
  await page.route('**/sign-up-payment/card', (route) => {
    isTaken = true
    return route.fulfill({ status: 409, json: taken })
  })
  await page.route('**/sign-up-payment-options/', (route) =>
    isTaken ? route.fulfill({ status: 409, json: taken }) : route.continue(),
  )
}

const dearer = (quote: Quote) => {
  for (const option of quote.options) option.dueNow = { ...option.dueNow, amount: '449.00' }
}

export const CHECKOUT: State[] = [
  {
    name: 'checkout, faults',
    path: '/checkout/NG',
    after: async (page) => {
      await press(page, PAY_BY_CARD)
      await sees(page, 'Please agree to the enrolment terms.')
    },
  },
  ...(['open', 'full'] as const).map((state) => ({
    name: `saved checkout, ${state}`,
    path: '/saved-checkout#token=x',
    before: (page: Page) =>
      page.route('**/saved-checkouts/read', (route) => route.fulfill({ json: { data: { ...SAVED, state } } })),
    after: (page: Page) => sees(page, 'Delete what I saved'),
  })),
  {
    name: 'checkout, logging in',
    path: '/checkout/NG',
    after: async (page) => {
      await page.locator('main').getByRole('button', { name: 'Log in' }).first().click()
      await page.locator('main [name="password"]').waitFor()
    },
  },
  {
    name: 'checkout, learner',
    path: '/checkout/TUCPR',
    as: 'learner',
    after: (page) => sees(page, 'Not you? Log out'),
  },
  {
    name: 'checkout with credit and a friend’s code',
    path: '/checkout/TUCPR',
    as: 'learner',
    before: (page) =>
      hears(page, '**/sign-up-payment-options/', (quote) => {
        quote.credit = { balance: { amount: '20.00', currency: 'USD' } }
        quote.referral = { percentOff: 10, problem: 'not-first' }
        quote.options[0].creditApplied = quote.credit.balance
        quote.options[0].dueNow = { ...quote.options[0].dueNow, amount: '479.00' }
      }),
    after: async (page) => {
      await press(page, /^Use your .* credit$/)
      await sees(page, 'Your credit')
    },
  },
  {
    name: 'checkout, enrolled already',
    path: '/checkout/NG',
    as: 'learner',
    after: (page) => sees(page, 'You’re already enrolled'),
  },
  {
    name: 'checkout with friends',
    path: '/checkout/NG?promo=WELCOME10',
    after: async (page) => {
      for (const seats of [2, 3]) {
        await press(page, /Add a friend/)
        await page
          .getByRole('status')
          .filter({ hasText: `${seats} seats` })
          .waitFor()
      }
      await page.locator('summary', { hasText: 'A friend, named later' }).first().click()
      await page.locator('[name="friends.0.email"]').fill('jonah')
      await page.locator('[name="friends.0.name"]').fill('Jonah')
      await press(page, PAY_BY_CARD)
      await page.locator('[name="friends.0.email"][aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'checkout, code refused',
    path: '/checkout/NG?promo=NOSUCHCODE',
    after: async (page) => {
      await page.locator('[name="promoCode"][aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'checkout, gift card refused',
    path: '/checkout/NG',
    after: async (page) => {
      await withCode(page, 'Use a gift card', 'giftCardCode', 'GIFT-DEMO-0000')
      await page.locator('[name="giftCardCode"][aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'checkout, gift card pays all',
    path: '/checkout/NG',
    after: async (page) => {
      await withCode(page, 'Use a gift card', 'giftCardCode', 'GIFT-DEMO-0500')
      await sees(page, 'No card needed today')
    },
  },
  {
    name: 'checkout with tax',
    path: '/checkout/NG',
    site: 'asking',
    after: async (page) => {
      const order = page.locator('summary', { hasText: 'Your order' })
      await order.waitFor({ state: 'attached' })
      if (await order.locator('..').evaluate((details: HTMLDetailsElement) => !details.open)) await order.click()
      await sees(page, /^Includes [\d.]+ % /)
    },
  },
  {
    name: 'checkout, deposit',
    path: '/checkout/NG',
    after: async (page) => {
      await page.getByText('Pay a deposit', { exact: true }).click()
      await page.locator('button [data-amount="99.00"]').first().waitFor()
    },
  },
  {
    name: 'checkout, declined',
    path: '/checkout/NG',
    after: async (page) => {
      await pays(page, '4000 0000 0000 0002')
      await says(page, 'declined')
    },
  },
  {
    name: 'checkout, price changed',
    path: '/checkout/NG',
    before: refusedWith('PRICE_CHANGED', dearer),
    after: async (page) => {
      await pays(page)
      await says(page, 'price')
    },
  },
  {
    name: 'checkout, sold out',
    path: '/checkout/NG',
    before: seatsLeft(0),
    after: async (page) => {
      await pays(page)
      await sees(page, 'Every seat is taken')
    },
  },
  {
    name: 'checkout, too few seats left',
    path: '/checkout/NG',
    before: seatsLeft(1),
    after: async (page) => {
      await press(page, /Add a friend/)
      await page.getByRole('status').filter({ hasText: '2 seats' }).waitFor()
      // A friend's row comes a moment after the price, and moves what is below it.
      await page.locator('summary', { hasText: 'A friend, named later' }).waitFor()
      await pays(page)
      await says(page, 'few')
    },
  },
  {
    name: 'checkout, closed',
    path: '/checkout/DAPR',
    after: (page) => sees(page, 'This class has begun'),
  },
  {
    name: 'checkout, not reached',
    path: '/checkout/NG',
    before: (page) => page.route('**/sign-up-payment/card', (route) => route.abort()),
    after: async (page) => {
      await pays(page)
      await sees(page, 'That did not work')
    },
  },
  {
    name: 'checkout, bank asks',
    path: '/checkout/MCOM',
    after: async (page) => {
      await pays(page, '4000 0025 0000 3155')
      await sees(page, 'Your bank asks: is this you?')
    },
  },
  {
    name: 'checkout, waiting for the bank',
    path: '/checkout/MCOM',
    before: (page) =>
      page.route('**/verify-payment?*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), status: 'pending' } })
      }),
    after: async (page) => {
      await pays(page, '4000 0000 0000 0077')
      await sees(page, 'Waiting for your bank')
    },
  },
  { name: 'checkout, free', path: '/checkout/DAT', after: (page) => sees(page, 'It’s free') },
  {
    name: 'checkout, free, faults',
    path: '/checkout/DAT',
    after: async (page) => {
      await page.locator('main [name="email"]').fill('ana')
      await page.keyboard.press('Enter')
      await sees(page, 'Please enter a valid email address')
    },
  },
  { name: 'checkout, unknown course', path: '/checkout/NOPE' },
]
