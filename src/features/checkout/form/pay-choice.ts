/** The way to pay that the form shows. */
import type { ReusableCardView } from '#features/accounts/wire/reusable-cards.ts'

/** `own-card`: the buyer's card of an earlier order. */
export type PayMethod = 'card' | 'paypal' | 'own-card'
/** `method` null: the buyer has chosen none, and has not touched the card form. */
export type PayChoice = { method: PayMethod | null; ownCard: ReusableCardView | null }
export type ChangeChoice = (change: Partial<PayChoice>) => void

export const changeChoice = (before: PayChoice, change: Partial<PayChoice>): PayChoice => ({ ...before, ...change })

/** The saved card is the default only until the buyer chooses. */
export function getPayMethod({ method, ownCard }: PayChoice, hasPaypal: boolean): PayMethod {
  if (method === 'card' || (method === 'paypal' && !hasPaypal)) return 'card'
  return method === 'paypal' ? method : ownCard?.isExpired === false ? 'own-card' : 'card'
}
