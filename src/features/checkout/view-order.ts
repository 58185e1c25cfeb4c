/** One order as its buyer sees it: receipt, checkout and portal read this and nothing else. */

import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { add, type Money, money, subtract, toWire, zero } from '#domain/money.ts'
import { hasInvoice, statusOf as orderStatus } from '#domain/order.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { statusOf as paymentStatus } from '#domain/payment.ts'
import { calendarPath } from '#features/catalog/calendar.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { confirmBy } from '#features/enrolments/queries/unconfirmed.ts'
import { holdOf } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { mayFollow } from './credential.ts'
import { disputesOfOrder } from './queries/disputes.ts'
import { purchaseOf } from './queries/gift-cards.ts'
import { invitationsOf } from './queries/invitations.ts'
import { cancellationForBuyer, refundsOfBuyer, seatStates } from './queries/order-view.ts'
import { linesOf, orderById } from './queries/orders.ts'
import { paymentsOf } from './queries/payments.ts'
import { stoppedByLine } from './queries/refunds.ts'
import { isOwed, standing } from './standing.ts'
import type { OrderView } from './wire/order.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>

/** At most 14 statements, each by primary or unique key. */
export async function viewOrder(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<OrderView>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  if (!order || !follower) return refused('ORDER_NOT_FOUND')

  const [
    lines,
    payments,
    hold,
    invitations,
    cohort,
    lapsesAt,
    seats,
    refunds,
    cancellation,
    stopped,
    purchase,
    disputes,
  ] = await Promise.all([
    linesOf(deps.db, orderId),
    paymentsOf(deps.db, orderId),
    holdOf(deps.db, orderId),
    invitationsOf(deps.db, orderId),
    cohortForCode(deps.db, order.course_code, deps.clock()),
    confirmBy(deps.db, orderId),
    seatStates(deps.db, orderId),
    refundsOfBuyer(deps.db, orderId),
    cancellationForBuyer(deps.db, order.course_code),
    order.state === 'complete' ? stoppedByLine(deps.db, orderId) : undefined,
    order.course_code === GIFT_CARD_CODE ? purchaseOf(deps.db, orderId) : undefined,
    disputesOfOrder(deps.db, orderId),
  ])
  const inCurrency = (minor: number): Money => money(minor, order.currency)
  const [subtotal, total] = [inCurrency(order.subtotal_minor), inCurrency(order.total_minor)]
  const isOpen = order.state === 'open'
  const { paid, held, dueNow, dueLater } = standing(order, payments, deps.clock())
  const hasDue = isOwed(order, cancellation !== undefined)
  const seatStatus = seatStatusOf(order.state, seats)
  const hasSeat = [...seats.values()].length > 0

  return accepted({
    orderId,
    orderNumber: `U-${order.number}`,
    status: orderStatus(order.state),
    paymentType: order.payment_type,
    promoCode: order.promo_code,
    placedAt: order.created_at.toISOString(),
    courseCode: order.course_code,
    coursePrefixCode: cohort?.prefixCode ?? order.course_code,
    offerCode: order.offer_code,
    lines: lines.map((line) => ({
      lineId: line.id,
      kind: line.kind,
      label: line.label,
      seat: line.position + 1,
      amount: toWire(inCurrency(line.amount_minor)),
      refunded: toWire(inCurrency(line.refunded_minor - (stopped?.get(line.id) ?? 0))),
      seatStatus: line.kind === 'seats' ? seatStatus(line.position + 1) : null,
    })),
    totals: {
      subtotal: toWire(subtotal),
      discount: toWire(subtract(subtotal, total)),
      total: toWire(total),
      paid: toWire(paid),
      held: toWire(held),
      dueNow: toWire(hasDue ? dueNow : zero(order.currency)),
      due: toWire(hasDue ? add(dueNow, dueLater) : zero(order.currency)),
      ...refundTotals(order.currency, payments, refunds),
    },
    payments: payments.map((payment) => ({
      paymentId: payment.id,
      method: payment.method,
      purpose: payment.purpose,
      status: paymentStatus(payment.state),
      amount: toWire(inCurrency(payment.amount_minor)),
      refunded: toWire(inCurrency(payment.refunded_minor)),
      failureCode: payment.failure_code as OrderView['payments'][number]['failureCode'],
      card: cardOf(payment),
      at: (payment.settled_at ?? payment.created_at).toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      refundId: refund.id,
      paymentId: refund.payment_id,
      method: refund.method,
      card: cardOf(refund),
      amount: toWire(inCurrency(refund.amount_minor)),
      status: REFUND_STATUS[refund.state],
      at: refund.created_at.toISOString(),
    })),
    cancellation: cancellation ? { at: cancellation.at.toISOString(), reason: cancellation.reason } : null,
    schedule:
      hasDue && order.balance_due_at && dueLater.minor > 0
        ? [{ dueAt: order.balance_due_at.toISOString(), amount: toWire(dueLater) }]
        : [],
    friends: friendsOf(order.seats, invitations, follower !== 'token', (seat) => seatStatus(seat) === 'ended'),
    holdExpiresAt: isOpen && hold?.state === 'live' ? hold.expires_at.toISOString() : null,
    receiptUrl: `/order/${orderId}`,
    invoiceUrl: hasInvoice(order.state, order.total_minor)
      ? new URL(`/api/v1/orders/${orderId}/invoice`, deps.config.paymentApiUrl).href
      : null,
    calendarUrl:
      order.state === 'complete' && hasSeat && cohort?.startsAt ? calendarPath(deps.secrets, order.course_code) : null,
    confirmBy: lapsesAt?.toISOString() ?? null,
    gift: purchase ? giftOf(purchase, order.currency, follower !== 'token') : null,
    disputed: disputedOf(disputes),
    ...(follower !== 'token' && { buyer: { name: order.name, email: order.email, phoneNumber: order.phone_number } }),
  })
}

