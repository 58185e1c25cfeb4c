/** Reads one order: the buyer's view, the people in its seats and its timeline. */
import { money, toWire } from '#domain/money/money.ts'
import { getMoneyOutcome } from '#domain/orders/money-outcome.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import type { Db } from '#platform/db/db.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { hasReceipt, listReceiptRequests } from '#sell/documents/queries/receipts.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import { getReferralOfOrder } from '#sell/referrals/queries.ts'
import { getPendingRefunds } from '#sell/refunds/pending-refunds.ts'
import { listOrderDisputes, sumDisputeFees } from '#sell/refunds/queries/disputes.ts'
import {
  getCohortCancellation,
  getCourseTitle,
  listOrderEmails,
  listOrderEnrolments,
  listOrderInvitations,
  listOrderRefundRequests,
  listOrderRefunds,
  listProviderEvents,
  listStateChanges,
} from './queries/one-order.ts'
import { buildTimeline, type OrderFacts } from './timeline.ts'
import type { AdminOrder, AdminSeat } from './wire/orders.ts'

/**
 * Runs at most 28 statements, each by key, in one snapshot. The page polls while a refund is pending. A single
 * snapshot ensures that the poll which ends the wait also returns the outcome.
 */
export function readOrder(deps: Deps, actor: Person, orderId: string): Promise<Outcome<AdminOrder>> {
  const snapshot = deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((db) => readInSnapshot({ ...deps, db }, actor, orderId))
}

async function readInSnapshot(deps: Deps, actor: Person, orderId: string): Promise<Outcome<AdminOrder>> {
  const order = await getOrder(deps.db, orderId)
  const viewed = await viewOrder(deps, actor, orderId)
  if (!order || !viewed.ok) return refused('ORDER_NOT_FOUND')
  const [facts, title, lines, unsentRefunds, referredBy, canSendReceipt, fees] = await Promise.all([
    loadOrderFacts(deps.db, order),
    order.product === 'cohort' ? getCourseTitle(deps.db, order.cohort_code) : 'Gift card',
    listOrderLines(deps.db, orderId),
    getPendingRefunds(deps.db, orderId),
    getReferralOfOrder(deps.db, orderId),
    hasReceipt(deps.db, order),
    sumDisputeFees(deps.db, orderId),
  ])
  const seats = lines.filter(({ kind }) => kind === 'seats').map((line) => toSeat(line, facts))
  const toWireMoney = (minor: number) => toWire(money(minor, order.currency))
  const sumRefunds = (matches: (refund: OrderFacts['refunds'][number]) => boolean) => {
    const minor = facts.refunds.filter(matches).reduce((sum, item) => sum + item.amount_minor, 0)
    return minor > 0 ? toWireMoney(minor) : null
  }
  return accepted({
    order: viewed.value,
    outcome: order.state === 'complete' ? getOutcome(facts) : null,
    courseTitle: title ?? order.cohort_code ?? '',
    seats,
    attribution: order.attribution as Record<string, string>,
    referredBy: referredBy ?? null,
    refundWaiting: sumRefunds(({ state }) => state === 'queued'),
    refundUnallocated: sumRefunds(
      ({ state, origin, request_id, payment_state }) =>
        payment_state === 'complete' && state === 'accepted' && origin === 'provider' && request_id === null,
    ),
    refundPending:
      unsentRefunds.minor > 0 ? { amount: toWireMoney(unsentRefunds.minor), hasRoom: unsentRefunds.hasRoom } : null,
    refundSeparate: unsentRefunds.besides > 0 ? toWireMoney(unsentRefunds.besides) : null,
    refundOnHold: sumRefunds(({ state }) => state === 'on-hold'),
    missingProvider: findMissingProvider(deps, facts),
    disputes: facts.disputes.map((dispute) => toDisputeView(deps, facts, dispute)).toReversed(),
    disputeFees: fees.map(({ minor, currency }) => toWire(money(minor, currency))),
    hasReceipt: canSendReceipt,
    events: buildTimeline(facts),
  })
}

