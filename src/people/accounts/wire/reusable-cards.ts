/** The cards that a person keeps for the next course. docs/contract §31. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

const ReusableCardView = z.object({
  /** Our own id of the card, never the provider's. */
  reusableCardId: z.string(),
  brand: z.string(),
  last4: z.string(),
  expires: z.object({ month: z.number(), year: z.number() }),
  isExpired: z.boolean(),
  /** False if the site takes cards by another provider now. */
  isPayable: z.boolean(),
})
export type ReusableCardView = z.infer<typeof ReusableCardView>

export const listReusableCards = endpoint({
  host: 'login',
  method: 'GET',
  path: 'reusable-cards',
  summary: 'The cards that the person keeps for the next course, the newest first',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(ReusableCardView) }) },
  refusals: [],
})

export const removeReusableCard = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'reusable-cards/:reusableCardId',
  summary: 'Remove a reusable card: nobody pays with it again, and the provider deletes it',
  actor: 'person',
  params: z.object({ reusableCardId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ reusableCardId: z.string() }) }) },
  refusals: ['SAVED_CARD_NOT_FOUND'],
})