function disputedOf(disputes: Awaited<ReturnType<typeof disputesOfOrder>>): OrderView['disputed'] {
  for (const status of ['open', 'lost'] as const) {
    const own = disputes.filter(({ state }) => state === status)
    if (own[0]) return { status, amount: toWire(own.map(amountOf).reduce(add, zero(own[0].currency))) }
  }
  return null
}

const amountOf = ({ amount_minor, currency }: { amount_minor: number; currency: string }) =>
  money(amount_minor, currency)

const REFUND_STATUS = { queued: 'on-its-way', accepted: 'sent', stopped: 'delayed' } as const

function seatStatusOf(state: Order['state'], seats: Awaited<ReturnType<typeof seatStates>>) {
  return (seat: number) => seats.get(seat) ?? (state === 'open' ? 'held' : 'ended')
}

type Card = { card_brand: string | null; card_last4: string | null }
const cardOf = ({ card_brand: brand, card_last4: last4 }: Card) => (brand && last4 ? { brand, last4 } : null)

/** Money that came and could not stay counts as money that came. */
function refundTotals(
  currency: string,
  payments: Awaited<ReturnType<typeof paymentsOf>>,
  refunds: Awaited<ReturnType<typeof refundsOfBuyer>>,
) {
  const sum = (minors: number[]) =>
    money(
      minors.reduce((all, minor) => all + minor, 0),
      currency,
    )
  const came = sum(payments.filter(({ state }) => CAME.has(state)).map((payment) => payment.amount_minor))
  const refunded = sum(payments.map((payment) => payment.refunded_minor))
  const refunding = sum(refunds.filter(({ state }) => state !== 'accepted').map((refund) => refund.amount_minor))
  return {
    refunded: toWire(refunded),
    refunding: toWire(refunding),
    afterRefunds: toWire(subtract(subtract(came, refunded), refunding)),
  }
}

const CAME: ReadonlySet<string> = new Set(['complete', 'returning', 'returned'])

type Purchase = NonNullable<Awaited<ReturnType<typeof purchaseOf>>>

function giftOf(purchase: Purchase, currency: string, isOwner: boolean): OrderView['gift'] {
  const { recipient_name: name, recipient_email: email, message, delivered_at, cancelled_at } = purchase
  return {
    recipient: { name, ...(isOwner && { email }) },
    ...(isOwner && { message }),
    amount: toWire(money(purchase.amount_minor, currency)),
    sendAt: purchase.send_at.toISOString(),
    status: cancelled_at ? 'cancelled' : delivered_at ? 'sent' : 'scheduled',
  }
}

function friendsOf(
  seats: number,
  invitations: Awaited<ReturnType<typeof invitationsOf>>,
  isOwner: boolean,
  hasEnded: (seat: number) => boolean,
): OrderView['friends'] {
  return Array.from({ length: seats - 1 }, (_, at) => {
    const invitation = invitations.find(({ seat }) => seat === at + 2)
    const ended = hasEnded(at + 2) && ('ended' as const)
    if (!invitation) return { seat: at + 2, status: ended || 'unnamed' }
    const status = ended || (invitation.accepted_at ? ('accepted' as const) : ('invited' as const))
    return { seat: at + 2, status, ...(isOwner && { email: invitation.email, name: invitation.name }) }
  })
}
