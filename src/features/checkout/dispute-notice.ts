/** Tells the admins, at the support address, that a bank disputes a charge or asks about one. Once for each. */
import { isPending } from '#domain/dispute.ts'
import { money, toDecimal } from '#domain/money.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { disputeMail } from './mail/dispute.ts'
import { disputeById } from './queries/disputes.ts'
import { orderById } from './queries/orders.ts'

export async function writeDisputeNotice(deps: Deps, disputeId: string): Promise<void> {
  const dispute = await disputeById(deps.db, disputeId)
  const order = dispute && (await orderById(deps.db, dispute.order_id))
  if (!dispute || !order || !isPending(dispute.state)) return
  const course = await getCohortWithTitle(deps, order.course_code)
  const words = disputeMail({
    isInquiry: dispute.state === 'inquiry',
    amount: `${dispute.currency} ${toDecimal(money(dispute.amount_minor, dispute.currency))}`,
    reason: dispute.reason,
    answerBy: dispute.answer_by,
    orderNumber: `U-${order.number}`,
    courseTitle: course?.title ?? order.course_code,
    orderUrl: new URL(`/portal/orders?open=${order.id}`, deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  })
  const mail = { dedupeKey: `dispute-${dispute.state}:${disputeId}`, to: deps.config.supportAddress, ...words }
  await transact(deps.db, (tx) => post(tx, deps.jobs, mail))
}
