/**
 * The sandbox's answers to a card. Any other well-formed number
 * is declined. docs/contract §8.
 */
import { createHash } from 'node:crypto'
import type { CardExpiry } from '#domain/orders/payment.ts'
import type { CardDetails } from '#platform/payments/sandbox-pages.ts'

type Verdict = {
  status: 'succeeded' | 'failed' | 'requires_action' | 'processing'
  failureCode: string | null
  card: JudgedCard
}

export type JudgedCard = {
  brand: string | null
  last4: string | null
  fingerprint: string | null
  expires: CardExpiry | null
}

const ANSWERS: Record<string, Omit<Verdict, 'card'>> = {
  '4242424242424242': { status: 'succeeded', failureCode: null },
  '4000000000000002': { status: 'failed', failureCode: 'card_declined' },
  '4000000000009995': { status: 'failed', failureCode: 'insufficient_funds' },
  '4000002500003155': { status: 'requires_action', failureCode: null },
  '4000000000000077': { status: 'processing', failureCode: null },
  '4000000000000259': { status: 'succeeded', failureCode: null },
  '4000000000001976': { status: 'succeeded', failureCode: null },
  '4000000000000341': { status: 'succeeded', failureCode: null },
  '4000002760003184': { status: 'succeeded', failureCode: null },
}

/** The answer to a later charge without the buyer; the first charge succeeds. The numbers are those of Stripe's test cards. */
const LATER: Record<string, LaterAnswer> = {
  '4000000000000341': 'card_declined',
  '4000002760003184': 'authentication_required',
}
export type LaterAnswer = 'succeeded' | 'card_declined' | 'authentication_required'

export const getLaterAnswer = (number: string): LaterAnswer => LATER[number.replace(/\D/g, '')] ?? 'succeeded'

/** Cards whose holder goes to the bank as soon as they are charged. The numbers are those of Stripe's test cards. */
const DISPUTES: Record<string, 'open' | 'inquiry'> = { '4000000000000259': 'open', '4000000000001976': 'inquiry' }

export function disputeOfCard(number: string): 'open' | 'inquiry' | null {
  return DISPUTES[number.replace(/\D/g, '')] ?? null
}

export function judgeCard(details: CardDetails, today = new Date()): Verdict {
  const digits = details.number.replace(/\D/g, '')
  const fingerprint = hashCard([digits, details.expMonth, details.expYear, details.cvc].join(' '))
  const year = details.expYear < 100 ? 2000 + details.expYear : details.expYear
  const expires = { month: details.expMonth, year }
  const card = { brand: getBrand(digits), last4: digits.slice(-4), fingerprint, expires }
  const lastMoment = Date.UTC(year, details.expMonth, 1)
  if (lastMoment <= today.getTime()) return { status: 'failed', failureCode: 'expired_card', card }
  if (!/^\d{3,4}$/.test(details.cvc)) return { status: 'failed', failureCode: 'incorrect_cvc', card }
  return { ...(ANSWERS[digits] ?? { status: 'failed', failureCode: 'card_declined' }), card }
}

const hashCard = (text: string): string => createHash('sha256').update(text).digest('base64url')

function getBrand(digits: string): string {
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'Mastercard'
  if (/^3[47]/.test(digits)) return 'American Express'
  return 'Card'
}
