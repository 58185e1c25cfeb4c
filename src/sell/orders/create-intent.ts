/** The provider's side of a payment. Asking twice gives the same intent, so this may be repeated after any crash. */
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway, Intent } from '#platform/payments/gateway.ts'
import { type CardUse, isCardGone } from '#platform/payments/saved-cards.ts'
import { getCardPlan } from './queries/card-plans.ts'
import { setPaymentIntent } from './queries/payments.ts'
import { endLostCard } from './queries/reusable-cards.ts'

/** The columns of a payment that its intent needs. */
export type ChargedPayment = {
  id: string
  order_id: string
  provider_intent_id: string | null
  amount_minor: number
  currency: string
  /** True for a new order, unless its buyer keeps the card or chose a kept one: nobody has to look the card up. */
  isPlain?: boolean
}

export async function createIntent(deps: Deps, gateway: Gateway, payment: ChargedPayment) {
  if (payment.provider_intent_id) return gateway.getIntent(payment.provider_intent_id)
  const intent = await prepareIntent(deps, gateway, payment)
  await setPaymentIntent(deps.db, payment.id, intent.intentId)
  return intent
}

/** Without the checkout token: the browser keeps it, and providers store addresses. */
export const getReturnUrl = ({ config }: Deps, orderId: string) => `${config.publicUrl}/order/${orderId}`

/**
 * The payment by a saved card that the provider does not have any more gets an intent without a card. The two have keys
 * of their own. If both exist, nobody knows the secret of the first, and nobody charges it.
 */
async function prepareIntent(deps: Deps, gateway: Gateway, payment: ChargedPayment): Promise<Intent> {
  const returnUrl = getReturnUrl(deps, payment.order_id)
  const order = {
    key: `payment:${payment.id}`,
    amount: money(payment.amount_minor, payment.currency),
    reference: payment.id,
    returnUrl,
    cancelUrl: `${returnUrl}?approval=cancelled`,
  }
  const { card } = await getCardUse(deps, gateway, payment)
  if (typeof card !== 'object') return gateway.createIntent({ ...order, ...(card && { card }) })
  try {
    return await gateway.createIntent({ ...order, key: `${order.key}:card`, card })
  } catch (error) {
    if (!isCardGone(error)) throw error
    const intent = await gateway.createIntent(order)
    deps.log.warn({ paymentId: payment.id }, 'the provider does not have the saved card of a payment any more')
    await endLostCard(deps.db, payment.id)
    return intent
  }
}

/**
 * The payment by a saved card is for it, and charges nothing yet. It depends only on what the attempt began with, because
 * the provider refuses the same key for another intent.
 */
async function getCardUse({ db }: Deps, gateway: Gateway, payment: ChargedPayment): Promise<{ card?: CardUse }> {
  const plan = !payment.isPlain && gateway.savedCards && (await getCardPlan(db, payment.id))
  if (!plan) return {}
  const { savedCard, reusableCard, savesCard } = plan
  if (savedCard) return { card: savedCard }
  if (reusableCard) return { card: { ...reusableCard, isSavedToo: savesCard === 'balance' } }
  return savesCard ? { card: savesCard === 'balance' ? 'save' : 'keep' } : {}
}
