/** Continues an open order: its payment, or the payment of its balance. Loaded only when a tab or an address names one. */

import type { Client, ClientEnvironment } from '#http/client.ts'
import { getReferral } from '#http/referral-code.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { verifyPayment } from '#sell/payments/wire/verify.ts'
import type { OrderView } from '../wire/order.ts'
import { paymentOptions, type Quote } from '../wire/quote.ts'
import type { CheckoutEntryReady, CheckoutNotice, InitialiseCheckoutInput, OrderCodes } from './checkout-session.ts'
import { type CheckoutFriend, createUnnamedFriend, getOrderAccess, type StoredEnrolment } from './enrolment.ts'
import { createOrderQuote } from './order-quote.ts'
import { getPaymentStep, type PaymentStep, UNAPPROVED_NOTICE } from './payment/payment-steps.ts'
import { createQuoteRequest } from './quote-request.ts'

type OpenOrderInput = { client: Client; storage: Pick<ClientEnvironment, 'local' | 'session'>; now: Date }

/**
 * An order of seats keeps its price, and its buyer may still choose otherwise: a deposit, more friends, another code.
 * A new quote has the prices of these choices. It counts only where it has the order's own price too: any change of the
 * form is bought by it. Otherwise, and without one, the order can only be paid as it is.
 */
export async function resumePurchase(
  input: InitialiseCheckoutInput,
  before: StoredEnrolment,
  order: OrderView,
  profile: Profile | null,
): Promise<CheckoutEntryReady> {
  const codes = readOrderCodes(order)
  const [resumed, choices] = await Promise.all([
    resumeOrder(input, before, order, profile),
    requestChoices(input, before, order, codes, profile),
  ])
  const { start } = resumed
  if (!choices || !hasSamePrice(start.quote, choices)) return resumed
  return {
    ...resumed,
    start: {
      ...start,
      codes: { ...codes, promoCode: choices.promo ? codes.promoCode : '' },
      quote: addChoices(start.quote, choices),
      enrolment: { ...start.enrolment, quoteId: choices.quoteId },
    },
  }
}

/** The number of a gift card is nowhere, so only the order itself can use it. */
function readOrderCodes({ promoCode, payments }: OrderView): OrderCodes {
  const credit = payments.find(({ method, status }) => method === 'credit' && status === 'pending')?.amount ?? null
  return { promoCode: promoCode ?? '', giftCardCode: '', credit }
}

async function requestChoices(
  { client, storage, courseCode, offerCode, countryCode }: InitialiseCheckoutInput,
  { waitlistToken, clientKey }: StoredEnrolment,
  order: OrderView,
  codes: OrderCodes,
  profile: Profile | null,
): Promise<Quote | null> {
  const seats = Math.max(1, order.lines.length)
  const requestQuote = (promoCode: string) =>
    client.call(paymentOptions, {
      body: createQuoteRequest({
        courseCode,
        offerCode,
        countryCode,
        seats,
        waitlistToken,
        clientKey,
        ...codes,
        ...getReferral(storage.session),
        promoCode,
      }),
      auth: profile ? 'learner' : 'none',
    })
  const response = await requestQuote(codes.promoCode)
  const { error, data } = response.errorCode === 'PROMO_INVALID' ? await requestQuote('') : response
  return error === null && data.data.options.length > 0 ? data.data : null
}

/** The number of the order's gift card is unknown here, so a price with a gift card is never the same. */
function hasSamePrice({ options: [ordered] }: Quote, choices: Quote): boolean {
  const same = choices.options.find(({ paymentType }) => paymentType === ordered?.paymentType)
  if (!ordered || !same) return false
  return (['total', 'giftCardApplied', 'creditApplied', 'dueNow'] as const).every(
    (name) =>
      Number(same[name].amount) === Number(ordered[name].amount) && same[name].currency === ordered[name].currency,
  )
}

function addChoices(quote: Quote, choices: Quote): Quote {
  const [ordered] = quote.options
  const others = choices.options.filter(({ paymentType }) => paymentType !== ordered?.paymentType)
  const { quoteId, expiresAt, seatsRemaining, groupTiers, promo, credit, referral, localPrice } = choices
  const isFullPrice = choices.options[0]?.total.amount === ordered?.total.amount
  return {
    ...quote,
    quoteId,
    expiresAt: Date.parse(expiresAt) < Date.parse(quote.expiresAt) ? expiresAt : quote.expiresAt,
    seatsRemaining,
    // The full payment is first.
    options: ordered?.paymentType === 'deposit' ? [...others, ordered] : [...quote.options, ...others],
    groupTiers,
    promo,
    credit,
    referral,
    ...(isFullPrice && { localPrice }),
  }
}

