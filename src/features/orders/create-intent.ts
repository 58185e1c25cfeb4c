/** The provider's side of a payment. Asking twice gives the same intent, so this may be repeated after any crash. */
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { prepareIntent } from './prepare-intent.ts'
import { setPaymentIntent } from './queries/payments.ts'

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
