/** Asks how a payment stands until it is decided. Nothing is called failed before the server says so. */
import { callVerifyPayment } from '../calls.ts'
import { credentialFor } from './enrolment.ts'
import { type AfterStanding, afterStanding, askAgainAfter } from './outcomes.ts'
import { startOver } from './requote.ts'
import { keep, type Run, set, type View } from './run.ts'

/** After so many answers a card that another tab sent, or this one before a reload, would have arrived. */
const LONG_SENT = 2

export async function wait(run: Run): Promise<void> {
  const mine = ++run.round
  set(run, { view: run.state.view.is === 'question' ? run.state.view : waiting(run), notice: null })
  for (let times = 0; mine === run.round; times++) {
    const told = await ask(run)
    if (mine !== run.round) return
    if (told && isDecided(told.after)) return decided(run, told.after)
    if (told && (await run.resend?.())) return
    if (told?.after.next === 'unsent' && !run.resend && times >= LONG_SENT) return sendAnew(run)
    if (mine === run.round && told) showQuestion(run, told.after)
    await run.world.pause(askAgainAfter(times, told?.retryAfterMs))
  }
}

type Decided = Exclude<AfterStanding, { next: 'wait' | 'unsent' | 'question' }>

const isDecided = (after: AfterStanding): after is Decided =>
  after.next !== 'wait' && after.next !== 'unsent' && after.next !== 'question'

/** The bank's question comes and goes by itself: it may be answered in another tab. */
function showQuestion(run: Run, after: AfterStanding): void {
  if (after.next === 'question') set(run, { view: { is: 'question', bankUrl: after.bankUrl } })
  else if (run.state.view.is === 'question') set(run, { view: waiting(run) })
}

const waiting = (run: Run): View => ({ is: 'waiting', lost: run.resend !== null })

/** Null without an answer, which decides nothing. */
export async function ask(run: Run): Promise<{ after: AfterStanding; retryAfterMs: number | undefined } | null> {
  if (!run.placed) return null
  const { orderId, paymentId } = run.placed
  const auth = credentialFor(run.world.kept, orderId, run.world.now())
  const answer = await callVerifyPayment(run.world.client, paymentId ? { paymentId } : { orderId }, auth)
  if (answer.error !== null) return null
  return { after: afterStanding(answer.data), retryAfterMs: answer.data.data.retryAfterMs }
}

export function declined(run: Run, failure: string): void {
  keep(run, { step: 'details' })
  set(run, { view: { is: 'form' }, notice: { is: 'declined', failure } })
}

/** The next press ends what was asked, and begins an attempt with a question of its own. */
function askAnew(run: Run): void {
  sayAgain(
    run,
    'Your bank asked something, and the page with its question is gone. Nothing was charged: please pay again.',
  )
}

/** The same order and the same payment: should the card arrive after all, a second one is not charged. */
function sendAnew(run: Run): void {
  sayAgain(run, 'Your card did not reach your bank, so nothing was charged. Please pay again: it is the same order.')
}

function sayAgain(run: Run, message: string): void {
  keep(run, { step: 'details' })
  set(run, { view: { is: 'form' }, notice: { is: 'say', message } })
}

function decided(run: Run, after: Decided): void | Promise<void> {
  if (after.next === 'declined') return declined(run, after.failure)
  if (after.next === 'lapsed' && run.state.purpose !== 'balance') return startOver(run)
  if (after.next === 'lapsed') return sayAgain(run, 'Nothing was charged: please pay again.')
  if (after.next === 'ask-anew') return askAnew(run)
  keep(run, { step: 'done' })
  if (after.next === 'receipt') return run.world.arrived(run.placed?.orderId ?? '')
  set(run, { view: { is: 'returned', failure: after.failure } })
}
