/** One order for its buyer. Receipt, checkout and portal read only this view. */

import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import { add, type Money, money, subtract, toWire, zero } from '#domain/money/money.ts'
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { getOrderStatus as orderStatus } from '#domain/orders/order.ts'
import { getPaymentStatus as paymentStatus } from '#domain/orders/payment.ts'
import type { RefundStep } from '#domain/orders/refund-policy.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { getConfirmationDeadline } from '#learn/enrolments/queries/unconfirmed.ts'
import { getHold } from '#learn/enrolments/queries.ts'
import { ARRIVED, createOrderBill, createRefundStatus, getBillCard, sumDisputes } from '#sell/documents/order-bill.ts'
import { getInvoice, listCreditNotes } from '#sell/documents/queries/documents.ts'
import { getOrderBalance, isOwed } from '#sell/orders/get-order-balance.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import { type CardMandate, getMandate } from '#sell/orders/queries/card-mandates.ts'
import { getPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { cancellationForBuyer, listTakenSeats } from '#sell/orders/queries/order-view.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import { viewTax } from '#sell/orders/view-tax.ts'
import { listOrderDisputes } from '#sell/refunds/queries/disputes.ts'
import { refundsOfBuyer } from '#sell/refunds/queries/payment-refunds.ts'
import { getOnHoldByLine } from '#sell/refunds/queries/refunds.ts'
import { getRefundFigures } from '#sell/refunds/refund-figures.ts'
import { getOrderRefundWindows } from '#sell/refunds/refund-window.ts'
import { listInvitations } from '../queries/invitations.ts'
import type { OrderView } from '../wire/order.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>

/** At most 23 statements, each by primary or unique key. */
export async function viewOrder(deps: Deps, actor: Actor, orderId: string): Promise<Outcome<OrderView>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order, follower } = followed

  const rows = await loadRows(deps, order)
  const { lines, payments, hold, invitations, cohort, expiresAt, seats, refunds, cancellation, purchase } = rows
  const inCurrency = (minor: number): Money => money(minor, order.currency)
  const [subtotal, total] = [inCurrency(order.subtotal_minor), inCurrency(order.total_minor)]
  const isOpen = order.state === 'open'
  const { paid, held, dueNow, dueLater } = getOrderBalance(order, payments, deps.clock())
  const hasDue = isOwed(order, cancellation !== undefined)
  const seatStatus = createSeatStatus(order.state, seats)
  const hasSeat = [...seats.values()].length > 0

  return accepted({
    orderId,
    orderNumber: `U-${order.number}`,
    status: orderStatus(order.state),
    paymentType: order.payment_type,
    promoCode: order.promo_code,
    discountKind: order.discount_kind,
    placedAt: order.created_at.toISOString(),
    courseCode: rows.cohortCode,
    coursePrefixCode: cohort?.courseCode ?? order.cohort_code,
    offerCode: order.offer_code,
    lines: viewLines(order, lines, rows.onHold, seatStatus),
    totals: {
      subtotal: toWire(subtotal),
      discount: toWire(subtract(subtotal, total)),
      total: toWire(total),
      paid: toWire(paid),
      held: toWire(held),
      dueNow: toWire(hasDue ? dueNow : zero(order.currency)),
      due: toWire(hasDue ? add(dueNow, dueLater) : zero(order.currency)),
      ...refundTotals(order.currency, rows),
    },
    tax: viewTax(order),
    refundFigures: getRefundFigures(order),
    refundRule: viewRefundRule(order, rows.windows.steps),
    cancelledSessions:
      order.state === 'complete' && hasSeat
        ? rows.windows.cancelled.map((session) => ({ ...session, startsAt: session.startsAt.toISOString() }))
        : [],
    bill: createOrderBill(order, rows, deps.clock()).map(({ at, ...line }) => ({
      ...line,
      amount: toWire(line.amount),
      at: at?.toISOString() ?? null,
    })),
    payments: viewPayments(order, payments),
    refunds: viewRefunds(order, refunds, rows.disputes),
    cancellation: cancellation ? { at: cancellation.at.toISOString(), reason: cancellation.reason } : null,
    schedule:
      hasDue && order.balance_due_at && dueLater.minor > 0
        ? [{ dueAt: order.balance_due_at.toISOString(), amount: toWire(dueLater) }]
        : [],
    savedCard: viewSavedCard(order, rows.mandate),
    friends: listFriends(order.seats, invitations, follower !== 'token', (seat) => seatStatus(seat) === 'ended'),
    holdExpiresAt: isOpen && hold?.state === 'live' ? hold.expires_at.toISOString() : null,
    receiptUrl: `/order/${orderId}`,
    ...viewDocuments(deps, order, rows),
    calendarUrl:
      order.product === 'cohort' && order.state === 'complete' && hasSeat && cohort?.startsAt
        ? createCalendarPath(deps.secrets, rows.cohortCode!)
        : null,
    access: viewAccess(seats),
    confirmBy: expiresAt?.toISOString() ?? null,
    gift: purchase ? describeGift(purchase, order.currency, follower !== 'token') : null,
    disputed: summariseDisputes(rows.disputes.filter(({ payment_state }) => payment_state === 'complete')),
    ...(follower !== 'token' && { buyer: { name: order.name, email: order.email, phoneNumber: order.phone_number } }),
  })
}

