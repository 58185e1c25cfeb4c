/** Asks the provider for the intent of a payment, for the card that the buyer or a mandate chose. */
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway, Intent } from '#platform/payments/gateway.ts'
import { CardGoneError, type CardUse } from '#platform/payments/saved-cards.ts'
import { getCardPlan } from './queries/card-plans.ts'
import { endLostCard } from './queries/reusable-cards.ts'

type PreparedPayment = {
  id: string
  order_id: string
  amount_minor: number
  currency: string
  isPlain?: boolean
}

/** Without the checkout token: the browser keeps it, and providers store addresses. */
export const getReturnUrl = ({ config }: Deps, orderId: string) => `${config.publicUrl}/order/${orderId}`

/**
 * The payment by a saved card that the provider does not have any more gets an intent without a card. The two have keys
 * of their own. If both exist, nobody knows the secret of the first, and nobody charges it.
 */
export async function prepareIntent(deps: Deps, gateway: Gateway, payment: PreparedPayment): Promise<Intent> {
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
    if (!(error instanceof CardGoneError)) throw error
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
async function getCardUse({ db }: Deps, gateway: Gateway, payment: PreparedPayment): Promise<{ card?: CardUse }> {
  const plan = !payment.isPlain && gateway.savedCards && (await getCardPlan(db, payment.id))
  if (!plan) return {}
  const { savedCard, reusableCard, savesCard } = plan
  if (savedCard) return { card: savedCard }
  if (reusableCard) return { card: { ...reusableCard, isSavedToo: savesCard === 'balance' } }
  return savesCard ? { card: savesCard === 'balance' ? 'save' : 'keep' } : {}
}
