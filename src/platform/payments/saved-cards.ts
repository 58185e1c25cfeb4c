/** Cards that a provider keeps for a later charge while the buyer is away. Part of the gateway's interface. */
import type { ProviderFact, SavedCard } from '#domain/orders/payment.ts'

/** `save`: the intent keeps the buyer's card. A card: the intent is for it, and only `SavedCards.charge` charges it. */
export type CardUse = 'save' | SavedCard

/** Absent in a gateway whose provider keeps no card. */
export type SavedCards = {
  /** Charges the card of the intent. A repeat never charges twice, and returns the state of the intent. */
  charge(intentId: string, card: SavedCard): Promise<ProviderFact>
  /** Deletes the card at the provider. A repeat changes nothing. */
  detach(card: SavedCard): Promise<void>
}

type Stamped = (ask: () => Promise<ProviderFact>) => Promise<ProviderFact>

/** The same with the gateway's time limit and time stamps. */
export function limitSavedCards(
  { charge, detach }: SavedCards,
  stamped: Stamped,
  inTime: (call: Promise<void>) => Promise<void>,
): SavedCards {
  return {
    charge: (intentId, card) => stamped(() => charge(intentId, card)),
    detach: (card) => inTime(detach(card)),
  }
}
