/** The way to pay that the form shows. */
import type { ReusableCardView } from '#features/accounts/wire/reusable-cards.ts'

/** `own-card`: the buyer's card of an earlier order. */
export type PayMethod = 'card' | 'paypal' | 'own-card'
/** `method` null: the buyer has chosen none, and has not touched the card form. */
export type PayChoice = { method: PayMethod | null; ownCard: ReusableCardView | null }
export type ChangeChoice = (change: (before: PayChoice) => PayChoice) => void

/** The saved card is the default only until the buyer chooses. */
export function getPayMethod({ method, ownCard }: PayChoice, hasPaypal: boolean): PayMethod {
  const chosen = method === 'paypal' && !hasPaypal ? 'card' : method
  return chosen ?? (ownCard?.isExpired === false ? 'own-card' : 'card')
}
