/**
 * Hears from the provider what went back of a payment, also what nobody here asked for: somebody of the
 * house may refund at the provider's own desk. Ours are told by their key. Whose seats the others were for
 * is not guessed: an operator says it (decide-refund.ts). Heard again it changes nothing.
 */
import { absorb } from '#domain/refund.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { ProviderRefund } from '#platform/payments/provider-refund.ts'
import { noteAccepted, noteFailed } from './note-refund.ts'
import { lockOrder } from './queries/orders.ts'
import { acceptRefund, lockPayment, paymentById, paymentsOfIntents } from './queries/payments.ts'
import { addProviderRefund, cutRefund, heldForAccepted, refundsOfPayment } from './queries/refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

export const refundKey = (refundId: string): string => `refund:${refundId}`

export async function hearRefunds(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return
  const told = await deps.gateway.listRefunds({ intentId: payment.provider_intent_id })
  if (told.length === 0) return
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, payment.order_id)
    for (const refund of told) if (order) await hear(deps, tx, order, paymentId, refund)
  })
}

/** The payments of which the provider tells another story than we do, by what it paid back since then. */
export async function paymentsToHear(deps: Deps, since: Date): Promise<string[]> {
  const { gateway } = deps
  if (!gateway) return []
  const told = await gateway.listRefunds({ since })
  const held = await heldForAccepted(
    deps.db,
    told.map(({ refundId }) => refundId),
  )
  const differing = told.filter(({ refundId, hasFailed }) => held.has(refundId) === hasFailed)
  return paymentsOfIntents(deps.db, gateway.provider, [...new Set(differing.map(({ intentId }) => intentId))])
}

async function hear(deps: Deps, tx: Tx, order: Order, paymentId: string, told: ProviderRefund): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  // What was charged is settled first; whoever asks comes again.
  if (!['complete', 'returning', 'returned'].includes(payment.state)) return
  const known = await refundsOfPayment(tx, paymentId)
  const held = known.filter((one) => one.provider_refund_id === told.refundId)
  if (told.hasFailed) {
    for (const one of held) if (one.state === 'accepted') await noteFailed(tx, order, one)
    return
  }
  if (held.length > 0) return

  const ours = known.find((one) => refundKey(one.id) === told.key)
  if (ours) {
    if (await acceptRefund(tx, ours.id, told.refundId)) await noteAccepted(deps, tx, order, ours)
    return
  }
  const waiting = known.filter(({ state }) => state === 'queued' || state === 'stopped')
  const made = { minor: told.amount.minor, at: told.at }
  const { parts, restMinor } = absorb(
    waiting.map(({ id, amount_minor, created_at }) => ({ id, amountMinor: amount_minor, since: created_at })),
    made,
    payment.amount_minor - payment.refunded_minor - made.minor,
  )
  const add = async (minor: number, request_id: string | null) => {
    const row = { payment_id: paymentId, amount_minor: minor, reason: 'sent back at the provider', request_id }
    const id = await addProviderRefund(tx, told.refundId, { ...row, at: told.at })
    await noteAccepted(deps, tx, order, { id, ...row })
  }
  for (const part of parts) {
    const one = waiting.find(({ id }) => id === part.id)!
    if (one.amount_minor > part.minor) {
      await cutRefund(tx, one.id, part.minor)
      await add(part.minor, one.request_id)
    } else if (await acceptRefund(tx, one.id, told.refundId)) await noteAccepted(deps, tx, order, one)
  }
  if (restMinor > 0) await add(restMinor, null)
}
