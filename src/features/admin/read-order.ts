/** One order whole: as its buyer sees it, who sits where, and all that happened to it. */
import { money, toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { disputesOfOrder } from '#features/checkout/queries/disputes.ts'
import { linesOf, orderById } from '#features/checkout/queries/orders.ts'
import { paymentsOf } from '#features/checkout/queries/payments.ts'
import { receiptRequestsOf } from '#features/checkout/queries/receipts.ts'
import { viewOrder } from '#features/checkout/view-order.ts'
import { waitingRefunds } from '#features/checkout/waiting-refunds.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import type { Db } from '#platform/db/db.ts'
import { type Facts, happenings } from './happenings.ts'
import {
  cohortEndOf,
  enrolmentsOf,
  invitationsOf,
  mailsOf,
  movesOf,
  newsOf,
  refundRequestsOf,
  refundsOf,
  titleOf,
} from './queries/one-order.ts'
import type { AdminOrder, Seat } from './wire/orders.ts'

/**
 * At most 25 statements, each by key, and all of one moment: the page looks again for as long as something waits, and
 * must not find that nothing does before it is told what came of it.
 */
export function readOrder(deps: Deps, actor: Person, orderId: string): Promise<Outcome<AdminOrder>> {
  const moment = deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return moment.execute((db) => readAll({ ...deps, db }, actor, orderId))
}

async function readAll(deps: Deps, actor: Person, orderId: string): Promise<Outcome<AdminOrder>> {
  const order = await orderById(deps.db, orderId)
  const viewed = await viewOrder(deps, actor, orderId)
  if (!order || !viewed.ok) return refused('ORDER_NOT_FOUND')
  const [facts, title, lines, unsent] = await Promise.all([
    factsOf(deps.db, order),
    titleOf(deps.db, order.course_code),
    linesOf(deps.db, orderId),
    waitingRefunds(deps.db, orderId),
  ])
  const seats = lines.filter(({ kind }) => kind === 'seats').map((line) => seatOf(line, facts))
  const wire = (minor: number) => toWire(money(minor, order.currency))
  const sumOf = (which: (refund: Facts['refunds'][number]) => boolean) => {
    const minor = facts.refunds.filter(which).reduce((sum, one) => sum + one.amount_minor, 0)
    return minor > 0 ? wire(minor) : null
  }
  return accepted({
    order: viewed.value,
    courseTitle: title ?? order.course_code,
    seats,
    attribution: order.attribution as Record<string, string>,
    refundWaiting: sumOf(({ state }) => state === 'queued'),
    refundUndecided: sumOf(
      ({ state, made_at, request_id, payment_state }) =>
        payment_state === 'complete' && state === 'accepted' && made_at === 'provider' && request_id === null,
    ),
    refundUnsent: unsent.minor > 0 ? { amount: wire(unsent.minor), hasRoom: unsent.hasRoom } : null,
    refundBesides: unsent.besides > 0 ? wire(unsent.besides) : null,
    refundStopped: sumOf(({ state }) => state === 'stopped'),
    disputes: facts.disputes.map((dispute) => listedDispute(deps, dispute)).toReversed(),
    hasReceipt:
      order.state === 'complete' &&
      order.total_minor > 0 &&
      (seats.length === 0 || seats.some(({ state }) => state === 'active')),
    events: happenings(facts),
  })
}

async function factsOf(db: Db, order: Facts['order']): Promise<Facts> {
  const [payments, moves, news, mails, receipts, requests, refunds, disputes, enrolments, invitations, cohortEnd] =
    await Promise.all([
      paymentsOf(db, order.id),
      movesOf(db, order.id),
      newsOf(db, order.id),
      mailsOf(db, order.id),
      receiptRequestsOf(db, order.id),
      refundRequestsOf(db, order.id),
      refundsOf(db, order.id),
      disputesOfOrder(db, order.id),
      enrolmentsOf(db, order.id),
      invitationsOf(db, order.id),
      cohortEndOf(db, order.course_code),
    ])
  return {
    order,
    payments,
    moves,
    news,
    mails,
    receipts,
    requests,
    refunds,
    disputes,
    enrolments,
    invitations,
    cohortEnd: cohortEnd ?? null,
  }
}

function listedDispute({ gateway }: Deps, dispute: Facts['disputes'][number]): AdminOrder['disputes'][number] {
  const { id, state, amount_minor, currency, reason, opened_at, answer_by, provider_dispute_id } = dispute
  return {
    disputeId: id,
    state,
    amount: toWire(money(amount_minor, currency)),
    reason,
    openedAt: opened_at.toISOString(),
    answerBy: answer_by?.toISOString() ?? null,
    url: gateway?.disputeUrl(provider_dispute_id) ?? null,
  }
}

function seatOf(line: { id: string; position: number }, { order, enrolments, invitations }: Facts): Seat {
  const seat = line.position + 1
  const enrolment = enrolments.findLast((one) => one.seat === seat)
  const invited = invitations.find((one) => one.seat === seat)
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
