import { describe, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { createMemoryStorage } from '../../../../tests/support/memory-storage.ts'
import { type CheckoutDependencies, changeCheckoutInput, createCheckoutSession } from './checkout-session.ts'
import { createEnrolment, storeCheckoutToken, storeEnrolment } from './enrolment.ts'
import { initialiseCheckout } from './initialise-checkout.ts'

const now = new Date('2026-12-15T12:00:00Z')
const offer = { courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }
const usd = (amount: string) => ({ amount, currency: 'USD' })
const success = (data: unknown) => ({ data, error: null, errorCode: null, status: 200 })
const failure = (status: number, errorCode: string) => ({ data: null, error: 'The sentence.', errorCode, status })
const quoteResponse = (amount: string, paymentMethods = ['card']) =>
  success({ data: { quoteId: 'quote-1', options: [{ paymentMethods, dueNow: usd(amount), total: usd(amount) }] } })

const enrolledResponse = () => success({ data: { isEnrolled: true, options: [] } })

function order(
  status: string,
  last: { status: string; failureCode: string | null; method?: string },
  { totals: moreTotals, ...more }: Record<string, unknown> & { totals?: object } = {},
) {
  const totals = {
    subtotal: usd('399.00'),
    discount: usd('0.00'),
    total: usd('399.00'),
    listPayments: usd('0.00'),
    held: usd('0.00'),
    dueNow: usd('399.00'),
    due: usd('399.00'),
    ...moreTotals,
  }
  return success({
    data: {
      orderId: 'order-1',
      status,
      paymentType: 'full',
      lines: [],
      bill: [],
      schedule: [],
      payments: [last],
      totals,
      holdExpiresAt: '2026-12-15T12:10:00Z',
      placedAt: now.toISOString(),
      ...more,
    },
  })
}

function createWorld(responses: Record<string, unknown>) {
  const storage = { local: createMemoryStorage(), session: createMemoryStorage() }
  const requestedPaths: string[] = []
  const client = {
    async call(endpoint: { path: string }, { body }: { body?: object } = {}) {
      requestedPaths.push(endpoint.path)
      const response = responses[endpoint.path]
      return typeof response === 'function' ? response(body) : response
    },
  } as unknown as Client
  return {
    storage,
    requestedPaths: requestedPaths,
    start: (
      resume: string | null = null,
      isForDeposit = false,
      link: { promoCode?: string; isOfferEnded?: boolean } = {},
    ) =>
      initialiseCheckout({
        client,
        storage,
        now,
        ...offer,
        countryCode: 'PH',
        resume,
        promoCode: null,
        isOfferEnded: false,
        isDepositPreselected: isForDeposit,
        ...link,
      }),
  }
}

const OPTIONS = 'sign-up-payment-options/'
const ORDER = 'orders/:orderId'
const VERIFY = 'verify-payment'
const pending = (more: object = {}) => success({ status: 'pending', data: more })

test.each([
  [quoteResponse('399.00'), { is: 'ready' }],
  [enrolledResponse(), { is: 'enrolled' }],
  [quoteResponse('0.00', []), { is: 'free' }],
  [quoteResponse('399.00', ['paypal']), { is: 'ready' }],
  [quoteResponse('399.00', []), { is: 'no-card' }],
  [failure(409, 'SEATS_TAKEN'), { is: 'gone', reason: 'SEATS_TAKEN' }],
  [failure(409, 'ENROLMENT_CLOSED'), { is: 'gone', reason: 'ENROLMENT_CLOSED' }],
  [failure(404, 'OFFER_NOT_FOUND'), { is: 'unknown' }],
  [failure(500, 'INTERNAL'), { is: 'unreachable', message: 'The sentence.' }],
])('a quote response %j starts the checkout as %j', async (answer, expected) => {
  expect(await createWorld({ [OPTIONS]: answer }).start()).toMatchObject(expected)
})

test('a signed-in learner does not have to enter name and e-mail', async () => {
  const { storage, start } = createWorld({
    [OPTIONS]: quoteResponse('399.00'),
    'user-profile': success({ email: 'ana@cruz.test', name: 'Ana', learner: { phoneNumber: '+63917' } }),
  })
  storage.local.setItem('access_token', 'token')
  expect(await start()).toMatchObject({
    is: 'ready',
    start: { isSignedIn: true, enrolment: { email: 'ana@cruz.test', name: 'Ana', phoneNumber: '+63917' } },
  })
})

test('a deposit link preselects the deposit; otherwise the full price is selected', async () => {
  const world = createWorld({ [OPTIONS]: quoteResponse('399.00') })
  expect(await world.start()).toMatchObject({ start: { enrolment: { paymentType: 'full' } } })
  expect(await world.start(null, true)).toMatchObject({ start: { enrolment: { paymentType: 'deposit' } } })
})

describe('a link whose price is not possible any more', () => {
  const refusesCode = (endpointBody: { promoCode?: string }) =>
    endpointBody.promoCode ? failure(404, 'PROMO_INVALID') : quoteResponse('399.00')

  test('a code that does not apply is named at the price without it', async () => {
    const { start } = createWorld({ [OPTIONS]: refusesCode })
    expect(await start(null, false, { promoCode: 'SUMMER' })).toMatchObject({
      is: 'ready',
      start: { linkFaults: [{ is: 'promo', code: 'SUMMER' }], codes: { promoCode: '' } },
    })
  })

  test('an offer that has ended, and a deposit that is not offered, are named at today’s price', async () => {
    const { start } = createWorld({ [OPTIONS]: quoteResponse('399.00') })
    expect(await start(null, true, { isOfferEnded: true })).toMatchObject({
      start: { linkFaults: [{ is: 'offer' }, { is: 'deposit' }] },
    })
  })

  test('a link that is as it says names nothing', async () => {
    const { start } = createWorld({ [OPTIONS]: quoteResponse('399.00') })
    expect(await start(null, false, { promoCode: 'WELCOME10' })).toMatchObject({ start: { linkFaults: [] } })
  })
})

describe('after a reload', () => {
  const startWithOrder = (responses: Record<string, unknown>, step: 'details' | 'paying' | 'done' = 'details') => {
    const world = createWorld({ [OPTIONS]: failure(409, 'SEATS_TAKEN'), ...responses })
    storeEnrolment(world.storage, {
      ...createEnrolment(offer, 'quote-1', now),
      email: 'ana@cruz.test',
      orderId: 'order-1',
      step,
    })
    storeCheckoutToken(world.storage, 'token-1')
    return world
  }

  test('the order that holds the seat keeps its price, also when there is no new one', async () => {
    const { start } = startWithOrder({
      [ORDER]: order('pending', { status: 'failed', failureCode: 'insufficient_funds' }),
      [OPTIONS]: failure(409, 'SEATS_TAKEN'),
    })
    expect(await start()).toMatchObject({
      is: 'ready',
      start: {
        enrolment: { orderId: 'order-1', email: 'ana@cruz.test' },
        holdExpiresAt: '2026-12-15T12:10:00Z',
        notice: { is: 'declined', failure: 'insufficient_funds' },
        quote: { options: [{ paymentType: 'full', dueNow: usd('399.00') }] },
      },
    })
  })

  const choice = (paymentType: string, dueNow: string) => ({
    paymentType,
    paymentMethods: ['card'],
    total: usd('399.00'),
    giftCardApplied: usd('0.00'),
    creditApplied: usd('0.00'),
    dueNow: usd(dueNow),
    dueLater: [],
  })
  const choices = success({
    data: {
      quoteId: 'quote-2',
      expiresAt: '2026-12-15T12:15:00Z',
      options: [choice('full', '399.00'), choice('deposit', '99.00')],
      groupTiers: [{ minFriends: 2, percentOff: 10 }],
      promo: { code: 'TEN' },
      localPrice: { amount: '23000', currency: 'PHP' },
    },
  })
  const declined = (paymentType: string, totals = { dueNow: usd(paymentType === 'deposit' ? '99.00' : '399.00') }) =>
    order('pending', { status: 'failed', failureCode: 'card_declined' }, { paymentType, promoCode: 'TEN', totals })

  test.each([
    ['full', 'deposit'],
    ['deposit', 'full'],
  ])(
    'after a decline the choice %s is restored, and %s may be chosen, at the friends’ and local prices',
    async (chosen) => {
      const { start } = startWithOrder({ [ORDER]: declined(chosen), [OPTIONS]: choices })
      expect(await start()).toMatchObject({
        start: {
          enrolment: { orderId: 'order-1', paymentType: chosen, quoteId: 'quote-2' },
          codes: { promoCode: 'TEN' },
          quote: {
            quoteId: 'quote-2',
            expiresAt: '2026-12-15T12:10:00Z',
            options: [{ paymentType: 'full' }, { paymentType: 'deposit' }],
            groupTiers: [{ minFriends: 2, percentOff: 10 }],
            localPrice: { currency: 'PHP' },
          },
        },
      })
    },
  )

  test.each([
    ['part of it is on a gift card, whose number is unknown here', { held: usd('100.00'), dueNow: usd('299.00') }],
    ['the price has gone up since', { total: usd('349.00'), dueNow: usd('349.00') }],
  ])(
    'a restored order keeps its own quote, so that no change is charged at another price: %s',
    async (_why, totals) => {
      const { start } = startWithOrder({ [ORDER]: declined('full', totals), [OPTIONS]: choices })
      expect(await start()).toMatchObject({
        start: {
          enrolment: { orderId: 'order-1', quoteId: 'quote-1' },
          quote: { quoteId: 'quote-1', options: [{ paymentType: 'full', dueNow: totals.dueNow }] },
        },
      })
    },
  )

  test('the restored order is continued while nothing changes, and replaced by another choice', async () => {
    const { start, storage } = startWithOrder({ [ORDER]: declined('full'), [OPTIONS]: choices })
    const entry = await start()
    if (entry.is !== 'ready') throw new Error(entry.is)
    const checkoutSession = createCheckoutSession({ storage } as CheckoutDependencies, entry.start)
    changeCheckoutInput(checkoutSession, { paymentType: 'deposit' })
    expect(checkoutSession.state.enrolment.orderId).toBeNull()
    changeCheckoutInput(checkoutSession, { paymentType: 'full' })
    expect(checkoutSession.state.enrolment.orderId).toBe('order-1')
  })

  test('a payment in progress keeps waiting and shows no failure', async () => {
    const openOrderResponse = order('pending', { status: 'pending', failureCode: null })
    const { start } = startWithOrder({ [ORDER]: openOrderResponse, [VERIFY]: pending() }, 'paying')
    expect(await start()).toMatchObject({ start: { enrolment: { step: 'paying' }, notice: null, bankUrl: null } })
  })

  test.each(['details', 'paying'] as const)('an open bank challenge is shown again (%s)', async (step) => {
    const challengeResponse = pending({ nextAction: { redirectUrl: 'https://bank.test/q' } })
    const openOrderResponse = order('pending', { status: 'pending', failureCode: null })
    const { start } = startWithOrder({ [ORDER]: openOrderResponse, [VERIFY]: challengeResponse }, step)
    expect(await start()).toMatchObject({ start: { notice: null, bankUrl: 'https://bank.test/q' } })
  })

  test('Back from PayPal keeps the method, says that nothing was paid, and continues the order', async () => {
    const unapproved = pending({ approvalUrl: 'https://paypal.test/approve' })
    const openOrderResponse = order('pending', { status: 'pending', failureCode: null, method: 'paypal' })
    const { start } = startWithOrder({ [ORDER]: openOrderResponse, [VERIFY]: unapproved }, 'paying')
    expect(await start()).toMatchObject({
      start: {
        method: 'paypal',
        enrolment: { orderId: 'order-1', step: 'details' },
        notice: { title: 'Not paid yet', message: expect.stringContaining('You haven’t approved the payment') },
      },
    })
  })

  test('a completed order leads to its receipt', async () => {
    const { start } = startWithOrder(
      { [ORDER]: order('complete', { status: 'complete', failureCode: null }) },
      'paying',
    )
    expect(await start()).toEqual({ is: 'receipt', orderId: 'order-1' })
  })

  test('an expired order starts over and keeps the entered details', async () => {
    const { start } = startWithOrder(
      { [ORDER]: order('failed', { status: 'failed', failureCode: 'cancelled' }), [OPTIONS]: quoteResponse('399.00') },
      'paying',
    )
    expect(await start()).toMatchObject({
      start: { enrolment: { orderId: null, step: 'details', email: 'ana@cruz.test' }, notice: { is: 'expired' } },
    })
  })

  test('an order that was paid in this tab is not paid again', async () => {
    expect(await startWithOrder({}, 'done').start()).toEqual({ is: 'done', orderId: 'order-1' })
  })
})

test.each([
  ['other dates of the same course, friends and all', 'NG-2027-02', { email: 'ana@cruz.test', seats: 2 }],
  ['another course, alone', 'MCOM', { email: 'ana@cruz.test', seats: 1, friends: [] }],
])('the entered details are kept for %s', async (_where, code, expected) => {
  const { storage, start } = createWorld({ [OPTIONS]: quoteResponse('399.00') })
  const friends = [{ id: 'a', name: 'Jonah', email: 'jonah@cruz.test' }]
  const before = createEnrolment({ courseCode: code, offerCode: code }, 'quote-1', now)
  storeEnrolment(storage, { ...before, email: 'ana@cruz.test', seats: 2, friends, orderId: 'order-1' })
  expect(await start()).toMatchObject({ is: 'ready', start: { enrolment: { ...offer, orderId: null, ...expected } } })
})
