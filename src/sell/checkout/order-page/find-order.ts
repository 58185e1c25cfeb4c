/** Loads an order for its receipt with the access that this browser has, and the bought course. */

import { type CourseDefinition, readCourse } from '#catalogue/catalog/wire.ts'
import type { AuthKind, Client, ClientEnvironment } from '#http/client.ts'
import { hasSession } from '#people/accounts/session/session.ts'
import { verifyPayment } from '#sell/payments/wire/verify.ts'
import { getOrderAccess, readEnrolment, storeEnrolment } from '../session/enrolment.ts'
import { getPaymentStep } from '../session/payment/payment-steps.ts'
import { type OrderView, readBuyerOrder } from '../wire/order.ts'

export type FindOrderResult =
  /** `bankUrl`: URL of an open bank challenge. */
  | {
      is: 'order'
      order: OrderView
      bankUrl: string | null
      /** PayPal's page, on which the buyer has not approved the payment. */
      approvalUrl: string | null
      /** The provider has not received a card. */
      isUnsent: boolean
      /** A payment of the balance whose outcome is not known yet. */
      balancePaymentId: string | null
      course: CourseDefinition | null
      auth: AuthKind
      email: string | null
    }
  | { is: 'not-found'; isSignedIn: boolean }
  | { is: 'unreachable'; message: string }

type FindOrderInput = {
  client: Client
  storage: Pick<ClientEnvironment, 'local' | 'session'>
  now: Date
  orderId: string
}

export async function findOrder({ client, storage, now, orderId }: FindOrderInput): Promise<FindOrderResult> {
  const isSignedIn = () => hasSession(storage)
  const tabAccess = getOrderAccess(storage, orderId, now)
  const stored = readEnrolment(storage, now)
  // The logged-in buyer's own view comes first: the token of the tab gets no names, and leads to a log-in.
  let auth: AuthKind = isSignedIn() ? 'learner' : tabAccess
  let response = await client.call(readBuyerOrder, { params: { orderId }, auth })
  if ([401, 404].includes(response.status) && auth === 'learner' && tabAccess === 'checkout') {
    auth = tabAccess
    response = await client.call(readBuyerOrder, { params: { orderId }, auth })
    // The learner's session has ended, and with it went what this tab keeps of its own order.
    if (response.error === null && stored && !readEnrolment(storage, now)) storeEnrolment(storage, stored)
  }
  if (response.error !== null) {
    return response.status > 0 && response.status < 500
      ? { is: 'not-found', isSignedIn: isSignedIn() }
      : { is: 'unreachable', message: response.error }
  }

  const { order, ...paymentState } = await verifyOrder(client, response.data.data, auth)
  const courseResponse =
    order.courseCode === null ? null : await client.call(readCourse, { params: { prefixCode: order.courseCode } })
  return {
    is: 'order',
    order,
    bankUrl: paymentState.bankUrl,
    approvalUrl: paymentState.approvalUrl ?? null,
    isUnsent: paymentState.isUnsent ?? false,
    balancePaymentId: paymentState.balancePaymentId ?? null,
    course: courseResponse?.error === null ? courseResponse.data.data : null,
    auth,
    email: order.buyer?.email ?? (stored?.orderId === orderId ? stored.email : null),
  }
}

/** A payment is often decided when the buyer returns from the bank. Verifies it before the page shows a state. */
async function verifyOrder(
  client: Client,
  order: OrderView,
  auth: AuthKind,
): Promise<{
  order: OrderView
  bankUrl: string | null
  approvalUrl?: string
  isUnsent?: boolean
  balancePaymentId?: string
}> {
  const last = order.payments.at(-1)
  if (last?.status !== 'pending' && !isMaybeApproved(order)) return { order, bankUrl: null }
  const balancePaymentId = last?.status === 'pending' && last.purpose === 'balance' ? last.paymentId : undefined
  const query = balancePaymentId ? { paymentId: balancePaymentId } : { orderId: order.orderId }
  const verification = await client.call(verifyPayment, { query, auth })
  if (verification.error !== null) return { order, bankUrl: null }
  const nextStep = getPaymentStep(verification.data)
  if (balancePaymentId && nextStep.next === 'wait') return { order, bankUrl: null, balancePaymentId }
  // The checkout continues a payment of the balance that waits for its buyer.
  if (balancePaymentId && ['question', 'approve', 'unsent', 'ask-anew'].includes(nextStep.next))
    return { order, bankUrl: null }
  if (nextStep.next === 'question') return { order, bankUrl: nextStep.bankUrl }
  if (nextStep.next === 'approve') return { order, bankUrl: null, approvalUrl: nextStep.approvalUrl }
  if (nextStep.next === 'wait' || nextStep.next === 'unsent' || nextStep.next === 'ask-anew')
    return { order: reopen(order), bankUrl: null, isUnsent: nextStep.next === 'unsent' }
  const refreshed = await client.call(readBuyerOrder, { params: { orderId: order.orderId }, auth })
  return { order: refreshed.error === null ? refreshed.data.data : order, bankUrl: null }
}

/** A buyer may come back from PayPal with an approval after the order had expired. */
const isMaybeApproved = ({ status, payments }: OrderView): boolean => {
  const last = payments.findLast(({ method }) => method === 'card' || method === 'paypal')
  return status === 'failed' && last?.method === 'paypal' && last.failureCode === null
}

/** An expired order whose payment is undecided is not lost: its approved payment takes the seats again, if they are free. */
function reopen(order: OrderView): OrderView {
  if (order.status !== 'failed') return order
  const payments = order.payments.map((payment) =>
    payment.status === 'failed' && payment.failureCode === null ? { ...payment, status: 'pending' as const } : payment,
  )
  return { ...order, status: 'pending', payments }
}
