/** Pays what is due of an order: another try, or the balance of a deposit. docs/contract §5. */
import { isDeletedAccountEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { listOrderEnrolments } from '#learn/enrolments/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { getGiftCardAccountId } from '#sell/ledger/book.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { addCheckoutToken, lockOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments, livePayment } from '#sell/orders/queries/payments.ts'
import { consumeCodes, hold } from '#sell/orders/reserved-codes.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { toCardAnswer, toPaypalAnswer } from './answer-opened.ts'
import { fulfilOrder } from './complete-payment.ts'
import { continuePayment } from './continue-payment.ts'
import { cancelLivePayment } from './end-order.ts'
import { refuseUnseated } from './refuse-unseated.ts'
import type { PaidByGiftCard, Placed, PlacedByPaypal } from './wire/answers.ts'

type PayOrderInput = { paymentMethod: 'card' | 'gift-card' | 'paypal'; giftCardCode?: string | undefined }
type Answer = { status: 'pending'; data: Placed | PlacedByPaypal } | { status: 'complete'; data: PaidByGiftCard }

export async function payOrder(
  deps: Deps,
  actor: Actor,
  orderId: string,
  { paymentMethod, giftCardCode = '' }: PayOrderInput,
  ip: string,
): Promise<Outcome<Answer>> {
  if (paymentMethod === 'gift-card') {
    const paid = await payDueByGiftCard(deps, actor, orderId, giftCardCode, ip)
    return paid.ok ? accepted({ status: 'complete', data: paid.value }) : paid
  }
  const gateway = deps.gateways.forMethod(paymentMethod)
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  const opened = await continuePayment(deps, gateway, actor, orderId)
  const begun = paymentMethod === 'paypal' ? toPaypalAnswer(opened) : toCardAnswer(gateway, opened)
  return begun.ok ? accepted({ status: 'pending', data: begun.value }) : begun
}

/** By a gift card that covers all of it; a charge that was begun is made sure to be dead first. */
async function payDueByGiftCard(
  deps: Deps,
  actor: Actor,
  orderId: string,
  code: string,
  ip: string,
): Promise<Outcome<PaidByGiftCard>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order, follower } = followed
  // Price rule 5.
  if (order.product === 'gift-card') return refused('METHOD_NOT_AVAILABLE')
  const card = await findGiftCard(deps, code, ip)
  if (!card.ok) return card
  if (card.value.balance.currency !== order.currency) return refused('GIFT_CARD_INVALID')
  // Each part of an order keeps one gift card; one that is set aside already goes with the charge that was begun.
  const held = (await listOrderPayments(deps.db, orderId)).some(
    ({ method, state }) => method === 'gift-card' && state === 'pending',
  )
  if (held) return refused('METHOD_NOT_AVAILABLE', { reason: 'another gift card is set aside for this order' })
  const cancelled = await cancelLivePayment(deps, orderId)
  if (!cancelled.ok) return cancelled

  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, orderId)
    const attempts = await listOrderPayments(tx, orderId)
    const due = locked && payable(locked, attempts, deps.clock())
    if (!locked || !due || isDeletedAccountEmail(locked.email)) return refused('ORDER_CLOSED')
    if (await hasOpenDispute(tx, orderId)) return refused('DISPUTE_OPEN')
    if (await livePayment(tx, orderId)) return refused('PAYMENT_IN_HAND')
    const tender = { method: 'gift-card' as const, accountId: getGiftCardAccountId(card.value.id), amount: due.amount }
    if (!(await hold(tx, locked, [tender], due.purpose))) return refused('PAYMENT_REQUIRED')
    if (due.purpose === 'purchase') {
      const unusable = await fulfilOrder(deps, tx, locked)
      if (unusable) return refuseUnseated(unusable, follower === 'buyer')
    } else {
      await consumeCodes(tx, locked)
      await noteBalance(deps, tx, orderId)
    }
    const own = actor.kind === 'guest' ? actor.checkoutToken : null
    const checkoutToken = own ?? deps.secrets.newToken()
    if (!own) await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), orderId)
    const paymentId = (await listOrderPayments(tx, orderId)).at(-1)!.id
    return accepted({ orderId, paymentId, checkoutToken, enrolmentIds: await listOrderEnrolments(tx, orderId) })
  })
}
