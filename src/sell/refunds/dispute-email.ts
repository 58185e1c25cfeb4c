/** Tells the admins, at the support address, that a bank disputes a charge or asks about one. Once for each. */

import { formatWithSymbol, money } from '#domain/money/money.ts'
import { isDisputePending } from '#domain/orders/dispute.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { getOrderedCourse } from '#sell/orders/ordered-course.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { disputeMail } from './mail/dispute.ts'
import { disputeById } from './queries/disputes.ts'

export async function enqueueDisputeEmail(deps: Deps, disputeId: string): Promise<void> {
  const dispute = await disputeById(deps.db, disputeId)
  const order = dispute && (await getOrder(deps.db, dispute.order_id))
  if (!dispute || !order || !isDisputePending(dispute.state)) return
  const course = await getOrderedCourse(deps, order)
  const words = disputeMail({
    isInquiry: dispute.state === 'inquiry',
    amount: formatWithSymbol(money(dispute.amount_minor, dispute.currency)),
    reason: dispute.reason,
    answerBy: dispute.answer_by,
    orderNumber: `U-${order.number}`,
    courseTitle: course.title,
    orderUrl: new URL(`/portal/orders?open=${order.id}`, deps.config.publicUrl).href,
    sender: deps.site.current,
  })
  const dedupeKey = `dispute-${dispute.state === 'inquiry' ? 'inquiry' : 'open'}:${disputeId}` as const
  const mail = { dedupeKey, to: deps.site.current.supportAddress, ...words }
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, mail))
}
