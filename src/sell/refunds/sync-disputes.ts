/**
 * Copies the provider's disputes into our rows. The provider's list is the fact, and its events only trigger a look.
 * Repeats and responses out of order change nothing (src/domain/orders/dispute.ts).
 */

import { money, zero } from '#domain/money/money.ts'
import { getLossToBook, nextDisputeState } from '#domain/orders/dispute.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Gateway, PaymentProvider } from '#platform/payments/gateway.ts'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import { disputeOpenedJob } from '#sell/checkout/queue.ts'
import { bookDispute } from '#sell/ledger/book.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { listPaymentsOfIntents, lockPayment, paymentById, paymentOfIntent } from '#sell/orders/queries/payments.ts'
import { applyDisputes } from './apply-disputes.ts'
import {
  addDispute,
  addDisputeMovement,
  disputeByProviderId,
  getStoredDisputes,
  listDisputedPayments,
  moveDispute,
  movementsOfDispute,
  updateDispute,
} from './queries/disputes.ts'

const CHARGED: readonly string[] = ['complete', 'refund-pending', 'returned']

type Payment = Awaited<ReturnType<typeof lockPayment>>

export async function syncDisputes(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  const gateway = payment && deps.gateways.for(payment.provider)
  if (!gateway || !payment.provider_intent_id) return
  const asOf = new Date()
  const disputes = await gateway.listDisputes({ intentId: payment.provider_intent_id })
  if (disputes.length === 0) return
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, payment.order_id)
    const locked = await lockPayment(tx, paymentId)
    // The charge completes before its dispute is stored. The reconciler comes again.
    if (!CHARGED.includes(locked.state)) return
    for (const dispute of disputes) await storeDispute(deps, tx, locked, dispute, asOf)
    await applyDisputes(deps, tx, payment.order_id)
  })
}

/** Finds the payment by the provider's id. Ignores an unknown payment. */
export async function syncDisputesOfIntent(deps: Deps, provider: PaymentProvider, intentId: string): Promise<void> {
  const payment = await paymentOfIntent(deps.db, provider, intentId)
  if (payment) await syncDisputes(deps, payment.id)
}

/** The payments whose disputes differ from the provider's: those opened since then, and those that are not decided yet. */
export async function listPaymentsWithNewDisputes(deps: Deps, gateway: Gateway, since: Date): Promise<string[]> {
  const disputes = await gateway.listDisputes({ since })
  const known = await getStoredDisputes(
    deps.db,
    disputes.map(({ disputeId }) => disputeId),
  )
  const differing = disputes.filter(({ disputeId, status, amount, movements }) => {
    const ours = known.get(disputeId)
    return ours?.state !== status || ours.amount_minor !== amount.minor || ours.movements !== movements.length
  })
  const intentIds = new Set(differing.map(({ intentId }) => intentId))
  const paymentIds = (await listPaymentsOfIntents(deps.db, gateway.provider, intentIds)).map(({ id }) => id)
  return [...new Set([...paymentIds, ...(await listDisputedPayments(deps.db, gateway.provider))])]
}

async function storeDispute(deps: Deps, tx: Tx, payment: Payment, dispute: ProviderDispute, asOf: Date): Promise<void> {
  const facts = {
    amount_minor: dispute.amount.minor,
    reason: dispute.reason,
    answer_by: dispute.answerBy,
    provider_state_at: asOf,
  }
  const isNew = await addDispute(tx, {
    ...facts,
    payment_id: payment.id,
    provider_dispute_id: dispute.disputeId,
    state: dispute.status,
    currency: dispute.amount.currency,
    opened_at: dispute.at,
    decided_at: dispute.status === 'inquiry' || dispute.status === 'open' ? null : asOf,
  })
  const known = await disputeByProviderId(tx, dispute.disputeId)
  const next = isNew
    ? dispute.status
    : nextDisputeState({ state: known.state, asOf: known.provider_state_at }, { ...dispute, asOf })
  if (next && !isNew) await moveDispute(tx, known.id, next, facts)
  else await updateDispute(tx, known.id, facts)
  await bookMovements(tx, payment, { id: known.id, state: next ?? known.state, currency: known.currency }, dispute)
  if (next === 'open' || (isNew && next === 'inquiry'))
    await deps.jobs.enqueue(tx, disputeOpenedJob, { disputeId: known.id }, { key: `${known.id} ${next}` })
}

type Stored = { id: string; state: ProviderDispute['status']; currency: string }

/** Books each movement of the provider once, and the rest of a lost dispute as a loss. */
async function bookMovements(tx: Tx, payment: Payment, stored: Stored, { movements }: ProviderDispute): Promise<void> {
  for (const { movementId, kind, amount, fee, at } of movements) {
    const id = await addDisputeMovement(tx, {
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
  const loss = getLossToBook(
    stored.state,
    all.map(({ kind, amount_minor }) => ({ kind, amountMinor: amount_minor })),
  )
  if (loss === 0) return
  const kind = loss > 0 ? ('written-off' as const) : ('recovered' as const)
  const amount = money(Math.abs(loss), stored.currency)
  const row = { dispute_id: stored.id, kind, amount_minor: amount.minor, fee_currency: amount.currency, at: new Date() }
  const id = await addDisputeMovement(tx, row)
  if (id) await bookDispute(tx, payment.provider, { id, kind, amount, fee: zero(amount.currency) })
}
