/** Tells a buyer that money goes back, or that a run is called off. Each once. */
import { money, toDecimal } from '#domain/money.ts'
import { namedRun } from '#features/catalog/catalogue.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { calledOffMail, refundMail } from './mail/refund.tsx'
import { paidWith } from './paid-with.ts'
import { orderById } from './queries/orders.ts'
import { refundRequest } from './queries/refunds.ts'

export async function writeRefundNotice(deps: Deps, requestId: string): Promise<void> {
  const request = await refundRequest(deps.db, requestId)
  const found = request && (await factsOf(deps, request.order_id))
  if (!found || request.amount_minor === 0 || request.parts.some(({ state }) => state === 'stopped')) return
  const { order, facts } = found
  const sum = (minor: number) => `${order.currency} ${toDecimal(money(minor, order.currency))}`
  const parts = request.parts.map((part) => `${sum(part.amount_minor)}, ${paidWith(part) ?? 'your card'}`)
  const words = refundMail({ ...facts, amount: sum(request.amount_minor), parts, cause: request.cause })
  await transact(deps.db, (tx) => post(tx, deps.jobs, { dedupeKey: `refund:${requestId}`, to: order.email, ...words }))
}

export async function writeCalledOff(deps: Deps, orderId: string): Promise<void> {
  const found = await factsOf(deps, orderId)
  if (!found) return
  const mail = { dedupeKey: `called-off:${orderId}`, to: found.order.email, ...calledOffMail(found.facts) }
  await transact(deps.db, (tx) => post(tx, deps.jobs, mail))
}

async function factsOf(deps: Deps, orderId: string) {
  const order = await orderById(deps.db, orderId)
  if (!order) return null
  const course = await namedRun(deps, order.course_code)
  const facts = {
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course?.title ?? order.course_code,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  }
  return { order, facts }
}
