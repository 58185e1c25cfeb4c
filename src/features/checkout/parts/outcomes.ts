/** What the checkout does after each answer. Every answer has one meaning here, so no state is forgotten. */

import type { z } from 'zod'
import type { Answered } from '#http/client.ts'
import type { purchaseGiftCard } from '../wire/gift-card.ts'
import type { FailureCode, verifyPayment } from '../wire/order.ts'
import type { payOrder } from '../wire/pay.ts'
import type { Quote } from '../wire/quote.ts'
import type { payByCard, payByGiftCard } from '../wire.ts'

export type Placed = Extract<Answered<typeof payByCard>, { error: null }>['data']['data']
export type Booked = Extract<Answered<typeof payByGiftCard>, { error: null }>['data']['data']
export type Standing = Extract<Answered<typeof verifyPayment>, { error: null }>['data']
export type Failure = z.infer<typeof FailureCode>

export type AfterPlacing =
  | { next: 'confirm'; placed: Placed }
  | { next: 'booked'; booked: Booked }
  | { next: 'correct'; fields: Record<string, string> }
  | { next: 'look-again'; quote: Quote }
  | { next: 'start-over' }
  | { next: 'gone'; why: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { next: 'enrolled' }
  | { next: 'wait' }
  | { next: 'say'; message: string }

type Placing =
  | Answered<typeof payByCard>
  | Answered<typeof purchaseGiftCard>
  | Answered<typeof payByGiftCard>
  | Answered<typeof payOrder>

export function afterPlacing(answer: Placing): AfterPlacing {
  if (answer.error === null)
    return answer.data.status === 'pending'
      ? { next: 'confirm', placed: answer.data.data }
      : { next: 'booked', booked: answer.data.data }
  switch (answer.errorCode) {
    case 'TERMS_REQUIRED':
      return { next: 'correct', fields: { terms: answer.error } }
    case 'FIELD_INVALID':
      return answer.fields && Object.keys(answer.fields).some(isShown)
        ? { next: 'correct', fields: answer.fields }
        : { next: 'say', message: answer.error }
    case 'QUOTE_EXPIRED':
    case 'PRICE_CHANGED':
      return { next: 'look-again', quote: (answer.data as { data: Quote }).data }
    case 'ORDER_CLOSED':
    case 'ORDER_NOT_FOUND':
      return { next: 'start-over' }
    case 'SEATS_TAKEN':
    case 'ENROLMENT_CLOSED':
      return { next: 'gone', why: answer.errorCode }
    case 'ALREADY_ENROLLED':
      return { next: 'enrolled' }
    case 'PAYMENT_IN_HAND':
      return { next: 'wait' }
    case 'METHOD_NOT_AVAILABLE':
      return { next: 'say', message: `${answer.error} Learning here already? Log in, and look in your portal first.` }
    default:
      return { next: 'say', message: answer.status === 0 ? NOT_REACHED : answer.error }
  }
}

/** The fields that a person sees, and can be told about in place. */
const SHOWN = ['email', 'name', 'phoneNumber', 'terms', 'friends', 'amount', 'message', 'sendAt']
const isShown = (name: string): boolean => SHOWN.includes(name) || /^(friends|recipient)\./.test(name)

const NOT_REACHED =
  'We could not be reached, so nothing was charged. Check your connection and press the button again: it is the same order.'

export type AfterStanding =
  | { next: 'wait' }
  /** Nothing has reached the bank: a card may still be on its way to it, or the page that sent it is gone. */
  | { next: 'unsent' }
  | { next: 'question'; bankUrl: string }
  /** The bank's question was open in a page that is gone, and nobody can answer it any more. */
  | { next: 'ask-anew' }
  | { next: 'receipt' }
  | { next: 'declined'; failure: Failure }
  | { next: 'returned'; failure: Failure }
  | { next: 'lapsed' }

/** `failed` only when the server says so; whatever is unknown waits. */
export function afterStanding(standing: Standing): AfterStanding {
  if (standing.status === 'complete') return { next: 'receipt' }
  const { nextAction } = standing.data
  if (standing.status === 'pending' && nextAction)
    return nextAction.redirectUrl ? { next: 'question', bankUrl: nextAction.redirectUrl } : { next: 'ask-anew' }
  if (standing.status === 'pending') return { next: standing.data.awaitsCard ? 'unsent' : 'wait' }
  const failure = standing.data.failureCode
  // Failed without a reason of the bank's: nobody paid, and the time ran out.
  if (!failure) return { next: 'lapsed' }
  if (failure.endsWith('_REFUNDED')) return { next: 'returned', failure }
  return { next: 'declined', failure }
}

/** Who said no, and why, in a few words. */
export function refusalOf(failure: string): string {
  if (failure === 'not_sent') return 'Your card was not sent: please check what you typed'
  if (failure === 'challenge_refused') return 'You said no to your bank’s question'
  return `Your bank said no: ${REASONS[failure] ?? 'the card was declined'}`
}

const REASONS: Record<string, string> = {
  card_declined: 'the card was declined',
  insufficient_funds: 'not enough funds',
  expired_card: 'the card has expired',
  incorrect_cvc: 'the security code is not right',
}

const DELAYS_MS = [1000, 1500, 2000, 3000, 5000, 8000]
const SLOWEST_MS = 10_000

/** When to ask again how a payment stands: soon, then ever less often, and never sooner than the server asks for. */
export function askAgainAfter(times: number, retryAfterMs: number | undefined): number {
  return Math.max(DELAYS_MS[times] ?? SLOWEST_MS, retryAfterMs ?? 0)
}