function viewRefundRule(order: Order, steps: readonly RefundStep[]): OrderView['refundRule'] {
  if (order.product !== 'cohort' || order.state !== 'complete' || order.total_minor === 0) return null
  return { steps: steps.map(({ percent, until }) => ({ percent, until: until.toISOString() })) }
}

async function loadRows({ db, clock }: Deps, order: Order) {
  const orderId = order.id
  const [
    lines,
    payments,
    hold,
    invitations,
    cohort,
    expiresAt,
    seats,
    refunds,
    cancellation,
    onHold,
    purchase,
    disputes,
    invoice,
    creditNotes,
    mandate,
    cohortCode,
    windows,
  ] = await Promise.all([
    listOrderLines(db, orderId),
    listOrderPayments(db, orderId),
    getHold(db, orderId),
    listInvitations(db, orderId),
    getOrderedCohort(db, order, clock()),
    getConfirmationDeadline(db, orderId),
    listTakenSeats(db, orderId),
    refundsOfBuyer(db, orderId),
    cancellationForBuyer(db, order),
    order.state === 'complete' ? getOnHoldByLine(db, orderId) : undefined,
    order.product === 'gift-card' ? getPurchase(db, orderId) : undefined,
    listOrderDisputes(db, orderId),
    getInvoice(db, orderId),
    listCreditNotes(db, orderId),
    order.payment_type === 'deposit' ? getMandate(db, orderId) : undefined,
    getOrderedCohortCode(db, order),
    getOrderRefundWindows(db, order, clock()),
  ])
  return {
    lines,
    payments,
    hold,
    invitations,
    cohort,
    expiresAt,
    seats,
    refunds,
    cancellation,
    onHold,
    purchase,
    disputes,
    invoice,
    creditNotes,
    mandate,
    cohortCode,
    windows,
  }
}

type Rows = Awaited<ReturnType<typeof loadRows>>

function viewLines(
  { currency }: Order,
  lines: Rows['lines'],
  onHold: Rows['onHold'],
  seatStatus: ReturnType<typeof createSeatStatus>,
): OrderView['lines'] {
  return lines.map((line) => ({
    lineId: line.id,
    kind: line.kind,
    label: line.label,
    seat: line.position + 1,
    amount: toWire(money(line.amount_minor, currency)),
    refunded: toWire(money(line.refunded_minor - (onHold?.get(line.id) ?? 0), currency)),
    seatStatus: line.kind === 'seats' ? seatStatus(line.position + 1) : null,
  }))
}

function viewPayments({ currency }: Order, payments: Rows['payments']): OrderView['payments'] {
  return payments.map((payment) => ({
    paymentId: payment.id,
    method: payment.method,
    purpose: payment.purpose,
    status: paymentStatus(payment.state),
    amount: toWire(money(payment.amount_minor, currency)),
    refunded: toWire(money(payment.refunded_minor, currency)),
    failureCode: payment.failure_code as OrderView['payments'][number]['failureCode'],
    card: getBillCard(payment),
    at: (payment.settled_at ?? payment.created_at).toISOString(),
  }))
}

function viewRefunds({ currency }: Order, refunds: Rows['refunds'], disputes: Rows['disputes']): OrderView['refunds'] {
  const getStatus = createRefundStatus(disputes)
  return refunds.map((refund) => ({
    refundId: refund.id,
    paymentId: refund.payment_id,
    method: refund.method,
    card: getBillCard(refund),
    amount: toWire(money(refund.amount_minor, currency)),
    status: getStatus(refund),
    at: refund.created_at.toISOString(),
  }))
}

