/** Tells a buyer that money goes back, or that the dates are cancelled. Each once. */
import { money, toDecimal } from '#domain/money.ts'
import { dayIn, inZone } from '#domain/schedule.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { calledOffMail, type Facts, refundMail } from './mail/refund.tsx'
import { paidWith } from './paid-with.ts'
import { cancellationForBuyer } from './queries/order-view.ts'
import { orderById } from './queries/orders.ts'
import { refundRequest } from './queries/refunds.ts'

export async function writeRefundNotice(deps: Deps, requestId: string): Promise<void> {
  const request = await refundRequest(deps.db, requestId)
  const found = request && (await factsOf(deps, request.order_id))
  if (!found || request.amount_minor === 0 || request.parts.some(({ state }) => state === 'stopped')) return
  const { order, facts } = found
  const sum = (minor: number) => `${order.currency} ${toDecimal(money(minor, order.currency))}`
  const parts = request.parts.map((part) => ({
    amount: sum(part.amount_minor),
    to: paidWith(part) ?? 'your card',
    isCard: part.method === 'card',
  }))
  const { cause, reason } = request
  const words = refundMail({ ...facts, amount: sum(request.amount_minor), parts, cause, reason })
  await transact(deps.db, (tx) => post(tx, deps.jobs, { dedupeKey: `refund:${requestId}`, to: order.email, ...words }))
}

export async function writeCalledOff(deps: Deps, orderId: string): Promise<void> {
  const found = await factsOf(deps, orderId)
  if (!found) return
  const cancellation = await cancellationForBuyer(deps.db, found.order.course_code)
  const words = calledOffMail({ ...found.facts, reason: cancellation?.reason ?? null })
  const mail = { dedupeKey: `called-off:${orderId}`, to: found.order.email, ...words }
  await transact(deps.db, (tx) => post(tx, deps.jobs, mail))
}

async function factsOf(deps: Deps, orderId: string) {
  const order = await orderById(deps.db, orderId)
  if (!order) return null
  const course = await getCohortWithTitle(deps, order.course_code)
  const startsAt = course?.startsAt
  const facts: Facts = {
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course?.title ?? order.course_code,
    firstSession: startsAt
      ? { day: dayIn(startsAt, order.timezone_id), inFull: inZone(startsAt, order.timezone_id).displayText }
      : null,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  }
  return { order, facts }
}
