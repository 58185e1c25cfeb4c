/** The saved cards of a person: cards that will be charged for the balance of a deposit. docs/contract §31. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'

const SavedCardView = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  courseTitle: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** The balance that the card will be charged. */
  amount: MoneyWire,
  /** The day of the charge. */
  chargeAt: Instant,
})
export type SavedCardView = z.infer<typeof SavedCardView>

export const listSavedCards = endpoint({
  host: 'login',
  method: 'GET',
  path: 'saved-cards',
  summary: 'The cards that the person agreed to have charged for a balance',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(SavedCardView) }) },
  refusals: [],
})

export const removeSavedCard = endpoint({
  host: 'login',
  method: 'DELETE',
  path: 'saved-cards/:orderId',
  summary: 'Remove a saved card: it is never charged again, and the provider deletes it',
  actor: 'person',
  params: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ orderId: z.string() }) }) },
  refusals: ['ORDER_NOT_FOUND', 'PAYMENT_IN_HAND'],
})
