/**
 * Brings our disputes to what the provider says. The provider's list is the fact: its events only say that somebody
 * should look. Repeats and answers out of order change nothing (src/domain/dispute.ts).
 */
import { lossToBook, reduce } from '#domain/dispute.ts'
import { money, zero } from '#domain/money.ts'
import { bookDispute } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import { applyDisputes } from './apply-disputes.ts'
import {
  addDispute,
  addMovement,
  disputeByProviderId,
  knownDisputes,
  moveDispute,
  movementsOfDispute,
  noteDispute,
  paymentsInDispute,
} from './queries/disputes.ts'
import { lockOrder } from './queries/orders.ts'
import { lockPayment, paymentById, paymentOfIntent, paymentsOfIntents } from './queries/payments.ts'

const CHARGED: readonly string[] = ['complete', 'returning', 'returned']

type Payment = Awaited<ReturnType<typeof lockPayment>>

export async function syncDisputes(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return
  const asOf = new Date()
  const disputes = await deps.gateway.listDisputes({ intentId: payment.provider_intent_id })
  if (disputes.length === 0) return
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, payment.order_id)
    const locked = await lockPayment(tx, paymentId)
    // A charge is settled before its dispute; the reconciler comes again.
    if (!CHARGED.includes(locked.state)) return
    for (const dispute of disputes) await storeDispute(deps, tx, locked, dispute, asOf)
    await applyDisputes(deps, tx, payment.order_id)
  })
}

/** By the provider's own id of the payment. One that is not ours is none of our business. */
export async function syncDisputesOfIntent(deps: Deps, intentId: string): Promise<void> {
  const payment = deps.gateway && (await paymentOfIntent(deps.db, deps.gateway.provider, intentId))
  if (payment) await syncDisputes(deps, payment.id)
}

/** The payments whose disputes differ from the provider's: those opened since then, and those that are not decided yet. */
export async function paymentsWithNewDisputes(deps: Deps, since: Date): Promise<string[]> {
  const { gateway } = deps
  if (!gateway) return []
  const disputes = await gateway.listDisputes({ since })
  const known = await knownDisputes(
    deps.db,
    disputes.map(({ disputeId }) => disputeId),
  )
  const differing = disputes.filter(({ disputeId, status, movements }) => {
    const ours = known.get(disputeId)
    return ours?.state !== status || ours.movements !== movements.length
  })
  const found = await paymentsOfIntents(deps.db, gateway.provider, [...new Set(differing.map((one) => one.intentId))])
  return [...new Set([...found, ...(await paymentsInDispute(deps.db, gateway.provider))])]
}

async function storeDispute(deps: Deps, tx: Tx, payment: Payment, dispute: ProviderDispute, asOf: Date): Promise<void> {
  const facts = { amount_minor: dispute.amount.minor, reason: dispute.reason, answer_by: dispute.answerBy }
  const isNew = await addDispute(tx, {
    ...facts,
    payment_id: payment.id,
    provider_dispute_id: dispute.disputeId,
    state: dispute.status,
    currency: dispute.amount.currency,
    opened_at: dispute.at,
    provider_state_at: asOf,
    decided_at: dispute.status === 'inquiry' || dispute.status === 'open' ? null : asOf,
  })
  const known = await disputeByProviderId(tx, dispute.disputeId)
  const next = isNew
    ? dispute.status
    : reduce({ state: known.state, asOf: known.provider_state_at }, { ...dispute, asOf })
  if (next && !isNew) await moveDispute(tx, known.id, next, asOf)
  else await noteDispute(tx, known.id, { ...facts, provider_state_at: asOf })
  await bookMovements(tx, payment, { id: known.id, state: next ?? known.state, currency: known.currency }, dispute)
  if (next === 'open' || (isNew && next === 'inquiry'))
    await deps.jobs.enqueue(tx, 'dispute.opened', { disputeId: known.id }, { key: `${known.id} ${next}` })
}

type Stored = { id: string; state: ProviderDispute['status']; currency: string }

/** Each movement of the provider's once, and what is left at the end as a loss. */
async function bookMovements(tx: Tx, payment: Payment, stored: Stored, { movements }: ProviderDispute): Promise<void> {
  for (const { movementId, kind, amount, fee, at } of movements) {
    const id = await addMovement(tx, {
      dispute_id: stored.id,
      kind,
      provider_movement_id: movementId,
      amount_minor: amount.minor,
      fee_minor: fee.minor,
      fee_currency: fee.currency,
      at,
    })
    if (id) await bookDispute(tx, payment.provider, { id, kind, amount, fee })
  }
  const all = await movementsOfDispute(tx, stored.id)
  const loss = lossToBook(
    stored.state,
    all.map(({ kind, amount_minor }) => ({ kind, amountMinor: amount_minor })),
  )
  if (loss === 0) return
  const kind = loss > 0 ? ('written-off' as const) : ('recovered' as const)
  const amount = money(Math.abs(loss), stored.currency)
  const row = { dispute_id: stored.id, kind, amount_minor: amount.minor, fee_currency: amount.currency, at: new Date() }
  const id = await addMovement(tx, row)
  if (id) await bookDispute(tx, payment.provider, { id, kind, amount, fee: zero(amount.currency) })
}
