/** Refunds and ended seats, for community admins. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire, Reason } from '#http/schemas.ts'

const RefundView = z.object({
  /** Null in a preview and without a refund. */
  refundId: z.string().nullable(),
  orderId: z.string(),
  amount: MoneyWire,
  /** The share that the refund window gives back now. */
  windowPercent: z.number(),
  /** It is all, because a session was moved or cancelled since the purchase. */
  isMoved: z.boolean(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      seat: z.number(),
      amount: MoneyWire,
      /** The largest refund. */
      refundable: MoneyWire,
      withinWindow: MoneyWire,
      /** A fully refunded line ends its seat and its access. */
      endsSeat: z.boolean(),
    }),
  ),
  /** The amount that is no longer due. */
  waived: MoneyWire,
  /** The payments that the refund goes back to. */
  parts: z.array(
    z.object({
      method: z.enum(['card', 'paypal', 'gift-card', 'credit', 'none']),
      amount: MoneyWire,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
  ),
})
export type RefundView = z.infer<typeof RefundView>

export const refundOfOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/refunds',
  summary: 'Refund lines of an order; with `preview`, only return the consequences',
  actor: 'admin',
  stepUp: 'unless-preview',
  idempotent: true,
  params: z.object({ orderId: z.uuid() }),
  body: z.object({
    lines: z
      .array(z.object({ lineId: z.uuid(), amount: MoneyWire.optional() }))
      .min(1)
      .max(10),
    reason: Reason,
    preview: z.boolean().optional(),
  }),
  answers: { 200: z.object({ data: RefundView }) },
  refusals: [
    'STEP_UP_REQUIRED',
    'FIELD_INVALID',
    'ORDER_NOT_FOUND',
    'REFUND_NOT_POSSIBLE',
    'GIFT_CARD_SENT',
    'REFUND_TOO_LARGE',
    'REFUND_UNALLOCATED',
    'DISPUTE_OPEN',
    'DISPUTE_LOST',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export const allocateRefundOfOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/refunds/decide',
  summary: 'Assign a provider refund to seats',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ orderId: z.uuid() }),
  idempotent: true,
  body: z.object({
    lines: z.array(z.uuid()).max(10),
    reason: Reason,
    /** The amount that the admin saw. Another amount is refused. */
    amount: MoneyWire,
    /** The pending amount that the admin saw, if this refund replaces it. The pending refund is then never sent. */
    standsFor: MoneyWire.nullish(),
  }),
  answers: { 200: z.object({ data: z.object({ amount: MoneyWire }) }) },
  refusals: [
    'STEP_UP_REQUIRED',
    'FIELD_INVALID',
    'ORDER_NOT_FOUND',
    'REFUND_NOT_POSSIBLE',
    'REFUND_CHANGED',
    'REFUND_IN_FLIGHT',
    'PROVIDER_AWAY',
    'PROVIDER_NOT_CONFIGURED',
    'REFUND_TOO_LARGE',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export const retryRefundsOfOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/refunds/send-again',
  summary: 'Send a refund again that the provider could not pay',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ amount: MoneyWire }) }) },
  refusals: ['STEP_UP_REQUIRED', 'ORDER_NOT_FOUND', 'REFUND_NOT_POSSIBLE', 'REFUND_UNALLOCATED', 'DISPUTE_OPEN'],
})

export const cancelOneEnrolment = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'enrolments/:enrolmentId/cancel',
  summary: 'End one seat, and send back what its refund window gives, all of it, or nothing',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ enrolmentId: z.uuid() }),
  body: z.object({ reason: Reason, refund: z.enum(['window', 'all', 'none']).default('window') }),
  answers: { 200: z.object({ data: z.object({ refundId: z.string().nullable() }) }) },
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'ENROLMENT_NOT_FOUND', 'REFUND_UNALLOCATED', 'DISPUTE_OPEN'],
})
