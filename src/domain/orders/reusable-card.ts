/** The consent to keep the card of an order for the buyer's next course. docs/contract §31. */
import type { CardExpiry } from './payment.ts'

/** Raise the version whenever the text changes: the text that a buyer agreed to is stored with the order. */
export const KEEP_CARD_VERSION = 2

export const KEEP_CARD_TEXT =
  'Keep this card for my next course. Our card provider stores it. For your next course it is only charged when you press Pay. You can remove it in your settings at any time.'

/** A card is valid to the end of its month, in UTC. */
export function isCardExpired({ month, year }: CardExpiry, now: Date): boolean {
  return Date.UTC(year, month, 1) <= now.getTime()
}
