/** Client functions for the cards that a person keeps for the next course. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from '../wire/reusable-cards.ts'

export const callReusableCards = (client: Client, as: SignedInAudience) => client.call(wire.reusableCards, { auth: as })

export const callRemoveReusableCard = (client: Client, as: SignedInAudience, reusableCardId: string) =>
  client.call(wire.removeReusableCard, { params: { reusableCardId }, auth: as })
