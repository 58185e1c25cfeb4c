/** The consents of a buyer in an order. */
import { z } from 'zod'

/**
 * `storeCard`: charge the balance of a deposit to its card. Without a deposit it has no effect. `keepCard`: keep the card
 * for the next course. For a guest it has no effect.
 */
export const Consent = z.object({
  terms: z.boolean().optional(),
  marketing: z.boolean().optional(),
  storeCard: z.boolean().optional(),
  keepCard: z.boolean().optional(),
})
