/** The e-mails that follow an order. A dedupe key makes each of them be sent once. */

import { toCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { describeOtherHours, formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { listCalendarSessions } from '#catalogue/catalog/queries.ts'
import { describeAccessEnd } from '#domain/learning/access-term.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { NO_REFUND, nameRefund, type RefundStep } from '#domain/orders/refund-policy.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { createWelcomeTokenIfNeeded } from '#people/accounts/password/set-password.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { MailKey } from '#people/mailing/mail-kinds.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { listTakenSeats } from '#sell/orders/queries/order-view.ts'
import { getOrder, lockOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import { getOrderRefundWindows } from '#sell/refunds/refund-window.ts'
import { type InvoiceParts, loadInvoiceParts, requireInvoice, requireInvoiceNumber } from './invoice.ts'
import { type ReceiptFacts, receiptMail, returnMail } from './mail/receipt.tsx'
import { createOrderBill } from './order-bill.ts'
import { getReceiptSubject } from './queries/receipts.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>

/**
 * Sends receipt and welcome in one e-mail: the payment, the invoice, the dates as a calendar file, and a link to set a
 * password if there is none. Once, and once more for each request. Not after the buyer's seat has ended, or while a bank
 * disputes its payment, because the e-mail says that the buyer is enrolled.
 */
export async function sendReceipt(deps: Deps, orderId: string, requestId?: string): Promise<void> {
  const order = await getOrder(deps.db, orderId)
  if (order?.product !== 'cohort' || order.state !== 'complete' || !order.person_id) return
  const parts = await loadInvoiceParts(deps, order)
  const cohortCode = (await getOrderedCohortCode(deps.db, order)) ?? order.cohort_code
  const [sessions, invoice, { steps }, seats] = await Promise.all([
    listCalendarSessions(deps.db, cohortCode),
    requireInvoice(deps, order, parts),
    getOrderRefundWindows(deps.db, order, deps.clock()),
    listTakenSeats(deps.db, orderId),
  ])
  const calendar = toCalendarFile(cohortCode, sessions, deps.config.publicUrl)
  const facts = createFacts(deps, order, parts, describeOtherHours(sessions, order.timezone_id), steps)

  await transact(deps.db, async (tx) => {
    // A repeat must not create a new link, because that would invalidate the link in the sent e-mail.
    await lockOrder(tx, order.id)
    const dedupeKey = createReceiptKey(order.id, requestId)
    if (await hasMail(tx, dedupeKey)) return
    const subject = await getReceiptSubject(tx, order.id)
    if (!subject) return
    const token = await createWelcomeTokenIfNeeded(tx, deps.secrets, order.person_id!)
    const passwordUrl = token && `${new URL('/set-password', deps.config.publicUrl).href}#token=${token}`
    await enqueueMail(tx, deps.jobs, {
      dedupeKey,
      to: order.email,
      ...receiptMail(
        { ...facts, seats: seats.size },
        describeAccessEnd(subject.accessEndsAt, order.timezone_id),
        passwordUrl,
      ),
      attachments: [...(calendar ? [calendar] : []), { ...invoice, contentType: 'application/pdf' }],
    })
  })
}

export const createReceiptKey = (orderId: string, requestId?: string): MailKey =>
  requestId ? `receipt-again:${requestId}` : `receipt:${orderId}`

/** Tells a buyer that the money is on its way back, and why. */
export async function sendReturnNotice(deps: Deps, orderId: string): Promise<void> {
  const order = await getOrder(deps.db, orderId)
  // A restored order has no buyer.
  if (order?.state !== 'returned' || order.restored_at) return
  const facts = createFacts(deps, order, await loadInvoiceParts(deps, order), null, [])
  const why = (await listOrderPayments(deps.db, orderId)).find((payment) => payment.state === 'returned')?.failure_code
  await transact(deps.db, async (tx) => {
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `returned:${order.id}`,
      to: order.email,
      ...returnMail(facts, why ?? null),
    })
  })
}

function createFacts(
  deps: Deps,
  order: Order,
  parts: InvoiceParts,
  otherHours: string | null,
  refundSteps: readonly RefundStep[],
): Omit<ReceiptFacts, 'seats'> {
  const { course } = parts
  return {
    orderNumber: `U-${order.number}`,
    invoiceNumber: parts.invoice ? requireInvoiceNumber(parts) : null,
    name: order.name,
    courseTitle: course.title,
    instructor: course.instructor,
    bill: createOrderBill(order, parts, deps.clock()),
    balanceDueAt: order.balance_due_at && toZoneTime(order.balance_due_at, order.timezone_id).displayText,
    firstSession: course.startsAt ? formatSessionStart(course.startsAt, order.timezone_id) : null,
    otherHours,
    refundRule: order.total_minor === 0 ? null : describeRefundRule(order, refundSteps),
    paidAt: toZoneTime(order.completed_at ?? order.created_at, order.timezone_id).displayText,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    roomUrl: new URL(course.courseCode ? getRoomPath(course.courseCode) : '/portal', deps.config.publicUrl).href,
    sender: deps.site.current,
  }
}

/** `Full refund until Tue 5 January 2027, 12:00 London time (GMT). …` */
function describeRefundRule(order: Order, steps: readonly RefundStep[]): string {
  const format = (at: Date) => toZoneTime(at, order.timezone_id).displayText
  if (steps.length === 0) return `${NO_REFUND}.`
  return steps.map(({ percent, until }) => `${nameRefund(percent)} until ${format(until)}.`).join(' ')
}
