/**
 * Why a card was declined, in the contract's words, from the codes that Stripe gives to server and
 * browser alike: https://docs.stripe.com/declines/codes. What is not told apart is `card_declined`.
 */
export type CardDecline =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'challenge_refused'

export function declineOf(codes: readonly (string | null | undefined)[]): CardDecline {
  if (codes.includes('payment_intent_authentication_failure')) return 'challenge_refused'
  if (codes.includes('insufficient_funds')) return 'insufficient_funds'
  if (codes.includes('expired_card')) return 'expired_card'
  return codes.includes('incorrect_cvc') || codes.includes('invalid_cvc') ? 'incorrect_cvc' : 'card_declined'
}