/** As in the list of orders: refunds on their way count as refunded, and disputes only of payments that the order kept. */
function getOutcome({ payments, refunds, disputes }: OrderFacts) {
  const kept = new Set(payments.filter(({ state }) => state === 'complete').map(({ id }) => id))
  const sum = (rows: readonly { amount_minor: number }[]) => rows.reduce((total, row) => total + row.amount_minor, 0)
  const sumDisputes = (state: string) => sum(disputes.filter((one) => one.state === state && kept.has(one.payment_id)))
  return getMoneyOutcome({
    paidMinor: sum(payments.filter(({ id }) => kept.has(id))),
    refundedMinor: sum(refunds.filter(({ state }) => state === 'queued' || state === 'accepted')),
    disputedMinor: sumDisputes('open'),
    lostMinor: sumDisputes('lost'),
  })
}

async function loadOrderFacts(db: Db, order: OrderFacts['order']): Promise<OrderFacts> {
  const [
    payments,
    stateChanges,
    providerEvents,
    emails,
    receipts,
    requests,
    refunds,
    disputes,
    enrolments,
    invitations,
    cohortCancellation,
  ] = await Promise.all([
    listOrderPayments(db, order.id),
    listStateChanges(db, order.id),
    listProviderEvents(db, order.id),
    listOrderEmails(db, order.id),
    listReceiptRequests(db, order.id),
    listOrderRefundRequests(db, order.id),
    listOrderRefunds(db, order.id),
    listOrderDisputes(db, order.id),
    listOrderEnrolments(db, order.id),
    listOrderInvitations(db, order.id),
    getOrderedCohortCode(db, order).then((code) => getCohortCancellation(db, code)),
  ])
  return {
    order,
    payments,
    stateChanges: stateChanges,
    providerEvents: providerEvents,
    emails: emails,
    receipts,
    requests,
    refunds,
    disputes,
    enrolments,
    invitations,
    cohortEnd: cohortCancellation ?? null,
  }
}

/** The provider of a payment or a refund that waits, if that provider is not configured any more. */
function findMissingProvider({ gateways }: Deps, { payments, refunds }: OrderFacts): string | null {
  const waiting = payments.filter(
    ({ id, state, provider }) =>
      provider !== 'none' &&
      (['pending', 'declined', 'refund-pending'].includes(state) ||
        refunds.some((refund) => refund.payment_id === id && refund.state === 'queued')),
  )
  return waiting.find(({ provider }) => !gateways.for(provider))?.provider ?? null
}

function toDisputeView(
  { gateways }: Deps,
  { payments }: OrderFacts,
  dispute: OrderFacts['disputes'][number],
): AdminOrder['disputes'][number] {
  const provider = payments.find(({ id }) => id === dispute.payment_id)?.provider ?? 'none'
  const { id, state, amount_minor, currency, reason, opened_at, answer_by, provider_dispute_id } = dispute
  return {
    disputeId: id,
    state,
    amount: toWire(money(amount_minor, currency)),
    reason,
    openedAt: opened_at.toISOString(),
    answerBy: answer_by?.toISOString() ?? null,
    url: gateways.for(provider)?.disputeUrl(provider_dispute_id) ?? null,
  }
}

function toSeat(line: { id: string; position: number }, { order, enrolments, invitations }: OrderFacts): AdminSeat {
  const seat = line.position + 1
  const enrolment = enrolments.findLast((item) => item.seat === seat)
  const invited = invitations.find((item) => item.seat === seat)
  const buyer = seat === 1 ? order : null
  return {
    seat,
    lineId: line.id,
    name: enrolment?.name ?? invited?.name ?? buyer?.name ?? null,
    email: enrolment?.email ?? invited?.email ?? buyer?.email ?? null,
    enrolmentId: enrolment?.id ?? null,
    state: enrolment?.state ?? (order.state === 'open' ? 'held' : 'free'),
  }
}