/** The order holds its seats at its own price. */
export async function resumeOrder(
  input: OpenOrderInput,
  before: StoredEnrolment,
  order: OrderView,
  profile: Profile | null,
): Promise<CheckoutEntryReady> {
  const pendingStep = await getPendingStep(input, order)
  const isUnapproved = pendingStep?.next === 'approve'
  const seats = Math.max(1, order.lines.length)
  const friends = before.seats === seats ? before.friends : listOrderFriends(order, seats)
  const { paymentType, orderId } = order
  const step = isUnapproved ? ('details' as const) : before.step
  const enrolment = { ...before, seats, friends, paymentType, orderId, step, quoteId: before.quoteId ?? orderId }
  const lastPayment = order.payments.at(-1)
  const decline: CheckoutNotice | null =
    lastPayment?.status === 'failed' && enrolment.step === 'details'
      ? { is: 'declined', failure: lastPayment.failureCode ?? 'card_declined' }
      : null
  return {
    is: 'ready',
    start: {
      quote: createOrderQuote(order, enrolment.quoteId),
      enrolment,
      holdExpiresAt: order.holdExpiresAt,
      isSignedIn: profile !== null,
      notice: isUnapproved ? UNAPPROVED_NOTICE : decline,
      bankUrl: pendingStep?.next === 'question' ? pendingStep.bankUrl : null,
      method: getLastMethod(lastPayment),
    },
    profile,
  }
}

/** Only a logged-in buyer gets their names and addresses. */
function listOrderFriends({ friends }: OrderView, seats: number): CheckoutFriend[] {
  return Array.from({ length: seats - 1 }, (_, index) => {
    const { name, email } = friends[index] ?? {}
    return { ...createUnnamedFriend(), name: name ?? '', email: email ?? '' }
  })
}

/** Starts the payment of the balance after a deposit. The seats are reserved, so nothing else can be chosen. */
export function startBalancePayment(
  before: StoredEnrolment,
  order: OrderView,
  profile: Profile | null,
): CheckoutEntryReady {
  const { due } = order.totals
  const zero = { ...due, amount: '0' }
  const lastPayment = order.payments.findLast(({ purpose }) => purpose === 'balance')
  const { paymentType, orderId } = order
  const quote = createOrderQuote(order, orderId)
  const balanceOption = {
    paymentType,
    paymentMethods: ['card' as const],
    lines: [{ kind: 'seats' as const, label: describeBalance(order), amount: due }],
    subtotal: due,
    discount: zero,
    total: due,
    giftCardApplied: zero,
    creditApplied: zero,
    dueNow: due,
    dueLater: [],
  }
  return {
    is: 'ready',
    start: {
      purpose: 'balance',
      paymentId: lastPayment?.paymentId ?? null,
      method: getLastMethod(lastPayment),
      quote: { ...quote, options: [balanceOption], localPrice: due },
      enrolment: {
        ...before,
        seats: order.lines.length,
        paymentType,
        orderId,
        quoteId: orderId,
        step: lastPayment?.status === 'pending' ? 'paying' : 'details',
      },
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice:
        lastPayment?.status === 'failed'
          ? { is: 'declined', failure: lastPayment.failureCode ?? 'card_declined' }
          : null,
    },
    profile,
  }
}

/** `Balance for 2 seats`. */
function describeBalance({ bill, lines }: OrderView): string {
  const seats = bill.find(({ kind }) => kind === 'seats')?.label
  return seats && lines.length > 1 ? `Balance for ${seats}` : 'Balance'
}

const getLastMethod = (payment: OrderView['payments'][number] | undefined): 'card' | 'paypal' =>
  payment?.method === 'paypal' ? 'paypal' : 'card'

/** The step of the order's pending payment, which may wait for the buyer at the bank or at PayPal. Null without one. */
async function getPendingStep({ client, storage, now }: OpenOrderInput, order: OrderView): Promise<PaymentStep | null> {
  if (order.payments.at(-1)?.status !== 'pending') return null
  const { orderId } = order
  const response = await client.call(verifyPayment, { query: { orderId }, auth: getOrderAccess(storage, orderId, now) })
  return response.error === null ? getPaymentStep(response.data) : null
}
