/**
 * The contract's code for a declined card, from the codes that Stripe gives to server and browser:
 * https://docs.stripe.com/declines/codes. All other declines are `card_declined`.
 */
export type CardDecline =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'challenge_refused'
  | 'authentication_required'

export function toCardDecline(codes: readonly (string | null | undefined)[]): CardDecline {
  if (codes.includes('payment_intent_authentication_failure')) return 'challenge_refused'
  if (codes.includes('authentication_required')) return 'authentication_required'
  if (codes.includes('insufficient_funds')) return 'insufficient_funds'
  if (codes.includes('expired_card')) return 'expired_card'
  return codes.includes('incorrect_cvc') || codes.includes('invalid_cvc') ? 'incorrect_cvc' : 'card_declined'
}
