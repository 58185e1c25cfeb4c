/** Short text for a declined card: by whom and why. */
export function formatDecline(failure: string): string {
  if (failure === 'not_sent') return 'Your card was not sent: please check the card details'
  if (failure === 'challenge_refused') return 'You refused your bank’s confirmation'
  if (failure === 'payment_declined') return 'PayPal declined the payment'
  if (failure === 'approved_too_late') return 'You approved the payment after the time to pay had ended'
  const reason = REASONS[failure]
  return `Your bank declined the payment${reason ? `: ${reason}` : ''}`
}

const REASONS: Record<string, string> = {
  insufficient_funds: 'not enough funds',
  expired_card: 'the card has expired',
  incorrect_cvc: 'the security code is incorrect',
}
