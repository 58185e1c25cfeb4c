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
import { linesOf, orderById } from './queries/orders.ts'
import { paymentsOf } from './queries/payments.ts'
import { stoppedByLine } from './queries/refunds.ts'
import { standing } from './standing.ts'
import type { OrderView } from './wire/order.ts'

/** At most 11 statements, each by primary or unique key. */
export async function viewOrder(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<OrderView>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  if (!order || !follower) return refused('ORDER_NOT_FOUND')

  const [lines, payments, hold, invitations, cohort, lapsesAt, stopped, purchase, disputes] = await Promise.all([
    linesOf(deps.db, orderId),
    paymentsOf(deps.db, orderId),
    holdOf(deps.db, orderId),
    invitationsOf(deps.db, orderId),
    cohortForCode(deps.db, order.course_code, deps.clock()),
    confirmBy(deps.db, orderId),
    order.state === 'complete' ? stoppedByLine(deps.db, orderId) : undefined,
    order.course_code === GIFT_CARD_CODE ? purchaseOf(deps.db, orderId) : undefined,
    disputesOfOrder(deps.db, orderId),
  ])
  const inCurrency = (minor: number): Money => money(minor, order.currency)
  const sum = (amounts: Money[]): Money => amounts.reduce(add, zero(order.currency))
  const [subtotal, total] = [inCurrency(order.subtotal_minor), inCurrency(order.total_minor)]
  const isOpen = order.state === 'open'
  const { paid, held, dueNow, dueLater } = standing(order, payments, deps.clock())
  const isOwed = isOpen || order.state === 'complete'

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
    })),
    totals: {
      subtotal: toWire(subtotal),
      discount: toWire(subtract(subtotal, total)),
      total: toWire(total),
      paid: toWire(paid),
      held: toWire(held),
      dueNow: toWire(isOwed ? dueNow : zero(order.currency)),
      due: toWire(isOwed ? add(dueNow, dueLater) : zero(order.currency)),
      refunded: toWire(sum(payments.map((payment) => inCurrency(payment.refunded_minor)))),
    },
    payments: payments.map((payment) => ({
      paymentId: payment.id,
      method: payment.method,
      purpose: payment.purpose,
      status: paymentStatus(payment.state),
      amount: toWire(inCurrency(payment.amount_minor)),
      refunded: toWire(inCurrency(payment.refunded_minor)),
      failureCode: payment.failure_code as OrderView['payments'][number]['failureCode'],
      card: payment.card_brand && payment.card_last4 ? { brand: payment.card_brand, last4: payment.card_last4 } : null,
      at: (payment.settled_at ?? payment.created_at).toISOString(),
    })),
    schedule:
      isOwed && order.balance_due_at && dueLater.minor > 0
        ? [{ dueAt: order.balance_due_at.toISOString(), amount: toWire(dueLater) }]
        : [],
    friends: friendsOf(order.seats, invitations, follower !== 'token'),
    holdExpiresAt: isOpen && hold?.state === 'live' ? hold.expires_at.toISOString() : null,
    receiptUrl: `/order/${orderId}`,
    invoiceUrl: hasInvoice(order.state, order.total_minor)
      ? new URL(`/api/v1/orders/${orderId}/invoice`, deps.config.paymentApiUrl).href
      : null,
    calendarUrl: order.state === 'complete' && cohort?.startsAt ? calendarPath(deps.secrets, order.course_code) : null,
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
): OrderView['friends'] {
  return Array.from({ length: seats - 1 }, (_, at) => {
    const invitation = invitations.find(({ seat }) => seat === at + 2)
    if (!invitation) return { seat: at + 2, status: 'unnamed' }
    const status = invitation.accepted_at ? 'accepted' : 'invited'
    return { seat: at + 2, status, ...(isOwner && { email: invitation.email, name: invitation.name }) }
  })
}
