/** The mail that follows an order, once more: a call of our own. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Reason } from '#http/schemas.ts'

export const resendReceipt = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/receipt',
  summary: 'Send the receipt again, to the address of the order; three times an hour at most',
  actor: 'admin',
  params: z.object({ orderId: z.uuid() }),
  body: z.object({ reason: Reason }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'ORDER_NOT_FOUND', 'RECEIPT_NOT_POSSIBLE', 'RATE_LIMITED'],
})
