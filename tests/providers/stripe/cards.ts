/** The behaviour of Stripe's test cards, by payment method name and by number. https://docs.stripe.com/testing */
type Decline = { code: string; decline_code?: string; message: string }
export type Verdict = { is: 'succeeds' | 'asks' | 'processes' } | { is: 'declined'; error: Decline }
/** `later`: the answer to a charge without the buyer. Absent: it succeeds. */
export type Card = { verdict: Verdict; brand: string; last4: string; later?: Verdict }

const declined = (code: string, reason?: string): Verdict => ({
  is: 'declined',
  error: { code, ...(reason && { decline_code: reason }), message: 'Your card was declined.' },
})
const card = (verdict: Verdict, last4: string): Card => ({ verdict, brand: 'visa', last4 })

const METHODS: Record<string, Card> = {
  pm_card_visa: card({ is: 'succeeds' }, '4242'),
  pm_card_visa_chargeDeclined: card(declined('card_declined', 'generic_decline'), '0002'),
  pm_card_visa_chargeDeclinedInsufficientFunds: card(declined('card_declined', 'insufficient_funds'), '9995'),
  pm_card_chargeDeclinedExpiredCard: card(declined('expired_card'), '0069'),
  pm_card_chargeDeclinedIncorrectCvc: card(declined('incorrect_cvc'), '0127'),
  pm_card_chargeDeclinedProcessingError: card(declined('processing_error'), '0119'),
  pm_card_threeDSecure2Required: card({ is: 'asks' }, '3220'),
  pm_card_chargeCustomerFail: {
    ...card({ is: 'succeeds' }, '0341'),
    later: declined('card_declined', 'generic_decline'),
  },
  pm_card_authenticationRequired: {
    ...card({ is: 'succeeds' }, '3184'),
    later: declined('authentication_required', 'authentication_required'),
  },
  // Not Stripe's: no test card of theirs stays in processing, which cards rarely do.
  pm_double_processes: card({ is: 'processes' }, '0077'),
}

const NUMBERS: Record<string, string> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000002': 'pm_card_visa_chargeDeclined',
  '4000000000009995': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
  '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
  '4000000000003220': 'pm_card_threeDSecure2Required',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000002760003184': 'pm_card_authenticationRequired',
}

/** The answer to a saved card whose buyer is there: the bank that would refuse asks instead. */
export function getPresentVerdict({ later, verdict }: Card): Verdict {
  const wantsBuyer = later?.is === 'declined' && later.error.code === 'authentication_required'
  return wantsBuyer ? { is: 'asks' } : (later ?? verdict)
}

export function getTestCard(method: string | undefined, number: string | undefined): Card | null {
  return METHODS[method ?? NUMBERS[number?.replace(/\D/g, '') ?? ''] ?? ''] ?? null
}
