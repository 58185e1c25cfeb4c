/** Client functions for the saved cards of a person. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from '../wire/saved-cards.ts'

export const callSavedCards = (client: Client, as: SignedInAudience) => client.call(wire.savedCards, { auth: as })

export const callRemoveSavedCard = (client: Client, as: SignedInAudience, orderId: string) =>
  client.call(wire.removeSavedCard, { params: { orderId }, auth: as })
