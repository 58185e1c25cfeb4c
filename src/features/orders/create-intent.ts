/** The provider's side of a payment. Asking twice gives the same intent, so this may be repeated after any crash. */
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import type { CardUse } from '#platform/payments/saved-cards.ts'
import { getMandate, getSavedCard } from './queries/card-mandates.ts'
import { setPaymentIntent } from './queries/payments.ts'

/** The columns of a payment that its intent needs. */
export type ChargedPayment = {
  id: string
  order_id: string
  provider_intent_id: string | null
  amount_minor: number
  currency: string
  /** Absent for the purchase that a new order begins with, whose payment type is known. */
  purpose?: 'purchase' | 'balance'
  paymentType?: 'full' | 'deposit'
}

export async function createIntent(deps: Deps, gateway: Gateway, payment: ChargedPayment) {
  if (payment.provider_intent_id) return gateway.getIntent(payment.provider_intent_id)
  // Without the checkout token: the browser keeps it, and providers store addresses.
  const orderUrl = `${deps.config.publicUrl}/order/${payment.order_id}`
  const intent = await gateway.createIntent({
    key: `payment:${payment.id}`,
    amount: money(payment.amount_minor, payment.currency),
    reference: payment.id,
    returnUrl: orderUrl,
    cancelUrl: `${orderUrl}?approval=cancelled`,
    ...(await getCardUse(deps, gateway, payment)),
  })
  await setPaymentIntent(deps.db, payment.id, intent.intentId)
  return intent
}

/** Saves the card of a deposit whose buyer agreed. The payment of a later charge is for the saved card, and charges nothing yet. */
async function getCardUse({ db }: Deps, gateway: Gateway, payment: ChargedPayment): Promise<{ card?: CardUse }> {
  const mandate = payment.paymentType !== 'full' && gateway.savedCards && (await getMandate(db, payment.order_id))
  if (!mandate) return {}
  const savedCard = getSavedCard(mandate)
  if (savedCard) return mandate.payment_id === payment.id ? { card: savedCard } : {}
  return mandate.ended_at || payment.purpose === 'balance' ? {} : { card: 'save' }
}
