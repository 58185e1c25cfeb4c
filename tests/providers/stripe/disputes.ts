/** Stripe's disputes in the double: opened by a card holder's bank, decided by it, with the money that goes along. */
import { newId, now, type StoredIntent } from './objects.ts'

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
type Movement = { id: string; amount: number; fee: number; created: number }
export type StoredDispute = {
  id: string
  intent: StoredIntent
  status: DisputeStatus
  amount: number
  created: number
  dueBy: number
  movements: Movement[]
}

const FEE = 1500
const DAYS_TO_ANSWER = 7

type SendEvent = (type: string, object: object) => void

export type Disputes = ReturnType<typeof createDisputes>

export function createDisputes(intents: ReadonlyMap<string, StoredIntent>, sendEvent: SendEvent) {
  const disputes: StoredDispute[] = []
  const createEventSender = (type: string, dispute: StoredDispute) =>
    sendEvent(`charge.dispute.${type}`, disputeObject(dispute))

  function move(dispute: StoredDispute, amount: number, fee: number): void {
    dispute.movements.push({ id: newId('txn'), amount, fee, created: now() })
  }

  return {
    all: disputes as readonly StoredDispute[],
    /** The bank disputes a charge, or asks about it first. */
    open(intentId: string, status: 'needs_response' | 'warning_needs_response', amount?: number): string {
      const intent = intents.get(intentId)
      if (!intent?.charge) throw new Error('nothing to dispute')
      const created = now()
      const dueBy = created + DAYS_TO_ANSWER * 86_400
      const stored: StoredDispute = {
        id: newId('dp'),
        intent,
        status,
        amount: amount ?? intent.amount,
        created,
        dueBy,
        movements: [],
      }
      disputes.unshift(stored)
      if (status === 'needs_response') move(stored, -stored.amount, FEE)
      createEventSender('created', stored)
      if (status === 'needs_response') createEventSender('funds_withdrawn', stored)
      return stored.id
    },
    decide(disputeId: string, status: DisputeStatus): void {
      const dispute = disputes.find(({ id }) => id === disputeId)
      if (!dispute) throw new Error('no such dispute')
      const taken = dispute.movements.reduce((sum, { amount }) => sum - amount, 0)
      dispute.status = status
      const isOver = ['won', 'lost', 'warning_closed'].includes(status)
      const mustTake = (status === 'needs_response' || status === 'lost') && taken === 0
      if (mustTake) move(dispute, -dispute.amount, FEE)
      if (status === 'won' && taken > 0) move(dispute, taken, -FEE)
      createEventSender(isOver ? 'closed' : 'updated', dispute)
      if (mustTake) createEventSender('funds_withdrawn', dispute)
      if (status === 'won' && taken > 0) createEventSender('funds_reinstated', dispute)
    },
    /** A charge under a formal dispute, or lost to one, cannot be refunded. */
    isRefundable: (intentId: string) =>
      !disputes.some(
        ({ intent, status }) =>
          intent.id === intentId && (status === 'needs_response' || status === 'under_review' || status === 'lost'),
      ),
    list: (query: URLSearchParams) => {
      const of = query.get('payment_intent')
      const since = Number(query.get('created[gte]') ?? 0)
      return disputes.filter((one) => (!of || one.intent.id === of) && one.created >= since).map(disputeObject)
    },
  }
}

function disputeObject({ id, intent, status, amount, created, dueBy, movements }: StoredDispute) {
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: movements.map((movement) => transactionObject(movement, id, intent.currency)),
    charge: intent.charge?.id ?? '',
    created,
    currency: intent.currency,
    evidence: EVIDENCE,
    evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    payment_method_details: { card: { brand: 'visa', network_reason_code: '10.4' }, type: 'card' },
    reason: 'fraudulent',
    status,
  }
}

function transactionObject({ id, amount, fee, created }: Movement, source: string, currency: string) {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source,
    status: 'available',
    type: 'adjustment',
  }
}

const EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
