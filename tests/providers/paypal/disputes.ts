/** PayPal's disputes in the double: opened by a buyer, decided by PayPal, with the money that goes along. */
import { link, newId, ofMinor, type PaypalMoney, type StoredOrder } from './objects.ts'

type Stage = 'INQUIRY' | 'CHARGEBACK'
type Outcome = 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER'
type Movement = {
  amount: PaypalMoney
  type: 'DEBIT' | 'CREDIT'
  reason: 'DISPUTE_SETTLEMENT' | 'DISPUTE_FEE'
  at: Date
}
type StoredDispute = {
  id: string
  order: StoredOrder
  stage: Stage
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  outcome: Outcome | null
  amount: PaypalMoney
  createdAt: Date
  updatedAt: Date
  dueAt: Date
  movements: Movement[]
}

const FEE: PaypalMoney = { currency_code: 'USD', value: '15.00' }
const DAYS_TO_ANSWER = 10
const DAY_MS = 24 * 60 * 60 * 1000

export type Disputes = ReturnType<typeof createDisputes>

export function createDisputes(
  orders: ReadonlyMap<string, StoredOrder>,
  sendEvent: (type: string, resourceType: string, resource: object) => void,
  origin: () => string,
) {
  const disputes: StoredDispute[] = []
  const announce = (type: string, dispute: StoredDispute) =>
    sendEvent(`CUSTOMER.DISPUTE.${type}`, 'dispute', disputeObject(dispute, origin()))
  const move = (dispute: StoredDispute, amount: PaypalMoney, type: Movement['type'], reason: Movement['reason']) =>
    dispute.movements.push({ amount, type, reason, at: new Date() })

  function find(disputeId: string): StoredDispute {
    const dispute = disputes.find(({ id }) => id === disputeId)
    if (!dispute) throw new Error('no such dispute')
    dispute.updatedAt = new Date()
    return dispute
  }
  /** PayPal takes the money, and its fee, once the buyer makes a claim. */
  function withdraw(dispute: StoredDispute): void {
    if (isTaken(dispute)) return
    move(dispute, dispute.amount, 'DEBIT', 'DISPUTE_SETTLEMENT')
    move(dispute, FEE, 'DEBIT', 'DISPUTE_FEE')
  }

  return {
    /** The buyer makes a claim, or only asks the seller first. */
    open(orderId: string, stage: Stage, minor?: number): string {
      const order = orders.get(orderId)
      if (!order?.capture) throw new Error('nothing to dispute')
      const createdAt = new Date()
      const dispute: StoredDispute = {
        id: `PP-D-${newId(6)}`,
        order,
        stage,
        status: 'WAITING_FOR_SELLER_RESPONSE',
        outcome: null,
        amount: minor === undefined ? order.amount : ofMinor(minor, order.amount),
        createdAt,
        updatedAt: createdAt,
        dueAt: new Date(createdAt.getTime() + DAYS_TO_ANSWER * DAY_MS),
        movements: [],
      }
      disputes.unshift(dispute)
      if (stage === 'CHARGEBACK') withdraw(dispute)
      announce('CREATED', dispute)
      return dispute.id
    },
    /** An inquiry becomes a claim. A decided one is appealed. */
    claim(disputeId: string): void {
      const dispute = find(disputeId)
      Object.assign(dispute, { stage: 'CHARGEBACK', status: 'UNDER_REVIEW', outcome: null })
      withdraw(dispute)
      announce('UPDATED', dispute)
    },
    decide(disputeId: string, outcome: Outcome): void {
      const dispute = find(disputeId)
      Object.assign(dispute, { status: 'RESOLVED', outcome })
      if (outcome === 'RESOLVED_BUYER_FAVOUR') withdraw(dispute)
      else if (isTaken(dispute)) {
        move(dispute, dispute.amount, 'CREDIT', 'DISPUTE_SETTLEMENT')
        move(dispute, FEE, 'CREDIT', 'DISPUTE_FEE')
      }
      announce('RESOLVED', dispute)
    },
    /** A capture under a claim, or lost to one, is not refunded in part. */
    isRefundable: (orderId: string) =>
      !disputes.some(
        ({ order, stage, status, outcome }) =>
          order.id === orderId &&
          stage === 'CHARGEBACK' &&
          (status !== 'RESOLVED' || outcome === 'RESOLVED_BUYER_FAVOUR'),
      ),
    list(query: URLSearchParams, size: number) {
      const captureId = query.get('disputed_transaction_id')
      const since = Date.parse(query.get('start_time') ?? '2000-01-01T00:00:00Z')
      const matching = disputes.filter(
        ({ order, createdAt }) => (!captureId || order.capture?.id === captureId) && createdAt.getTime() >= since,
      )
      const from = Number(query.get('next_page_token') ?? 0)
      const page = matching.slice(from, from + size)
      const next = new URLSearchParams({ ...Object.fromEntries(query), next_page_token: String(from + size) })
      const hasMore = matching.length > from + size
      const self = `${origin()}/v1/customer/disputes`
      return {
        ...(page.length > 0 && { items: page.map((one) => summaryObject(one, origin())) }),
        links: [link('self', self, 'GET'), ...(hasMore ? [link('next', `${self}?${next}`, 'GET')] : [])],
      }
    },
    get: (disputeId: string) => {
      const dispute = disputes.find(({ id }) => id === disputeId)
      return dispute ? disputeObject(dispute, origin()) : null
    },
  }
}

/** Whether PayPal has the money. */
const isTaken = ({ movements }: StoredDispute): boolean => movements.at(-1)?.type === 'DEBIT'

function summaryObject(dispute: StoredDispute, origin: string) {
  const { id, createdAt, updatedAt, status, amount, stage, dueAt } = dispute
  return {
    dispute_id: id,
    create_time: createdAt.toISOString(),
    update_time: updatedAt.toISOString(),
    reason: 'UNAUTHORISED',
    status,
    dispute_state: status === 'RESOLVED' ? 'RESOLVED' : 'REQUIRED_ACTION',
    dispute_amount: amount,
    dispute_life_cycle_stage: stage,
    dispute_channel: 'INTERNAL',
    seller_response_due_date: dueAt.toISOString(),
    links: [link('self', `${origin}/v1/customer/disputes/${id}`, 'GET')],
  }
}

function disputeObject(dispute: StoredDispute, origin: string) {
  const { order, outcome, movements } = dispute
  return {
    ...summaryObject(dispute, origin),
    disputed_transactions: [
      {
        buyer_transaction_id: newId(),
        seller_transaction_id: order.capture?.id ?? '',
        create_time: order.capture?.createdAt.toISOString(),
        transaction_status: 'COMPLETED',
        gross_amount: order.amount,
        invoice_number: order.invoiceId,
        custom: order.customId,
      },
    ],
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    ...(movements.length > 0 && {
      money_movements: movements.map(({ amount, type, reason, at }) => ({
        affected_party: 'SELLER',
        amount,
        initiated_time: at.toISOString(),
        type,
        reason,
      })),
    }),
  }
}
