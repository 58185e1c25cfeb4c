/** Test helper: a checkout whose server responses come from lists. */
import { POLICY_FIGURES } from '#domain/orders/refund-policy.ts'
import type { Client } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import type { CardConfirmation } from '../../card/sandbox-card.ts'
import type { Quote } from '../../wire/quote.ts'
import type { OtherTabResult } from '../answer-other-tabs.ts'
import {
  type CheckoutDependencies,
  type CheckoutSession,
  createCheckoutSession,
  pickDetails,
} from '../checkout-session.ts'
import { createEnrolment } from '../enrolment.ts'
import type { CheckoutFormInput } from './checkout-body.ts'
import { submitPayment } from './pay.ts'

export const now = new Date('2026-12-15T12:30:00Z')
export const card = { number: '4242424242424242', expMonth: 8, expYear: 2029, cvc: '123' }
export const form: CheckoutFormInput = {
  email: 'ana@cruz.test',
  name: 'Ana Cruz',
  phoneNumber: '',
  terms: true,
  marketing: false,
}

type Sent = {
  path: string
  body?: Record<string, unknown>
  query?: Record<string, unknown>
  auth?: string
  idempotencyKey?: string
}
export type TestResponse = {
  status: number
  data?: unknown
  errorCode?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

export const placedResponse = (paymentNumber = 1) => ({
  status: 200,
  data: {
    status: 'pending',
    data: {
      orderId: 'order-1',
      paymentId: `pay-${paymentNumber}`,
      checkoutToken: 'token-1',
      clientSecret: `secret-${paymentNumber}`,
      provider: 'sandbox',
      holdExpiresAt: '2026-12-15T12:45:00Z',
    },
  },
})
export const paymentStatus = (status: string, failureCode?: string): TestResponse => ({
  status: 200,
  data: { status, data: { ...(failureCode && { failureCode }), ...(status === 'pending' && { retryAfterMs: 1500 }) } },
})
export const refusedResponse = (status: number, errorCode: string, more: object = {}): TestResponse => ({
  status,
  errorCode,
  ...more,
})
export const noResponse: TestResponse = { status: 0 }

export function createTestQuote(amount = '399.00', quoteId = 'quote-1'): Quote {
  const money = { amount, currency: 'USD' }
  const zero = { amount: '0.00', currency: 'USD' }
  const option = {
    paymentType: 'full' as const,
    paymentMethods: ['card' as const],
    lines: [],
    subtotal: money,
    discount: zero,
    total: money,
    giftCardApplied: zero,
    creditApplied: zero,
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
    tax: null,
    refund: POLICY_FIGURES.standard,
    groupTiers: [],
    promo: null,
    giftCard: null,
    credit: null,
    referral: null,
    localPrice: money,
    isEnrolled: false,
  }
}

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** Creates a checkout whose responses come from lists. The last response of a list repeats. */
export function createTestCheckout(responses: {
  pay?: TestResponse[]
  verify?: TestResponse[]
  options?: TestResponse[]
  cards?: CardConfirmation[]
  otherTabOrder?: OtherTabResult
}) {
  const sent: Sent[] = []
  const completedOrders: string[] = []
  const pauses: number[] = []
  const clientSecrets: string[] = []
  const otherTabQueries: object[] = []
  const takeNext = <Item>(list: Item[] | undefined): Item | undefined =>
    list && list.length > 1 ? list.shift() : list?.[0]
  const client = {
    async call(endpoint: { path: string }, request: object) {
      sent.push({ path: endpoint.path, ...request })
      const response =
        takeNext(
          {
            'sign-up-payment/card': responses.pay,
            'sign-up-payment/paypal': responses.pay,
            'gift-cards': responses.pay,
            'orders/:orderId/pay': responses.pay,
            'verify-payment': responses.verify,
            'sign-up-payment-options/': responses.options,
          }[endpoint.path],
        ) ?? noResponse
      if (response.status === 200) return { data: response.data, error: null, errorCode: null, status: 200 }
      return { errorCode: null, error: 'The sentence.', data: null, ...response } satisfies ApiFailure
    },
  } as unknown as Client
  const storage = { local: createStorage(), session: createStorage() }
  const confirmPayment = async (secret: string): Promise<CardConfirmation> => {
    clientSecrets.push(secret)
    return takeNext(responses.cards) ?? { is: 'succeeded' }
  }
  const dependencies: CheckoutDependencies = {
    client,
    storage,
    leaveTo: () => {},
    confirmCard: confirmPayment,
    answerChallenge: confirmPayment,
    findOrderInOtherTabs: async (query) =>
      responses.otherTabOrder && otherTabQueries.push(query) ? responses.otherTabOrder : null,
    runExclusively: async <Value>(_courseCode: string, work: () => Promise<Value>): Promise<Awaited<Value>> =>
      await work(),
    pause: async (ms) => void pauses.push(ms),
    now: () => now,
    timezoneId: 'Asia/Manila',
    countryCode: 'PH',
    onComplete: (orderId) => void completedOrders.push(orderId),
    onFree: (promoCode) => void completedOrders.push(`free by ${promoCode}`),
  }
  const enrolment = {
    ...createEnrolment({ courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }, 'quote-1', now),
    ...pickDetails(form),
  }
  const checkoutSession = createCheckoutSession(dependencies, {
    quote: createTestQuote(),
    enrolment,
    holdExpiresAt: null,
    isSignedIn: false,
    notice: null,
  })
  const listPayments = () => sent.filter((call) => call.path === 'sign-up-payment/card')
  return {
    checkoutSession: checkoutSession,
    sent,
    listPayments: listPayments,
    otherTabQueries: otherTabQueries,
    completedOrders: completedOrders,
    pauses,
    clientSecrets: clientSecrets,
    storage,
  }
}

export const submitForm = (checkoutSession: CheckoutSession, change: Partial<CheckoutFormInput> = {}) =>
  submitPayment(checkoutSession, { ...form, ...change }, card)
