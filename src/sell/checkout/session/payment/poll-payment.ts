/** Polls a payment until it is decided. Shows a failure only when the server reports one. */
import { verifyPayment } from '#sell/payments/wire/verify.ts'
import {
  type CheckoutNotice,
  type CheckoutSession,
  type CheckoutView,
  updateEnrolment,
  updateState,
} from '../checkout-session.ts'
import { getOrderAccess } from '../enrolment.ts'
import { startOver } from '../requote.ts'
import {
  createUnpaidNotice,
  getPaymentStep,
  getPollDelayMs,
  type PaymentStep,
  UNAPPROVED_NOTICE,
} from './payment-steps.ts'

/** Number of polls after which a card from another tab, or from before a reload, counts as not sent. */
const MAX_UNSENT_POLLS = 2

export async function startPolling(checkoutSession: CheckoutSession): Promise<void> {
  const round = ++checkoutSession.pollRound
  updateState(checkoutSession, {
    view:
      checkoutSession.state.view.is === 'question' ? checkoutSession.state.view : createWaitingView(checkoutSession),
    notice: null,
  })
  for (let pollCount = 0; round === checkoutSession.pollRound; pollCount++) {
    const paymentStatus = isPlacementLost(checkoutSession) ? null : await verifyPaymentStatus(checkoutSession)
    if (round !== checkoutSession.pollRound) return
    if (paymentStatus && isDecidedStep(paymentStatus.nextStep))
      return handleDecision(checkoutSession, paymentStatus.nextStep)
    const isReachable = paymentStatus || isPlacementLost(checkoutSession)
    if (isReachable && (await checkoutSession.resend?.())) return
    if (paymentStatus?.nextStep.next === 'unsent' && !checkoutSession.resend && pollCount >= MAX_UNSENT_POLLS)
      return showUnsentCard(checkoutSession)
    if (round === checkoutSession.pollRound && paymentStatus) updateChallenge(checkoutSession, paymentStatus.nextStep)
    await checkoutSession.deps.pause(getPollDelayMs(pollCount, paymentStatus?.retryAfterMs))
  }
}

type DecidedStep = Exclude<PaymentStep, { next: 'wait' | 'unsent' | 'question' }>

const isDecidedStep = (nextStep: PaymentStep): nextStep is DecidedStep =>
  nextStep.next !== 'wait' && nextStep.next !== 'unsent' && nextStep.next !== 'question'

/** Shows or hides the bank challenge, which may be completed in another tab. */
function updateChallenge(checkoutSession: CheckoutSession, nextStep: PaymentStep): void {
  if (nextStep.next === 'question')
    updateState(checkoutSession, { view: { is: 'question', bankUrl: nextStep.bankUrl } })
  else if (checkoutSession.state.view.is === 'question')
    updateState(checkoutSession, { view: createWaitingView(checkoutSession) })
}

const createWaitingView = (checkoutSession: CheckoutSession): CheckoutView => ({
  is: 'waiting',
  isConnectionLost: checkoutSession.resend !== null,
  ...(isPlacementLost(checkoutSession) && { isPlacementLost: true }),
})

/** The order that the tab knows, if any, is not the answer: the call that charges the saved card got none. */
const isPlacementLost = ({ resend, state }: CheckoutSession): boolean =>
  resend !== null && state.enrolment.reusableCardCharge === 'lost'

/** Null without a response, which decides nothing. */
export async function verifyPaymentStatus(
  checkoutSession: CheckoutSession,
): Promise<{ nextStep: PaymentStep; retryAfterMs: number | undefined } | null> {
  if (!checkoutSession.placedOrder) return null
  const { orderId, paymentId } = checkoutSession.placedOrder
  const auth = getOrderAccess(checkoutSession.deps.storage, orderId, checkoutSession.deps.now())
  const response = await checkoutSession.deps.client.call(verifyPayment, {
    query: paymentId ? { paymentId } : { orderId },
    auth,
  })
  if (response.error !== null) return null
  return { nextStep: getPaymentStep(response.data), retryAfterMs: response.data.data.retryAfterMs }
}

export function showDecline(checkoutSession: CheckoutSession, failure: string): void {
  updateEnrolment(checkoutSession, { step: 'details', reusableCardCharge: undefined })
  updateState(checkoutSession, { view: { is: 'form' }, notice: { is: 'declined', failure } })
}

/** The next submit cancels the old challenge and starts a new attempt. */
function showLostChallenge(checkoutSession: CheckoutSession): void {
  showRetryNotice(
    checkoutSession,
    'Your bank’s confirmation page was closed. You haven’t been charged. Please pay again.',
  )
}

/** Keeps the order and the payment, so that a late card cannot be charged twice. */
function showUnsentCard(checkoutSession: CheckoutSession): void {
  showRetryNotice(
    checkoutSession,
    checkoutSession.state.enrolment.reusableCardCharge
      ? 'Your payment has not gone through yet. You can press Pay again: it stays the same order, which is only charged once.'
      : 'Your card did not reach your bank, so you haven’t been charged. Please pay again: it stays the same order.',
  )
}

function showRetryNotice(checkoutSession: CheckoutSession, message: string): void {
  showUnpaid(checkoutSession, createUnpaidNotice(message))
}

function showUnpaid(checkoutSession: CheckoutSession, notice: CheckoutNotice): void {
  updateEnrolment(checkoutSession, { step: 'details' })
  updateState(checkoutSession, { view: { is: 'form' }, notice })
}

function handleDecision(checkoutSession: CheckoutSession, nextStep: DecidedStep): void | Promise<void> {
  if (nextStep.next === 'declined') return showDecline(checkoutSession, nextStep.failure)
  if (nextStep.next === 'expired') updateEnrolment(checkoutSession, { reusableCardCharge: undefined })
  if (nextStep.next === 'expired' && checkoutSession.state.purpose !== 'balance') return startOver(checkoutSession)
  if (nextStep.next === 'expired')
    return showRetryNotice(checkoutSession, 'You haven’t been charged. Please pay again.')
  if (nextStep.next === 'ask-anew') return showLostChallenge(checkoutSession)
  if (nextStep.next === 'approve') return showUnpaid(checkoutSession, UNAPPROVED_NOTICE)
  updateEnrolment(checkoutSession, { step: 'done', reusableCardCharge: undefined })
  if (nextStep.next === 'receipt') return checkoutSession.deps.onComplete(checkoutSession.placedOrder?.orderId ?? '')
  updateState(checkoutSession, { view: { is: 'returned', failure: nextStep.failure } })
}
