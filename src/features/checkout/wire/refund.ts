/** Money that goes back, and seats that end: for community admins. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, MoneyWire } from '#http/schemas.ts'

export const Reason = z
  .string({ error: 'Reason is required' })
  .trim()
  .min(1, { error: 'Reason is required' })
  .max(500, { error: 'Please use a shorter reason' })

const RefundView = z.object({
  /** Null in a preview, and where nothing goes back. */
  refundId: z.string().nullable(),
  orderId: z.string(),
  amount: MoneyWire,
  /** How much of what was paid comes back by the refund window now. */
  windowPercent: z.number(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      seat: z.number(),
      amount: MoneyWire,
      /** The most that can go back. */
      refundable: MoneyWire,
      withinWindow: MoneyWire,
      /** A line that goes back whole ends its seat and its access. */
      endsSeat: z.boolean(),
    }),
  ),
  /** What is no longer to be paid. */
  waived: MoneyWire,
  /** What it goes back over. */
  parts: z.array(
    z.object({
      method: z.enum(['card', 'gift-card', 'credit', 'none']),
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
  summary: 'Send money of an order back, by line; with `preview` only what that would do',
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
    'REFUND_TOO_LARGE',
    'REFUND_UNDECIDED',
    'DISPUTE_OPEN',
    'DISPUTE_LOST',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export const decideRefundOfOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/refunds/decide',
  summary: 'Say whose seats the money was for that was sent back at the provider: they end; of none, all stay',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ orderId: z.uuid() }),
  idempotent: true,
  body: z.object({
    lines: z.array(z.uuid()).max(10),
    reason: Reason,
    /** As it was shown; where it is another by now, nothing is decided. */
    amount: MoneyWire,
    /** What was shown as waiting here, where the refund stands for it: that is never sent then. */
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
    'REFUND_TOO_LARGE',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export const sendRefundsAgain = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/refunds/send-again',
  summary: 'Send once more what the provider could not pay back',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ amount: MoneyWire }) }) },
  refusals: ['STEP_UP_REQUIRED', 'ORDER_NOT_FOUND', 'REFUND_NOT_POSSIBLE', 'REFUND_UNDECIDED', 'DISPUTE_OPEN'],
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
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'ENROLMENT_NOT_FOUND', 'REFUND_UNDECIDED', 'DISPUTE_OPEN'],
})

export const cancelWholeCohort = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'cohorts/:courseCode/cancel',
  summary: 'Call a cohort off: nobody gets a seat any more, and everybody has all their money back',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ courseCode: Code }),
  body: z.object({ reason: Reason }),
  answers: { 200: z.object({ data: z.object({ courseCode: z.string() }) }) },
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'COURSE_NOT_FOUND'],
})
