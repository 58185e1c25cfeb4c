/** Builds the timeline of an order from its rows: who did what and when, and how we learned of each payment. */
import { type Money, money, toWire } from '#domain/money/money.ts'
import type { listReceiptRequests } from '#sell/documents/queries/receipts.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import type { listOrderPayments } from '#sell/orders/queries/payments.ts'
import type { listOrderDisputes } from '#sell/refunds/queries/disputes.ts'
import type {
  getCohortCancellation,
  listOrderEmails,
  listOrderEnrolments,
  listOrderInvitations,
  listOrderRefundRequests,
  listOrderRefunds,
  listProviderEvents,
  StateChange,
} from './queries/one-order.ts'
import type { TimelineEvent } from './wire/orders.ts'

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
export type OrderFacts = {
  order: NonNullable<Rows<typeof getOrder>>
  payments: Rows<typeof listOrderPayments>
  stateChanges: StateChange[]
  providerEvents: Rows<typeof listProviderEvents>
  emails: Rows<typeof listOrderEmails>
  receipts: Rows<typeof listReceiptRequests>
  requests: Rows<typeof listOrderRefundRequests>
  refunds: Rows<typeof listOrderRefunds>
  disputes: Rows<typeof listOrderDisputes>
  enrolments: Rows<typeof listOrderEnrolments>
  invitations: Rows<typeof listOrderInvitations>
  cohortEnd: NonNullable<Rows<typeof getCohortCancellation>> | null
}
type Payment = OrderFacts['payments'][number]
type EventDetails = Partial<Omit<TimelineEvent, 'amount' | 'what' | 'at'>> & { amount?: Money }

/** Newest first. Events of the same instant appear in reverse order of this list. */
export function buildTimeline(facts: OrderFacts): TimelineEvent[] {
  const events = [
    ...createEvents('placed', facts.order.created_at, { amount: money(facts.order.total_minor, facts.order.currency) }),
    ...facts.payments.flatMap((payment) => listPaymentEvents(payment, facts)),
    // A payment completes the order in the same instant.
    ...listOrderStateEvents(facts),
    ...facts.invitations.flatMap(({ name, email, sent_at, accepted_at }) => [
      ...createEvents('invited', sent_at, { text: name ?? email }),
      ...createEvents('accepted', accepted_at, { text: name ?? email }),
    ]),
    ...facts.emails.flatMap(({ subject, at }) => createEvents('mailed', at, { text: subject })),
    ...facts.receipts.flatMap(({ created_at, by, reason }) =>
      createEvents('receipt-requested', created_at, { by, text: reason }),
    ),
    ...listRefundEvents(facts),
    ...facts.disputes.flatMap((dispute) => listDisputeEvents(dispute, facts)),
    ...facts.enrolments.flatMap(({ cancelled_at, cancelled_by, cancel_reason, name }) =>
      createEvents('seat-ended', cancelled_at, {
        by: cancelled_by,
        text: [name, cancel_reason].filter(Boolean).join(': '),
      }),
    ),
    ...(facts.cohortEnd
      ? createEvents('cohort-cancelled', facts.cohortEnd.cancelled_at, {
          by: facts.cohortEnd.by,
          text: facts.cohortEnd.reason,
        })
      : []),
  ]
  return events.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed()
}

function listOrderStateEvents({ order, stateChanges }: OrderFacts): TimelineEvent[] {
  const to = { complete: 'enrolled', expired: 'expired', replaced: 'replaced' } as const
  return [
    ...stateChanges.flatMap((stateChange) => {
      const what = stateChange.machine === 'order' && to[stateChange.to as keyof typeof to]
      return what ? createEvents(what, stateChange.at) : []
    }),
    ...createEvents('paused', order.paused_at),
  ]
}

