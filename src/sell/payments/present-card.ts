/** Notes that the provider has a card for a payment: the reconciler asks about it first, and its seats count as good as paid. */
import type { ProviderFact } from '#domain/orders/payment.ts'
import { markPresented } from '#learn/enrolments/queries/hold-limits.ts'
import type { Tx } from '#platform/db/db.ts'
import { markCardPresented } from '#sell/orders/queries/payments.ts'

const WITH_CARD: readonly ProviderFact['status'][] = ['requires_action', 'approved', 'processing', 'succeeded']

export async function notePresented(
  tx: Tx,
  payment: { id: string; order_id: string; card_presented_at: Date | null },
  { status }: ProviderFact,
): Promise<void> {
  const isGood = WITH_CARD.includes(status)
  if (!isGood && status !== 'declined') return
  if (!payment.card_presented_at) await markCardPresented(tx, payment.id)
  // A succeeded payment completes in this transaction.
  if (status !== 'succeeded') await markPresented(tx, payment.order_id, isGood)
}
