/** Tells a buyer that money goes back, or that the dates are cancelled. Each once. */
import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { add, formatWithSymbol, money } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { SentFile } from '#http/handle.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { getOrderBalance } from '#sell/orders/get-order-balance.ts'
import { getCourseOfCohort, getOrderedCourse } from '#sell/orders/ordered-course.ts'
import { paidWith } from '#sell/orders/paid-with.ts'
import { getMandate } from '#sell/orders/queries/card-mandates.ts'
import { getCancellation } from '#sell/orders/queries/order-view.ts'
import { getOrder, type Order } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { listSeatCohorts } from '#sell/orders/queries/seat-cohorts.ts'
import { cancelledCohortMail, type Facts, type KeptSeats, refundMail, undisputedRefundMail } from './mail/refund.tsx'
import { refundRequest } from './queries/refunds.ts'

/**
 * @param creditNotes the PDFs to attach
 * @param isDecided the bank has just left the payment with the site. Whoever was told that the refund waits for the bank
 * gets a second e-mail; who got none gets the first.
 */
export async function enqueueRefundEmail(
  deps: Deps,
  requestId: string,
  creditNotes: readonly SentFile[] = [],
  isDecided = false,
): Promise<void> {
  const request = await refundRequest(deps.db, requestId)
  const loaded = request && (await loadFacts(deps, request.order_id, request.cohort_code))
  if (!loaded || request.amount_minor === 0 || request.parts.some(({ state }) => state === 'on-hold')) return
  // A refund over a disputed payment waits for the bank, so nobody may call it sent.
  const waiting = request.parts.filter(({ is_disputed }) => is_disputed)
  const going = request.parts.filter(({ is_disputed }) => !is_disputed)
  if (going.length === 0 && request.cause !== 'cohort-cancelled') return
  const { order, facts } = loaded
  const sum = (minor: number) => formatWithSymbol(money(minor, order.currency))
  const parts = going.map((part) => ({
    amount: sum(part.amount_minor),
    to: paidWith(part) ?? 'your card',
    isAtOnce: part.method === 'gift-card' || part.method === 'credit',
  }))
  if (isDecided && waiting.length > 0) return
  const { cause, reason } = request
  const goingMinor = total(going)
  const paid = (await listOrderPayments(deps.db, order.id)).filter(({ state }) => state === 'complete')
  await transact(deps.db, async (tx) => {
    const isSecond = isDecided && (await hasMail(tx, `refund:${requestId}:waiting`))
    const attached = isSecond ? [] : creditNotes
    const words = (isSecond ? undisputedRefundMail : refundMail)({
      ...facts,
      amount: sum(goingMinor),
      disputed: waiting.length > 0 ? sum(total(waiting)) : null,
      parts,
      cause,
      reason,
      isAll: total(paid) === goingMinor,
      hasCreditNote: attached.length > 0,
    })
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `refund:${requestId}${isSecond ? ':undisputed' : waiting.length > 0 ? ':waiting' : ''}`,
      to: order.email,
      ...words,
      attachments: attached.map((file) => ({ ...file, contentType: 'application/pdf' })),
    })
  })
}

const total = (rows: readonly { amount_minor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.amount_minor, 0)

/** Seats of one order can be in several cohorts, and each cancellation has its e-mail. */
export async function enqueueCancellationEmail(
  deps: Deps,
  { orderId, cohortCode }: { orderId: string; cohortCode?: string | undefined },
): Promise<void> {
  const loaded = await loadFacts(deps, orderId, cohortCode)
  if (!loaded) return
  const { order, facts } = loaded
  const isBought = cohortCode === undefined || cohortCode === order.cohort_code
  const cancellation = await getCancellation(deps.db, cohortCode ?? order.cohort_code)
  const words = cancelledCohortMail({ ...facts, reason: cancellation?.reason ?? null })
  const dedupeKey = `cohort-cancelled:${orderId}${isBought ? '' : `:${cohortCode}`}` as const
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, { dedupeKey, to: order.email, ...words }))
}

/** @param cohortCode the dates that the e-mail is about, where they are not the present ones of the order */
async function loadFacts(deps: Deps, orderId: string, cohortCode?: string | null) {
  const order = await getOrder(deps.db, orderId)
  if (!order) return null
  const course = cohortCode ? await getCourseOfCohort(deps, cohortCode) : await getOrderedCourse(deps, order)
  const startsAt = course.startsAt
  const facts: Facts = {
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course.title,
    firstSession: startsAt
      ? { day: formatDay(startsAt, order.timezone_id), inFull: formatSessionStart(startsAt, order.timezone_id) }
      : null,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    sender: deps.site.current,
    kept: await loadKeptSeats(deps, order, cohortCode ?? order.cohort_code),
  }
  return { order, facts }
}

async function loadKeptSeats(deps: Deps, order: Order, cohortCode: string | null): Promise<KeptSeats | null> {
  const seats = await listSeatCohorts(deps.db, [order.id])
  const kept = seats.filter((seat) => seat.isTaken && seat.cohortCode !== cohortCode)
  if (kept.length === 0) return null
  const { dueNow, dueLater } = getOrderBalance(order, await listOrderPayments(deps.db, order.id), deps.clock())
  const due = add(dueNow, dueLater)
  const hadCard = due.minor > 0 && (await getMandate(deps.db, order.id))?.card_last4 != null
  return {
    ended: seats.filter((seat) => !seat.isTaken && seat.cohortCode === cohortCode).length,
    count: kept.length,
    balance:
      due.minor > 0 && order.balance_due_at
        ? { amount: formatWithSymbol(due), day: formatDay(order.balance_due_at, order.timezone_id), hadCard }
        : null,
  }
}
