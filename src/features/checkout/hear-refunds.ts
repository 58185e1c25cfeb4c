/**
 * Hears from the provider what went back of a payment, also what nobody here asked for: somebody of the
 * house may refund at the provider's dashboard. Ours are told by their key and by nothing else. Whose seats
 * the others were for is not guessed: an operator says it (decide-refund.ts). Heard again it changes nothing.
 */
import { waitingOf } from '#domain/refund.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { ProviderRefund } from '#platform/payments/provider-refund.ts'
import { noteAccepted, noteFailed } from './note-refund.ts'
import { lockOrder } from './queries/orders.ts'
import { acceptRefund, addRefund, lockPayment, paymentById, paymentsOf, paymentsOfIntents } from './queries/payments.ts'
import { addProviderRefund, addStopped, dropRefunds, heldForAccepted, refundsOfPayment } from './queries/refunds.ts'

const CHARGED: readonly string[] = ['complete', 'returning', 'returned']
const PREFIX = 'refund:'
const DASHBOARD = 'sent back at the provider'

export const refundKey = (refundId: string): string => PREFIX + refundId

export async function hearRefunds(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return
  const told = await deps.gateway.listRefunds({ intentId: payment.provider_intent_id })
  if (told.length === 0) return
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, payment.order_id)
    for (const refund of told.toSorted((a, b) => turn(a) - turn(b))) await hear(deps, tx, paymentId, refund)
    for (const refund of told) if (refund.hasFailed) await hearNeverTaken(tx, paymentId, refund)
  })
}

/** All that was charged for an order: what went back of one part may stand for what is to go back of another. */
export async function hearOrder(deps: Deps, orderId: string): Promise<void> {
  if (!deps.gateway) return
  for (const { id, state } of await paymentsOf(deps.db, orderId))
    if (CHARGED.includes(state)) await hearRefunds(deps, id)
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
  const differing = told.filter(
    ({ refundId, hasFailed, amount }) => (held.get(refundId) ?? 0) !== (hasFailed ? 0 : amount.minor),
  )
  return paymentsOfIntents(deps.db, gateway.provider, [...new Set(differing.map(({ intentId }) => intentId))])
}

/** What failed makes room for the others; and ours are known before the rest is somebody else's. */
const turn = ({ hasFailed, key }: ProviderRefund): number => (hasFailed ? 0 : key?.startsWith(PREFIX) ? 1 : 2)

async function hear(deps: Deps, tx: Tx, paymentId: string, told: ProviderRefund): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  // What was charged is settled first; whoever asks comes again.
  if (!CHARGED.includes(payment.state)) return
  const known = await refundsOfPayment(tx, paymentId)
  const held = known.filter((one) => one.provider_refund_id === told.refundId)
  if (told.hasFailed) {
    for (const one of held) if (one.state === 'accepted') await noteFailed(tx, one, told.refundId)
    return
  }
  if (held.length > 0) return

  const ours = known.find((one) => refundKey(one.id) === told.key && one.state === 'queued')
  // The provider's word counts: what it took less of is still to go, what it took more of nobody asked for.
  const minor = ours ? Math.min(ours.amount_minor, told.amount.minor) : 0
  if (ours) {
    await acceptRefund(tx, ours.id, told.refundId, minor)
    await noteAccepted(deps, tx, { ...ours, amount_minor: minor })
    if (minor < ours.amount_minor) await addStopped(tx, { ...ours, amount_minor: ours.amount_minor - minor })
  }
  if (minor === told.amount.minor) return
  const row = { payment_id: paymentId, amount_minor: told.amount.minor - minor, reason: DASHBOARD }
  const id = await addProviderRefund(tx, told.refundId, { ...row, at: told.at })
  await noteAccepted(deps, tx, { id, ...row })
  await goOnReturning(deps, tx, paymentId)
}

/** Ours may fail before we heard that it was taken; unless it was tried again with success, it is over. */
async function hearNeverTaken(tx: Tx, paymentId: string, told: ProviderRefund): Promise<void> {
  const known = await refundsOfPayment(tx, paymentId)
  const ours = known.find((one) => refundKey(one.id) === told.key && one.state === 'queued')
  if (ours) await noteFailed(tx, ours, told.refundId)
}

/** Money that could not be used goes back whole, so nobody is asked: what is left of it goes instead of what was to go. */
async function goOnReturning(deps: Deps, tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.state === 'complete') return
  const known = await refundsOfPayment(tx, paymentId)
  const refunds = known.map(({ id, state, amount_minor, is_in_flight }) => ({
    id,
    state,
    amountMinor: amount_minor,
    isInFlight: is_in_flight,
  }))
  const { open, hasRoom } = waitingOf(payment.amount_minor, refunds)
  if (hasRoom) return
  const dropped = known.filter(({ id }) => open.includes(id))
  await dropRefunds(tx, open)
  const kept = (await refundsOfPayment(tx, paymentId)).filter(({ state }) => state === 'queued')
  const waitingMinor = kept.reduce((sum, one) => sum + one.amount_minor, 0)
  const row = { payment_id: paymentId, amount_minor: payment.amount_minor - payment.refunded_minor - waitingMinor }
  if (row.amount_minor <= 0) return
  const again = { ...row, reason: dropped[0]?.reason ?? DASHBOARD, request_id: null }
  if (dropped.every(({ state }) => state === 'stopped')) return addStopped(tx, again)
  const id = await addRefund(tx, again)
  await deps.jobs.enqueue(tx, 'payment.refund', { paymentId }, { key: id })
}
