/** The status of a payment. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire } from '#http/schemas.ts'

export const PaymentStatus = z.enum(['pending', 'complete', 'failed'])
export const FailureCode = z.enum([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'challenge_refused',
  /** PayPal refused the buyer's account or card at the capture. */
  'payment_declined',
  /** The buyer approved after the seats were gone: nothing was charged. */
  'approved_too_late',
  'authentication_required',
  'SOLD_OUT_REFUNDED',
  'ALREADY_ENROLLED_REFUNDED',
  'ORDER_CLOSED_REFUNDED',
])

export const verifyPayment = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'verify-payment',
  priority: 'high',
  summary: 'The status of a payment, as the provider reports it; values from the browser are ignored',
  actor: 'order-holder',
  query: z.object({ paymentId: z.uuid().optional(), orderId: z.uuid().optional(), vt: z.string().max(100).optional() }),
  answers: {
    200: z.object({
      status: PaymentStatus,
      data: z.object({
        orderId: z.string(),
        paymentId: z.string(),
        /** Null for a gift card. */
        courseCode: z.string().nullable(),
        paymentType: z.enum(['full', 'deposit']),
        amountPaid: MoneyWire,
        amountDue: MoneyWire,
        refunded: MoneyWire,
        enrolmentIds: z.array(z.string()),
        failureCode: FailureCode.optional(),
        retryAfterMs: z.number().optional(),
        /** The address of the bank's open question. */
        nextAction: z.object({ redirectUrl: z.string().nullable() }).optional(),
        /** PayPal's page, on which the buyer has not approved the payment yet. */
        approvalUrl: z.string().optional(),
        /** No card has come to the provider so far, so nothing can be charged before one does. */
        awaitsCard: z.literal(true).optional(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'ORDER_NOT_FOUND'],
})
