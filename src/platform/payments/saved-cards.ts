/** Cards that a provider keeps for a later charge while the buyer is away. Part of the gateway's interface. */
import type { ProviderFact, SavedCard } from '#domain/orders/payment.ts'

/**
 * `save`: the intent keeps the buyer's card for charges while the buyer is away. `keep`: for payments by the buyer only.
 * A card: the intent is for it, and only `SavedCards.charge` charges it. `isSavedToo`: its consent is for charges while
 * the buyer is away as well.
 */
export type CardUse = 'save' | 'keep' | (SavedCard & { isSavedToo?: boolean })

/** The provider does not have the saved card any more, or refuses it for good. It made no intent, or charged nothing. */
export class CardGoneError extends Error {
  override name = 'CardGoneError'
}

/** By its name: the gateways that throw it are loaded by main.ts, and the bundle of the pages has a class of its own. */
export const isCardGone = (error: unknown): boolean => error instanceof Error && error.name === 'CardGoneError'

/** The buyer pays, so the bank may ask a question, and then sends the buyer back to `returnUrl`. */
export type PresentBuyer = { returnUrl: string }

/** Absent in a gateway whose provider keeps no card. */
export type SavedCards = {
  /**
   * Charges the card of the intent. A repeat never charges twice, and returns the state of the intent. Without a buyer,
   * nobody answers the bank. @throws CardGoneError if nothing was charged and never will be
   */
  charge(intentId: string, card: SavedCard, buyer?: PresentBuyer): Promise<ProviderFact>
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
    charge: (intentId, card, buyer) => stamped(() => charge(intentId, card, buyer)),
    detach: (card) => inTime(detach(card)),
  }
}
