/** The price asked again. It is never changed in silence: who has pressed the button sees the new one first. */
import { callPaymentOptions } from '../calls.ts'
import type { Quote } from '../wire/quote.ts'
import { keep, type Run, set } from './run.ts'

export async function lookAgain(run: Run): Promise<void> {
  const answer = await askAgain(run)
  if (answer.error === null && answer.data.data.isEnrolled) return set(run, { view: { is: 'enrolled' } })
  if (answer.error === null) return requote(run, answer.data.data)
  if (answer.errorCode === 'SEATS_TAKEN' || answer.errorCode === 'ENROLMENT_CLOSED')
    set(run, { view: { is: 'gone', why: answer.errorCode } })
}

/** Whoever is signed in is also told that there is nothing to pay for; without a session it is a price like any other. */
async function askAgain({ state, world: { client, countryCode } }: Run) {
  const { courseCode, offerCode } = state.enrolment
  const wish = { courseCode, offerCode, ...(countryCode && { countryCode }) }
  const answer = await callPaymentOptions(client, wish, state.isSignedIn ? 'learner' : 'none')
  return answer.status === 401 ? callPaymentOptions(client, wish, 'none') : answer
}

/** `wasPressed` tells a price that stayed as well: the button has to be pressed once more. */
export function requote(run: Run, quote: Quote, wasPressed = false): void {
  const [before, after] = [dueNow(run.state.quote), dueNow(quote)]
  keep(run, { quoteId: quote.quoteId })
  set(run, { quote, ...((wasPressed || before !== after) && { notice: { is: 'price', before, after } }) })
}

/** The order is over and nothing was charged: what was typed stays. */
export async function startOver(run: Run): Promise<void> {
  run.placed = null
  keep(run, { orderId: null, step: 'details' })
  set(run, { view: { is: 'form' }, holdExpiresAt: null, notice: null })
  await lookAgain(run)
  if (run.state.view.is === 'form' && !run.state.notice) set(run, { notice: { is: 'lapsed' } })
}

/** What is due today: the amount on the button. */
function dueNow(quote: Quote): string {
  return quote.options[0]?.dueNow.amount ?? '0'
}
