/** PayPal's disputes, read as strictly as the rest of its answers (shapes.ts). */
import { z } from 'zod'
import { money } from '#domain/money/money.ts'
import type { ProviderDispute, ProviderMovement } from '../provider-dispute.ts'
import { LinksShape, MoneyShape } from './shapes.ts'

const Id = z.string().regex(/^[A-Za-z0-9-]{1,255}$/)
const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const DisputeListShape = z.object({
  items: z.array(z.object({ dispute_id: Id, create_time: Instant })).nullish(),
  links: LinksShape,
})

const Movement = z.object({
  affected_party: z.enum(['SELLER', 'BUYER', 'PAYMENT_PROCESSOR']),
  amount: MoneyShape,
  initiated_time: Instant,
  type: z.enum(['DEBIT', 'CREDIT']),
  reason: z.enum(['DISPUTE_SETTLEMENT_FEE', 'DISPUTE_SETTLEMENT', 'DISPUTE_FEE', 'CHARGEBACK_FEE']),
})

export const DisputeShape = z.object({
  dispute_id: Id,
  create_time: Instant,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().nullish() })).min(1),
  reason: z.string(),
  status: z.enum([
    'OPEN',
    'WAITING_FOR_BUYER_RESPONSE',
    'WAITING_FOR_SELLER_RESPONSE',
    'UNDER_REVIEW',
    'RESOLVED',
    'OTHER',
  ]),
  dispute_amount: MoneyShape,
  dispute_life_cycle_stage: z.enum(['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']),
  dispute_outcome: z
    .object({
      outcome_code: z.enum([
        'RESOLVED_BUYER_FAVOUR',
        'RESOLVED_SELLER_FAVOUR',
        'RESOLVED_WITH_PAYOUT',
        'CANCELED_BY_BUYER',
        'ACCEPTED',
        'DENIED',
        'NONE',
      ]),
    })
    .nullish(),
  seller_response_due_date: Instant.nullish(),
  money_movements: z.array(Movement).nullish(),
})
type DisputeShape = z.output<typeof DisputeShape>

/** With a payout, PayPal paid the buyer, and the seller keeps the money. An accepted claim is the buyer's. */
const OUTCOME = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
  NONE: 'closed',
} as const

/**
 * In an inquiry, buyer and seller talk. Later, PayPal or the buyer's bank decides.
 * @throws Error for a resolved dispute without its outcome
 */
function toState({ status, dispute_outcome: outcome, ...dispute }: DisputeShape): ProviderDispute['status'] {
  const isInquiry = dispute.dispute_life_cycle_stage === 'INQUIRY'
  if (status !== 'RESOLVED') return isInquiry ? 'inquiry' : 'open'
  if (!outcome) throw new Error('PayPal reports a resolved dispute without its outcome')
  const state = OUTCOME[outcome.outcome_code]
  return isInquiry && state === 'won' ? 'closed' : state
}

/** The id of the capture that the buyer disputes. */
export const getDisputedCapture = ({
  disputed_transactions: [first],
}: Pick<DisputeShape, 'disputed_transactions'>): string | null => first?.seller_transaction_id ?? null

export function toProviderDispute(dispute: DisputeShape, intentId: string): ProviderDispute {
  return {
    disputeId: dispute.dispute_id,
    intentId,
    status: toState(dispute),
    amount: dispute.dispute_amount,
    reason: dispute.reason.toLowerCase(),
    // The date may stay after the answer.
    answerBy: (NEEDS_ANSWER.has(dispute.status) && dispute.seller_response_due_date) || null,
    at: dispute.create_time,
    movements: toMovements(dispute),
  }
}

const NEEDS_ANSWER: ReadonlySet<DisputeShape['status']> = new Set(['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'OTHER'])

/** PayPal gives movements no id, so each one is named by what it is. A fee is a movement of its own. */
function toMovements({ dispute_id: id, money_movements }: DisputeShape): ProviderMovement[] {
  const all = (money_movements ?? []).filter(({ affected_party }) => affected_party === 'SELLER')
  return all.map(({ type, reason, amount, initiated_time: at }) => {
    const nothing = money(0, amount.currency)
    const isDebit = type === 'DEBIT'
    const isFee = reason !== 'DISPUTE_SETTLEMENT'
    const fee = money(isDebit ? amount.minor : -amount.minor, amount.currency)
    return {
      movementId: [id, at.toISOString(), type, reason, amount.minor].join(' '),
      kind: isDebit ? 'withdrawn' : 'reinstated',
      amount: isFee ? nothing : amount,
      fee: isFee ? fee : nothing,
      at,
    }
  })
}
