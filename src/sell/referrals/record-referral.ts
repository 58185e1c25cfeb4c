/** Records that a complete order brought a new customer by a referrer's code. Safe to run twice. */
import { fromDecimal } from '#domain/money/money.ts'
import { getRefundWindowEnd, isOwnReferral } from '#domain/orders/referral.ts'
import type { Deps } from '#http/deps.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { getRefundFigures } from '#sell/refunds/refund-figures.ts'
import { findReferrer } from './queries/codes.ts'
import { addReferral, hasEarlierPurchase } from './queries.ts'

export async function recordReferral(deps: Deps, orderId: string): Promise<void> {
  const { db } = deps
  const order = await getOrder(db, orderId)
  if (!order?.referral_code || !order.person_id || !order.completed_at) return
  const { id, person_id, completed_at } = order
  const referrer = await findReferrer(db, order.referral_code)
  if (!referrer || isOwnReferral({ personId: person_id, email: order.email }, referrer)) return
  if (await hasEarlierPurchase(db, { id, person_id, completed_at })) return
  const startsAt = (await getOrderedCohort(db, order, deps.clock()))?.startsAt ?? null
  const reward = fromDecimal(String(deps.config.referral.rewardDollars), order.currency)
  await addReferral(db, {
    referrer_id: referrer.personId,
    referred_person_id: person_id,
    order_id: id,
    currency: order.currency,
    reward_minor: reward.minor,
    due_at: getRefundWindowEnd({ firstSessionAt: startsAt, boughtAt: completed_at }, getRefundFigures(order)),
  })
}
