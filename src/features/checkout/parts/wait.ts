/** Asks how a payment stands until it is decided. Nothing is called failed before the server says so. */
import { callVerifyPayment } from '../calls.ts'
import { type CheckoutSession, keep, set, type View } from './checkout-session.ts'
import { credentialFor } from './enrolment.ts'
import { type AfterStanding, afterStanding, askAgainAfter } from './outcomes.ts'
import { startOver } from './requote.ts'

/** After so many answers a card that another tab sent, or this one before a reload, would have arrived. */
const LONG_SENT = 2

export async function wait(checkoutSession: CheckoutSession): Promise<void> {
  const mine = ++checkoutSession.round
  set(checkoutSession, {
    view: checkoutSession.state.view.is === 'question' ? checkoutSession.state.view : waiting(checkoutSession),
    notice: null,
  })
  for (let times = 0; mine === checkoutSession.round; times++) {
    const told = await ask(checkoutSession)
    if (mine !== checkoutSession.round) return
    if (told && isDecided(told.after)) return decided(checkoutSession, told.after)
    if (told && (await checkoutSession.resend?.())) return
    if (told?.after.next === 'unsent' && !checkoutSession.resend && times >= LONG_SENT) return sendAnew(checkoutSession)
    if (mine === checkoutSession.round && told) showQuestion(checkoutSession, told.after)
    await checkoutSession.world.pause(askAgainAfter(times, told?.retryAfterMs))
  }
}

type Decided = Exclude<AfterStanding, { next: 'wait' | 'unsent' | 'question' }>

const isDecided = (after: AfterStanding): after is Decided =>
  after.next !== 'wait' && after.next !== 'unsent' && after.next !== 'question'

/** The bank's question comes and goes by itself: it may be answered in another tab. */
function showQuestion(checkoutSession: CheckoutSession, after: AfterStanding): void {
  if (after.next === 'question') set(checkoutSession, { view: { is: 'question', bankUrl: after.bankUrl } })
  else if (checkoutSession.state.view.is === 'question') set(checkoutSession, { view: waiting(checkoutSession) })
}

const waiting = (checkoutSession: CheckoutSession): View => ({ is: 'waiting', lost: checkoutSession.resend !== null })

/** Null without an answer, which decides nothing. */
export async function ask(
  checkoutSession: CheckoutSession,
): Promise<{ after: AfterStanding; retryAfterMs: number | undefined } | null> {
  if (!checkoutSession.placed) return null
  const { orderId, paymentId } = checkoutSession.placed
  const auth = credentialFor(checkoutSession.world.kept, orderId, checkoutSession.world.now())
  const answer = await callVerifyPayment(checkoutSession.world.client, paymentId ? { paymentId } : { orderId }, auth)
  if (answer.error !== null) return null
  return { after: afterStanding(answer.data), retryAfterMs: answer.data.data.retryAfterMs }
}

export function declined(checkoutSession: CheckoutSession, failure: string): void {
  keep(checkoutSession, { step: 'details' })
  set(checkoutSession, { view: { is: 'form' }, notice: { is: 'declined', failure } })
}

/** The next press ends what was asked, and begins an attempt with a question of its own. */
function askAnew(checkoutSession: CheckoutSession): void {
  sayAgain(
    checkoutSession,
    'Your bank asked something, and the page with its question is gone. Nothing was charged: please pay again.',
  )
}

/** The same order and the same payment: should the card arrive after all, a second one is not charged. */
function sendAnew(checkoutSession: CheckoutSession): void {
  sayAgain(
    checkoutSession,
    'Your card did not reach your bank, so nothing was charged. Please pay again: it is the same order.',
  )
}

function sayAgain(checkoutSession: CheckoutSession, message: string): void {
  keep(checkoutSession, { step: 'details' })
  set(checkoutSession, { view: { is: 'form' }, notice: { is: 'say', message } })
}

function decided(checkoutSession: CheckoutSession, after: Decided): void | Promise<void> {
  if (after.next === 'declined') return declined(checkoutSession, after.failure)
  if (after.next === 'lapsed' && checkoutSession.state.purpose !== 'balance') return startOver(checkoutSession)
  if (after.next === 'lapsed') return sayAgain(checkoutSession, 'Nothing was charged: please pay again.')
  if (after.next === 'ask-anew') return askAnew(checkoutSession)
  keep(checkoutSession, { step: 'done' })
  if (after.next === 'receipt') return checkoutSession.world.arrived(checkoutSession.placed?.orderId ?? '')
  set(checkoutSession, { view: { is: 'returned', failure: after.failure } })
}
