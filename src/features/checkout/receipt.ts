/** The mails that follow an order. Each is written once, whatever repeats the news. */
import { add, money } from '#domain/money.ts'
import { inZone } from '#domain/schedule.ts'
import { personById } from '#features/accounts/queries/people.ts'
import { welcomeToken } from '#features/accounts/set-password.ts'
import { calendarFile } from '#features/catalog/calendar.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { post } from '#features/mailing/post.ts'
import { wasWritten } from '#features/mailing/queries.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { requireInvoice } from './invoice.ts'
import { type ReceiptFacts, receiptMail, returnMail } from './mail/receipt.tsx'
import { paidWith } from './paid-with.ts'
import { linesOf, lockOrder, orderById } from './queries/orders.ts'
import { paymentsOf } from './queries/payments.ts'
import { standing } from './standing.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>

/** Receipt and welcome in one: what was paid, with the invoice, the dates as a calendar file, and a link to set a password where there is none. Once, and once more for each request. */
export async function writeReceipt(deps: Deps, orderId: string, requestId?: string): Promise<void> {
  const order = await orderById(deps.db, orderId)
  if (order?.state !== 'complete' || !order.person_id) return
  const [facts, person, calendar, invoice] = await Promise.all([
    factsOf(deps, order),
    personById(deps.db, order.person_id),
    calendarFile(deps.db, order.course_code, deps.config.publicUrl),
    requireInvoice(deps, order),
  ])

  await transact(deps.db, async (tx) => {
    // A repeat must not make a new link: that would spend the one in the mail that went out.
    await lockOrder(tx, order.id)
    const dedupeKey = receiptKey(order.id, requestId)
    if (await wasWritten(tx, dedupeKey)) return
    const token = person?.password_hash ? null : await welcomeToken(tx, deps.secrets, order.person_id!)
    const passwordUrl = token && `${new URL('/set-password', deps.config.publicUrl).href}#token=${token}`
    await post(tx, deps.jobs, {
      dedupeKey,
      to: order.email,
      ...receiptMail(facts, passwordUrl),
      attachments: [...(calendar ? [calendar] : []), { ...invoice, contentType: 'application/pdf' }],
    })
  })
}

export const receiptKey = (orderId: string, requestId?: string): string =>
  requestId ? `receipt-again:${requestId}` : `receipt:${orderId}`

/** Tells a buyer that the money is on its way back, and why. */
export async function writeReturnNotice(deps: Deps, orderId: string): Promise<void> {
  const order = await orderById(deps.db, orderId)
  // A restored order has no buyer any more.
  if (order?.state !== 'returned' || order.restored_at) return
  const facts = await factsOf(deps, order)
  const why = (await paymentsOf(deps.db, orderId)).find((payment) => payment.state === 'returned')?.failure_code
  await transact(deps.db, async (tx) => {
    await post(tx, deps.jobs, {
      dedupeKey: `returned:${order.id}`,
      to: order.email,
      ...returnMail(facts, why === 'SOLD_OUT_REFUNDED'),
    })
  })
}

async function factsOf(deps: Deps, order: Order): Promise<ReceiptFacts> {
  const [lines, payments, course] = await Promise.all([
    linesOf(deps.db, order.id),
    paymentsOf(deps.db, order.id),
    getCohortWithTitle(deps, order.course_code),
  ])
  const inCurrency = (minor: number) => money(minor, order.currency)
  const { dueNow, dueLater } = standing(order, payments, deps.clock())
  const left = add(dueNow, dueLater)
  return {
    orderNumber: `U-${order.number}`,
    name: order.name,
    courseTitle: course?.title ?? order.course_code,
    instructor: course?.instructor ?? '',
    lines: lines.map((line) => ({ label: line.label, amount: inCurrency(line.amount_minor) })),
    total: inCurrency(order.total_minor),
    discount: inCurrency(order.subtotal_minor - order.total_minor),
    payments: payments
      .filter(({ state, amount_minor }) => ['complete', 'returning', 'returned'].includes(state) && amount_minor > 0)
      .map((payment) => ({ with: paidWith(payment), amount: inCurrency(payment.amount_minor) })),
    balance:
      order.balance_due_at && order.state === 'complete' && left.minor > 0
        ? { amount: left, dueAt: inZone(order.balance_due_at, order.timezone_id).displayText }
        : null,
    firstSession: course?.startsAt ? inZone(course.startsAt, order.timezone_id).displayText : null,
    paidAt: inZone(order.completed_at ?? order.created_at, order.timezone_id).displayText,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    portalUrl: new URL('/portal', deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  }
}
