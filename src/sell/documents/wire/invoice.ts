/** The invoice of an order. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const readInvoice = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'orders/:orderId/invoice',
  priority: 'low',
  summary: 'The invoice of a paid order; it names no buyer to a checkout token',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  answers: {},
  file: 'application/pdf',
  refusals: ['ORDER_NOT_FOUND', 'INVOICE_NOT_READY', 'RATE_LIMITED', 'OVERLOADED'],
})
