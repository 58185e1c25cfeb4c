/** A credit note of an order. docs/contract §32. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const readCreditNote = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'orders/:orderId/credit-notes/:number',
  priority: 'low',
  summary: 'A credit note of an order; it names no buyer to a checkout token',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid(), number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  query: z.object({ vt: z.string().max(100).optional() }),
  answers: {},
  file: 'application/pdf',
  refusals: ['ORDER_NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'],
})
