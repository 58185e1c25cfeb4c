/** How the sandbox answers a card, contract §8, and what its own front and webhook sender need. Any other well-formed number is declined. */
import type { Money } from '#domain/money.ts'
import type { ProviderDispute } from './provider-dispute.ts'

export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string }

/** What a person says to the bank's question. */
export type Challenge = 'accept' | 'refuse'

export type Confirmation = { clientSecret: string } & (CardDetails | { challenge: Challenge })
export type Confirmed = {
  status: 'succeeded' | 'failed' | 'requires_action' | 'processing'
  failureCode?: string
  nextAction?: { redirectUrl: string }
}

/** What the sandbox's bank asks of a person, by the question's own id. */
export type Question = { amount: Money; returnUrl: string; isOpen: boolean }

/** What the sandbox's own front and its webhook sender need. */
export type Sandbox = {
  confirm(order: Confirmation): Promise<Confirmed | null>
  question(challengeId: string): Promise<Question | null>
  /** Takes the first answer; a question that has been answered stays as it is. */
  answer(challengeId: string, answer: Challenge): Promise<void>
  /** The signed delivery of one event, or null when it is unknown. */
  delivery(eventId: string): Promise<{ body: string; signature: string } | null>
  delivered(eventId: string): Promise<void>
  dispute(disputeId: string): Promise<ProviderDispute | null>
  /** What a card holder's bank does with a dispute; false where it cannot do that any more. */
  decideDispute(disputeId: string, decision: Decision): Promise<boolean>
}

/** `open`: the bank makes a dispute of its inquiry. `closed`: it drops the inquiry. */
export type Decision = 'open' | 'closed' | 'won' | 'lost'

type Verdict = {
  status: 'succeeded' | 'failed' | 'requires_action' | 'processing'
  failureCode: string | null
  card: { brand: string | null; last4: string | null }
}

const ANSWERS: Record<string, Omit<Verdict, 'card'>> = {
  '4242424242424242': { status: 'succeeded', failureCode: null },
  '4000000000000002': { status: 'failed', failureCode: 'card_declined' },
  '4000000000009995': { status: 'failed', failureCode: 'insufficient_funds' },
  '4000002500003155': { status: 'requires_action', failureCode: null },
  '4000000000000077': { status: 'processing', failureCode: null },
  '4000000000000259': { status: 'succeeded', failureCode: null },
  '4000000000001976': { status: 'succeeded', failureCode: null },
}

/** Cards whose holder goes to the bank as soon as they are charged. The numbers are those of Stripe's test cards. */
const DISPUTES: Record<string, 'open' | 'inquiry'> = { '4000000000000259': 'open', '4000000000001976': 'inquiry' }

export function disputeOfCard(number: string): 'open' | 'inquiry' | null {
  return DISPUTES[number.replace(/\D/g, '')] ?? null
}

export function judgeCard(details: CardDetails, today = new Date()): Verdict {
  const digits = details.number.replace(/\D/g, '')
  const card = { brand: brandOf(digits), last4: digits.slice(-4) }
  const year = details.expYear < 100 ? 2000 + details.expYear : details.expYear
  const lastMoment = Date.UTC(year, details.expMonth, 1)
  if (lastMoment <= today.getTime()) return { status: 'failed', failureCode: 'expired_card', card }
  if (!/^\d{3,4}$/.test(details.cvc)) return { status: 'failed', failureCode: 'incorrect_cvc', card }
  return { ...(ANSWERS[digits] ?? { status: 'failed', failureCode: 'card_declined' }), card }
}

function brandOf(digits: string): string {
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'Mastercard'
  if (/^3[47]/.test(digits)) return 'American Express'
  return 'Card'
}
