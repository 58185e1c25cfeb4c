/** Stores the card of a paid deposit whose buyer agreed to a later charge of the balance. */
import type { ProviderFact } from '#domain/orders/payment.ts'
import { endMandate, storeSavedCard } from '#features/orders/queries/card-mandates.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'

/** Without a saved card the mandate ends. Does nothing for an order without one. */
export async function keepCard(
  tx: Tx,
  { order_id, provider }: { order_id: string; provider: PaymentProvider },
  { savedCard, card }: ProviderFact,
): Promise<void> {
  const canSave = provider === 'sandbox' || provider === 'stripe'
  if (savedCard && card && canSave) await storeSavedCard(tx, order_id, { provider, savedCard, card })
  else await endMandate(tx, order_id, 'closed')
}
