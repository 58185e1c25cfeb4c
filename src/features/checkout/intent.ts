/** The provider's side of a payment. Asking twice gives the same intent, so this may be repeated after any crash. */
import { money } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { setIntent } from './queries/payments.ts'

type Payment = {
  id: string
  order_id: string
  provider_intent_id: string | null
  amount_minor: number
  currency: string
}

export async function openIntent(deps: Deps, gateway: Gateway, payment: Payment) {
  if (payment.provider_intent_id) return gateway.getIntent(payment.provider_intent_id)
  const intent = await gateway.createIntent({
    key: `payment:${payment.id}`,
    amount: money(payment.amount_minor, payment.currency),
    reference: payment.id,
    returnUrl: `${deps.config.publicUrl}/order/${payment.order_id}`,
  })
  await setIntent(deps.db, payment.id, intent.intentId)
  return intent
}
