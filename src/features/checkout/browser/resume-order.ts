/** Continues an open order: its payment, or the payment of its balance. Loaded only when a tab or an address names one. */
import type { Profile } from '#features/accounts/wire.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { callVerifyPayment } from '../calls.ts'
import type { OrderView } from '../wire/order.ts'
import type { CheckoutEntryReady, CheckoutNotice } from './checkout-session.ts'
import { createUnnamedFriend, getOrderAccess, type StoredEnrolment } from './enrolment.ts'
import { createOrderQuote } from './order-quote.ts'
import { getPaymentStep } from './payment/payment-steps.ts'

type OpenOrderInput = { client: Client; storage: Pick<ClientEnvironment, 'local' | 'session'>; now: Date }

/** The order holds its seats at its own price, so no new quote is requested. */
export async function resumeOrder(
  input: OpenOrderInput,
  before: StoredEnrolment,
  order: OrderView,
  profile: Profile | null,
): Promise<CheckoutEntryReady> {
  const bankUrl = await getChallengeUrl(input, order)
  const seats = Math.max(1, order.lines.length)
  const friends = before.seats === seats ? before.friends : Array.from({ length: seats - 1 }, createUnnamedFriend)
  const { paymentType, orderId } = order
  const enrolment = { ...before, seats, friends, paymentType, orderId, quoteId: before.quoteId ?? orderId }
  const lastPayment = order.payments.at(-1)
  const notice: CheckoutNotice | null =
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
      notice,
      bankUrl,
    },
    profile,
  }
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
    lines: [{ kind: 'seats' as const, label: 'Balance', amount: due }],
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

/** Returns the URL of the open bank challenge of this order, or null. */
async function getChallengeUrl({ client, storage, now }: OpenOrderInput, order: OrderView): Promise<string | null> {
  if (order.payments.at(-1)?.status !== 'pending') return null
  const { orderId } = order
  const response = await callVerifyPayment(client, { orderId }, getOrderAccess(storage, orderId, now))
  const nextStep = response.error === null ? getPaymentStep(response.data) : null
  return nextStep?.next === 'question' ? nextStep.bankUrl : null
}