function viewSavedCard(order: Order, mandate: CardMandate | undefined): OrderView['savedCard'] {
  const { card_brand: brand = null, card_last4: last4 = null } = mandate ?? {}
  if (!mandate || !brand || !last4 || !order.balance_due_at || order.balance_paid_at) return null
  // The bank may ask for the buyer instead, which is no decline.
  const isDeclined = mandate.failure_code !== null && mandate.failure_code !== 'authentication_required'
  if (mandate.ended_because === 'failed') return { brand, last4, chargeAt: null, isDeclined }
  if (mandate.ended_at) return null
  return { brand, last4, chargeAt: (mandate.charge_at ?? order.balance_due_at).toISOString(), isDeclined }
}

function viewDocuments(
  { config }: Deps,
  { id, currency }: Order,
  { invoice, creditNotes }: Pick<Rows, 'invoice' | 'creditNotes'>,
): Pick<OrderView, 'invoiceUrl' | 'invoiceNumber' | 'creditNotes'> {
  const locate = (path: string) => new URL(`/api/v1/orders/${id}/${path}`, config.paymentApiUrl).href
  return {
    invoiceUrl: invoice ? locate('invoice') : null,
    invoiceNumber: invoice ? formatInvoiceNumber(invoice.number) : null,
    creditNotes: creditNotes.map(({ number, amount_minor, issued_at }) => ({
      number,
      name: formatCreditNoteNumber(number),
      amount: toWire(money(amount_minor, currency)),
      issuedAt: issued_at.toISOString(),
      url: locate(`credit-notes/${number}`),
    })),
  }
}

function summariseDisputes(disputes: Awaited<ReturnType<typeof listOrderDisputes>>): OrderView['disputed'] {
  for (const status of ['open', 'lost'] as const) {
    const own = disputes.filter(({ state }) => state === status)
    if (own[0]) return { status, amount: toWire(own.map(getAmount).reduce(add, zero(own[0].currency))) }
  }
  return null
}

const getAmount = ({ amount_minor, currency }: { amount_minor: number; currency: string }) =>
  money(amount_minor, currency)

/** That of the first active seat, because all seats of an order have the same term. */
function viewAccess(seats: Rows['seats']): OrderView['access'] {
  const seat = [...seats.values()].find(({ state }) => state === 'active')
  return seat ? { until: seat.accessEndsAt?.toISOString() ?? null } : null
}

function createSeatStatus(state: Order['state'], seats: Awaited<ReturnType<typeof listTakenSeats>>) {
  return (seat: number) => seats.get(seat)?.state ?? (state === 'open' ? 'held' : 'ended')
}

/** A payment that was returned in full counts as received. Neither lost nor disputed money is left after refunds. */
function refundTotals(currency: string, rows: Rows) {
  const { payments, refunds } = rows
  const sum = (minors: number[]) =>
    money(
      minors.reduce((all, minor) => all + minor, 0),
      currency,
    )
  const came = sum(payments.filter(({ state }) => ARRIVED.has(state)).map((payment) => payment.amount_minor))
  const refunded = sum(payments.map((payment) => payment.refunded_minor))
  const refunding = sum(refunds.filter(({ state }) => state !== 'accepted').map((refund) => refund.amount_minor))
  const { lost, open } = sumDisputes(rows)
  return {
    refunded: toWire(refunded),
    refunding: toWire(refunding),
    afterRefunds: toWire(subtract(subtract(subtract(came, refunded), refunding), sum([lost, open]))),
  }
}

type Purchase = NonNullable<Awaited<ReturnType<typeof getPurchase>>>

function describeGift(purchase: Purchase, currency: string, isOwner: boolean): OrderView['gift'] {
  const { recipient_name: name, recipient_email: email, message, delivered_at, cancelled_at } = purchase
  return {
    recipient: { name, ...(isOwner && { email }) },
    ...(isOwner && { message }),
    amount: toWire(money(purchase.amount_minor, currency)),
    sendAt: purchase.send_at.toISOString(),
    status: cancelled_at ? 'cancelled' : delivered_at ? 'sent' : 'scheduled',
  }
}

function listFriends(
  seats: number,
  invitations: Awaited<ReturnType<typeof listInvitations>>,
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
