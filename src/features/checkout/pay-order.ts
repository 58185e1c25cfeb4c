/** Pays what is due of an order: another try, or the balance of a deposit. Contract §5. */
import { isNobody } from '#domain/contact.ts'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { enrolmentsOfOrder } from '#features/enrolments/queries.ts'
import { findGiftCard } from '#features/gift-cards/find.ts'
import { giftCardAccount } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { noteBalance } from './balance.ts'
import { hold, spendClaims } from './claims.ts'
import { mayFollow } from './credential.ts'
import { killIntent } from './end-order.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { addCheckoutToken, lockOrder, orderById } from './queries/orders.ts'
import { livePayment, paymentsOf } from './queries/payments.ts'
import { refuseUnseated } from './refuse-unseated.ts'
import { goOnWithOrder } from './retry.ts'
import { finishOrder } from './settle.ts'
import { payable } from './standing.ts'
import type { PaidByGiftCard, Placed } from './wire.ts'

type Asked = { paymentMethod: 'card' | 'gift-card' | 'paypal'; giftCardCode?: string | undefined }
type Answer = { status: 'pending'; data: Placed } | { status: 'complete'; data: PaidByGiftCard }

export async function payOrder(
  deps: Deps,
  actor: Actor,
  orderId: string,
  { paymentMethod, giftCardCode = '' }: Asked,
  ip: string,
): Promise<Outcome<Answer>> {
  const { gateway } = deps
  if (paymentMethod === 'gift-card') {
    const paid = await payRest(deps, actor, orderId, giftCardCode, ip)
    return paid.ok ? accepted({ status: 'complete', data: paid.value }) : paid
  }
  if (paymentMethod === 'paypal' || !gateway) return refused('METHOD_NOT_AVAILABLE')
  const begun = await goOnWithOrder(deps, gateway, actor, orderId)
  return begun.ok ? accepted({ status: 'pending', data: begun.value }) : begun
}

/** By a gift card that covers all of it; a charge that was begun is made sure to be dead first. */
async function payRest(
  deps: Deps,
  actor: Actor,
  orderId: string,
  code: string,
  ip: string,
): Promise<Outcome<PaidByGiftCard>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  if (!order || !follower) return refused('ORDER_NOT_FOUND')
  // Price rule 5.
  if (order.course_code === GIFT_CARD_CODE) return refused('METHOD_NOT_AVAILABLE')
  const card = await findGiftCard(deps, code, ip)
  if (!card.ok) return card
  if (card.value.balance.currency !== order.currency) return refused('GIFT_CARD_INVALID')
  // Each part of an order keeps one gift card; one that is set aside already goes with the charge that was begun.
  const held = (await paymentsOf(deps.db, orderId)).some(
    ({ method, state }) => method === 'gift-card' && state === 'pending',
  )
  if (held) return refused('METHOD_NOT_AVAILABLE', { reason: 'another gift card is set aside for this order' })
  if (deps.gateway && !(await killIntent(deps, deps.gateway, orderId))) return refused('PAYMENT_IN_HAND')

  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, orderId)
    const attempts = await paymentsOf(tx, orderId)
    const due = locked && payable(locked, attempts, deps.clock())
    if (!locked || !due || isNobody(locked.email)) return refused('ORDER_CLOSED')
    if (await hasOpenDispute(tx, orderId)) return refused('DISPUTE_OPEN')
    if (await livePayment(tx, orderId)) return refused('PAYMENT_IN_HAND')
    const tender = { method: 'gift-card' as const, accountId: giftCardAccount(card.value.id), amount: due.amount }
    if (!(await hold(tx, locked, [tender], due.purpose))) return refused('PAYMENT_REQUIRED')
    if (due.purpose === 'purchase') {
      const unusable = await finishOrder(deps, tx, locked)
      if (unusable) return refuseUnseated(unusable, follower === 'buyer')
    } else {
      await spendClaims(tx, locked)
      await noteBalance(deps, tx, orderId)
    }
    const own = actor.kind === 'guest' ? actor.checkoutToken : null
    const checkoutToken = own ?? deps.secrets.newToken()
    if (!own) await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), orderId)
    const paymentId = (await paymentsOf(tx, orderId)).at(-1)!.id
    return accepted({ orderId, paymentId, checkoutToken, enrolmentIds: await enrolmentsOfOrder(tx, orderId) })
  })
}
