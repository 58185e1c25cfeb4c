/** For tests: a checkout against a house that answers each kind of call from a list. */
import type { Bad, Client } from '#http/client.ts'
import type { Quote } from '../wire/quote.ts'
import {
  type CheckoutDependencies,
  type CheckoutSession,
  createCheckoutSession,
  detailsOf,
} from './checkout-session.ts'
import { newEnrolment } from './enrolment.ts'
import { type Form, submit } from './pay.ts'
import type { Confirmed } from './sandbox-card.ts'
import type { Elsewhere } from './tabs.ts'

export const now = new Date('2026-12-15T12:30:00Z')
export const card = { number: '4242424242424242', expMonth: 8, expYear: 2029, cvc: '123' }
export const form: Form = { email: 'ana@cruz.test', name: 'Ana Cruz', phoneNumber: '', terms: true, marketing: false }

type Sent = {
  path: string
  body?: Record<string, unknown>
  query?: Record<string, unknown>
  auth?: string
  idempotencyKey?: string
}
export type Told = {
  status: number
  data?: unknown
  errorCode?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

export const placed = (n = 1) => ({
  status: 200,
  data: {
    status: 'pending',
    data: {
      orderId: 'order-1',
      paymentId: `pay-${n}`,
      checkoutToken: 'token-1',
      clientSecret: `secret-${n}`,
      provider: 'sandbox',
      holdExpiresAt: '2026-12-15T12:45:00Z',
    },
  },
})
export const stands = (status: string, failureCode?: string): Told => ({
  status: 200,
  data: { status, data: { ...(failureCode && { failureCode }), ...(status === 'pending' && { retryAfterMs: 1500 }) } },
})
export const refused = (status: number, errorCode: string, more: object = {}): Told => ({ status, errorCode, ...more })
export const noAnswer: Told = { status: 0 }

export function quote(amount = '399.00', quoteId = 'quote-1'): Quote {
  const money = { amount, currency: 'USD' }
  const nothing = { amount: '0.00', currency: 'USD' }
  const option = {
    paymentType: 'full' as const,
    paymentMethods: ['card' as const],
    lines: [],
    subtotal: money,
    discount: nothing,
    total: money,
    giftCardApplied: nothing,
    creditApplied: nothing,
    dueNow: money,
    dueLater: [],
  }
  return {
    quoteId,
    expiresAt: '2026-12-15T12:45:00Z',
    currency: 'USD',
    seats: 1,
    seatsRemaining: null,
    options: [option],
    groupTiers: [],
    promo: null,
    giftCard: null,
    localPrice: money,
    isEnrolled: false,
  }
}

function keys() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

/** A checkout against a house that answers each kind of call from a list, the last one for ever. */
export function world(house: {
  pay?: Told[]
  verify?: Told[]
  options?: Told[]
  cards?: Confirmed[]
  elsewhere?: Elsewhere
}) {
  const sent: Sent[] = []
  const arrived: string[] = []
  const pauses: number[] = []
  const secrets: string[] = []
  const asked: object[] = []
  const next = <Item>(list: Item[] | undefined): Item | undefined =>
    list && list.length > 1 ? list.shift() : list?.[0]
  const client = {
    async call(place: { path: string }, given: object) {
      sent.push({ path: place.path, ...given })
      const told =
        next(
          {
            'sign-up-payment/card': house.pay,
            'gift-cards': house.pay,
            'orders/:orderId/pay': house.pay,
            'verify-payment': house.verify,
            'sign-up-payment-options': house.options,
          }[place.path],
        ) ?? noAnswer
      if (told.status === 200) return { data: told.data, error: null, errorCode: null, status: 200 }
      return { errorCode: null, error: 'The sentence.', data: null, ...told } satisfies Bad
    },
  } as unknown as Client
  const kept = { local: keys(), session: keys() }
  const confirm = async (secret: string): Promise<Confirmed> => {
    secrets.push(secret)
    return next(house.cards) ?? { is: 'succeeded' }
  }
  const dependencies: CheckoutDependencies = {
    client,
    kept,
    confirmCard: confirm,
    answerChallenge: confirm,
    orderElsewhere: async (wish) => (house.elsewhere && asked.push(wish) ? house.elsewhere : null),
    inTurn: async <Value>(_courseCode: string, work: () => Promise<Value>): Promise<Awaited<Value>> => await work(),
    pause: async (ms) => void pauses.push(ms),
    now: () => now,
    timezoneId: 'Asia/Manila',
    countryCode: 'PH',
    arrived: (orderId) => void arrived.push(orderId),
    free: (promoCode) => void arrived.push(`free by ${promoCode}`),
  }
  const enrolment = {
    ...newEnrolment({ courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }, 'quote-1', now),
    ...detailsOf(form),
  }
  const checkoutSession = createCheckoutSession(dependencies, {
    quote: quote(),
    enrolment,
    holdExpiresAt: null,
    isSignedIn: false,
    notice: null,
  })
  const paid = () => sent.filter((call) => call.path === 'sign-up-payment/card')
  return { checkoutSession: checkoutSession, sent, paid, asked, arrived, pauses, secrets, kept }
}

export const press = (checkoutSession: CheckoutSession, changed: Partial<Form> = {}) =>
  submit(checkoutSession, { ...form, ...changed }, card)