function listPaymentEvents(payment: Payment, { stateChanges, providerEvents }: OrderFacts): TimelineEvent[] {
  const { id, method, account_id, amount_minor, currency, created_at, failure_code } = payment
  if (method === 'none') return []
  const details = { amount: money(amount_minor, currency), method, text: formatCard(payment) }
  const ownChanges = stateChanges.filter(
    (stateChange) => stateChange.machine === 'payment' && stateChange.subject === id,
  )
  const successWebhook = providerEvents.find((one) => one.payment_id === id && one.type.includes('succeeded'))
  return [
    ...createEvents(account_id ? 'set-aside' : 'sent-to-bank', created_at, details),
    ...ownChanges.flatMap(({ to, at }) => {
      if (to === 'complete') {
        const by = successWebhook && successWebhook.received_at <= at ? ('webhook' as const) : ('asking' as const)
        const seconds = Math.max(0, Math.round((at.getTime() - created_at.getTime()) / 1000))
        return createEvents('paid', at, { ...details, seen: account_id ? null : { by, seconds } })
      }
      if (to === 'declined') return createEvents('declined', at, { ...details, text: failure_code })
      if (to === 'cancelled') return createEvents('attempt-ended', at, details)
      return to === 'refund-pending' ? createEvents('cannot-keep', at, { ...details, text: failure_code }) : []
    }),
  ]
}

function listRefundEvents({ order, requests, refunds, stateChanges }: OrderFacts): TimelineEvent[] {
  const toOrderMoney = (minor: number) => money(minor, order.currency)
  const sumVoidedRefunds = (requestId: string) =>
    refunds
      .filter(({ state, request_id }) => state === 'void' && request_id === requestId)
      .reduce((sum, one) => sum + one.amount_minor, 0)
  return [
    ...requests.flatMap(({ id, created_at, by, reason, amount_minor, cause }) =>
      createEvents(cause === 'provider' ? 'refund-allocated' : 'refund-requested', created_at, {
        by,
        text: reason,
        amount: toOrderMoney(amount_minor + sumVoidedRefunds(id)),
      }),
    ),
    ...refunds.flatMap(({ id, state, created_at, method, amount_minor, origin, by }) => {
      const details = { amount: toOrderMoney(amount_minor), method }
      const to = {
        accepted: 'refund-sent',
        failed: 'refund-failed',
        queued: 'refund-again',
        void: 'refund-voided',
      } as const
      return [
        ...createEvents('refund-queued', state === 'queued' ? created_at : null, details),
        ...createEvents('refund-at-provider', origin === 'provider' ? created_at : null, details),
        ...stateChanges
          .filter((stateChange) => stateChange.machine === 'refund' && stateChange.subject === id)
          .flatMap((stateChange) =>
            isKey(to, stateChange.to) ? createEvents(to[stateChange.to], stateChange.at, { ...details, by }) : [],
          ),
      ]
    }),
  ]
}

/** A dispute may be decided before its first webhook arrives. Then only its final state is known. */
function listDisputeEvents(dispute: OrderFacts['disputes'][number], { stateChanges }: OrderFacts): TimelineEvent[] {
  const details = { amount: money(dispute.amount_minor, dispute.currency), text: dispute.reason }
  const to = { open: 'dispute-opened', closed: 'dispute-closed', won: 'dispute-won', lost: 'dispute-lost' } as const
  const ownChanges = stateChanges.filter(
    (stateChange) => stateChange.machine === 'dispute' && stateChange.subject === dispute.id,
  )
  const firstState = ownChanges[0]?.from ?? dispute.state
  const firstEvent = firstState === 'inquiry' ? 'dispute-inquiry' : to[firstState as keyof typeof to]
  return [
    ...createEvents(firstEvent, dispute.opened_at, details),
    ...ownChanges.flatMap((stateChange) =>
      isKey(to, stateChange.to) ? createEvents(to[stateChange.to], stateChange.at, details) : [],
    ),
  ]
}

const isKey = <All extends object>(all: All, key: PropertyKey): key is keyof All => key in all

function createEvents(
  what: TimelineEvent['what'],
  at: Date | null,
  { amount, ...details }: EventDetails = {},
): TimelineEvent[] {
  if (!at) return []
  const emptyDetails = { by: null, text: null, method: null, seen: null }
  return [{ what, at: at.toISOString(), amount: amount ? toWire(amount) : null, ...emptyDetails, ...details }]
}

function formatCard({ card_brand, card_last4 }: Payment): string | null {
  return card_brand && card_last4 ? `${card_brand} ••${card_last4}` : null
}
