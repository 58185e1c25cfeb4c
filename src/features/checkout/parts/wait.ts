/** Asks how a payment stands until it is decided. Nothing is called failed before the server says so. */
import { callVerifyPayment } from '../calls.ts'
import { credentialFor } from './enrolment.ts'
import { type AfterStanding, afterStanding, askAgainAfter } from './outcomes.ts'
import { startOver } from './requote.ts'
import { keep, type Run, set, type View } from './run.ts'

export async function wait(run: Run): Promise<void> {
  const mine = ++run.round
  set(run, { view: run.state.view.is === 'question' ? run.state.view : waiting(run), notice: null })
  for (let times = 0; mine === run.round; times++) {
    const told = await ask(run)
    if (mine !== run.round) return
    if (told && told.after.next !== 'wait' && told.after.next !== 'question') return decided(run, told.after)
    if (told && (await run.resend?.())) return
    if (mine === run.round && told) showQuestion(run, told.after)
    await run.world.pause(askAgainAfter(times, told?.retryAfterMs))
  }
}

/** The bank's question comes and goes by itself: it may be answered in another tab. */
function showQuestion(run: Run, after: AfterStanding): void {
  if (after.next === 'question') set(run, { view: { is: 'question', bankUrl: after.bankUrl } })
  else if (run.state.view.is === 'question') set(run, { view: waiting(run) })
}

const waiting = (run: Run): View => ({ is: 'waiting', lost: run.resend !== null })

export function stopWaiting(run: Run): void {
  run.round++
}

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

function sayAgain(run: Run, message: string): void {
  keep(run, { step: 'details' })
  set(run, { view: { is: 'form' }, notice: { is: 'say', message } })
}

function decided(run: Run, after: Exclude<AfterStanding, { next: 'wait' | 'question' }>): void | Promise<void> {
  if (after.next === 'declined') return declined(run, after.failure)
  if (after.next === 'lapsed' && run.state.purpose !== 'balance') return startOver(run)
  if (after.next === 'lapsed') return sayAgain(run, 'Nothing was charged: please pay again.')
  if (after.next === 'ask-anew') return askAnew(run)
  keep(run, { step: 'done' })
  if (after.next === 'receipt') return run.world.arrived(run.placed?.orderId ?? '')
  set(run, { view: { is: 'returned', failure: after.failure } })
}
