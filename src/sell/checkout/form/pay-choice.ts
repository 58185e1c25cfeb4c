/** The way to pay that the form shows. */
import type { ReusableCardView } from '#people/accounts/wire/reusable-cards.ts'

/** `reusable-card`: the buyer's card of an earlier order. */
export type PayMethod = 'card' | 'paypal' | 'reusable-card'
/** `method` null: the buyer has chosen none, and has not touched the card form. */
export type PayChoice = { method: PayMethod | null; reusableCard: ReusableCardView | null }
export type ChangeChoice = (change: Partial<PayChoice>) => void

export const changeChoice = (before: PayChoice, change: Partial<PayChoice>): PayChoice => ({ ...before, ...change })

/** The saved card is the default only until the buyer chooses. `hasCard` false: PayPal is the only method. */
export function getPayMethod({ method, reusableCard }: PayChoice, hasPaypal: boolean, hasCard = true): PayMethod {
  if (!hasCard) return 'paypal'
  if (method === 'card' || (method === 'paypal' && !hasPaypal)) return 'card'
  return method === 'paypal' ? method : reusableCard?.isExpired === false ? 'reusable-card' : 'card'
}
