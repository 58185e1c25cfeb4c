/** Stripe's disputes, read as strictly as the rest of its answers (stripe-shapes.ts). */
import { z } from 'zod'
import type { ProviderDispute, ProviderMovement } from './provider-dispute.ts'
import { fromStripe } from './stripe-shapes.ts'

const Currency = z.string().regex(/^[a-z]{3}$/)

const BalanceTransaction = z.object({
  object: z.literal('balance_transaction'),
  id: z.string().min(1),
  amount: z.number().int(),
  fee: z.number().int(),
  currency: Currency,
  created: z.number().int(),
})

const Dispute = z.object({
  object: z.literal('dispute'),
  id: z.string().min(1),
  status: z.enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'prevented',
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'appeal_under_review',
    'won',
    'lost',
  ]),
  amount: z.number().int().positive(),
  currency: Currency,
  reason: z.string(),
  created: z.number().int(),
  payment_intent: z.string().nullish(),
  evidence_details: z.object({ due_by: z.number().int().nullish() }),
  balance_transactions: z.array(BalanceTransaction),
})
type Dispute = z.output<typeof Dispute>
export const DisputesShape = z.array(Dispute)

/** A `warning_…` is an inquiry: the bank asks, and Stripe takes no money. Visa may prevent a dispute by a refund. */
const STATUS = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
} as const satisfies Record<Dispute['status'], ProviderDispute['status']>

const NEEDS_ANSWER: ReadonlySet<Dispute['status']> = new Set([
  'warning_needs_response',
  'needs_response',
  'appeal_needs_response',
])

/** Disputes of charges without a payment intent are not ours. */
export function toProviderDisputes(dispute: Dispute): ProviderDispute[] {
  const { id, payment_intent: intentId, evidence_details: evidence, created } = dispute
  if (!intentId) return []
  return [
    {
      disputeId: id,
      intentId,
      status: STATUS[dispute.status],
      amount: fromStripe(dispute.amount, dispute.currency),
      reason: dispute.reason,
      // 0 where the bank allows no answer. Stripe keeps the deadline after the answer was sent.
      answerBy: evidence.due_by && NEEDS_ANSWER.has(dispute.status) ? new Date(evidence.due_by * 1000) : null,
      at: new Date(created * 1000),
      movements: dispute.balance_transactions.flatMap((one) => toProviderMovements(one, dispute)),
    },
  ]
}

/** Stripe settles in the account's currency. The disputed amount counts if the charge has another currency. */
function toProviderMovements(one: z.output<typeof BalanceTransaction>, dispute: Dispute): ProviderMovement[] {
  if (one.amount === 0) return []
  const isSame = one.currency === dispute.currency
  return [
    {
      movementId: one.id,
      kind: one.amount < 0 ? 'withdrawn' : 'reinstated',
      amount: fromStripe(isSame ? Math.abs(one.amount) : dispute.amount, dispute.currency),
      fee: fromStripe(one.fee, one.currency),
      at: new Date(one.created * 1000),
    },
  ]
}
