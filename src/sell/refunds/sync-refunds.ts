/**
 * Stores the provider's refunds of a payment, including refunds that an admin made in the provider's dashboard. Our
 * refunds are recognised by their key only. An admin allocates the others to seats (allocate-refund.ts). A repeat
 * changes nothing.
 */
import { checkPendingRefunds } from '#domain/orders/refund.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import type { ProviderRefund } from '#platform/payments/provider-refund.ts'
import { paymentRefundJob } from '#sell/checkout/queue.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments, listPaymentsOfIntents, lockPayment, paymentById } from '#sell/orders/queries/payments.ts'
import { acceptRefund, addRefund } from './queries/payment-refunds.ts'
import {
  addProviderRefund,
  addRefundOnHold,
  getAcceptedRefunds,
  listPaymentRefunds,
  voidRefunds,
} from './queries/refunds.ts'
import { markRefundAccepted, markRefundFailed } from './refund-outcomes.ts'

const CHARGED: readonly string[] = ['complete', 'refund-pending', 'returned']
const PREFIX = 'refund:'
const DASHBOARD = 'sent back at the provider'

export const refundKey = (refundId: string): string => PREFIX + refundId

export async function syncPaymentRefunds(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  const gateway = payment && deps.gateways.for(payment.provider)
  if (!gateway || !payment.provider_intent_id) return
  const reported = await gateway.listRefunds({ intentId: payment.provider_intent_id })
  if (reported.length === 0) return
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, payment.order_id)
    for (const refund of reported.toSorted((a, b) => turn(a) - turn(b)))
      await applyReportedRefund(deps, tx, paymentId, refund)
    for (const refund of reported) if (refund.hasFailed) await failNeverAccepted(tx, paymentId, refund)
  })
}

/**
 * All that was charged for an order: what went back of one part may stand for what is to go back of another. Answers
 * the provider that cannot be asked, since it is not configured.
 */
export async function syncOrderRefunds(deps: Deps, orderId: string): Promise<string | null> {
  const charged = (await listOrderPayments(deps.db, orderId)).filter(
    ({ state, provider_intent_id }) => provider_intent_id && CHARGED.includes(state),
  )
  for (const { id } of charged) await syncPaymentRefunds(deps, id)
  return charged.find(({ provider }) => !deps.gateways.for(provider))?.provider ?? null
}

/** Payments whose refunds since then differ between the provider and us. */
export async function listPaymentsToSync(deps: Deps, gateway: Gateway, since: Date): Promise<string[]> {
  const reported = await gateway.listRefunds({ since })
  const held = await getAcceptedRefunds(
    deps.db,
    reported.map(({ refundId }) => refundId),
  )
  const differing = reported.filter(
    ({ refundId, hasFailed, amount }) => (held.get(refundId) ?? 0) !== (hasFailed ? 0 : amount.minor),
  )
  const intentIds = new Set(differing.map(({ intentId }) => intentId))
  return (await listPaymentsOfIntents(deps.db, gateway.provider, intentIds)).map(({ id }) => id)
}

/** Failed refunds come first, because they leave room for the others; then ours; then refunds of the dashboard. */
const turn = ({ hasFailed, key }: ProviderRefund): number => (hasFailed ? 0 : key?.startsWith(PREFIX) ? 1 : 2)

async function applyReportedRefund(deps: Deps, tx: Tx, paymentId: string, reported: ProviderRefund): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  // The charge is stored first; the sync is repeated later.
  if (!CHARGED.includes(payment.state)) return
  const known = await listPaymentRefunds(tx, paymentId)
  const held = known.filter((one) => one.provider_refund_id === reported.refundId)
  if (reported.hasFailed) {
    for (const one of held) if (one.state === 'accepted') await markRefundFailed(tx, one, reported.refundId)
    return
  }
  if (held.length > 0) return

  const ours = known.find((one) => refundKey(one.id) === reported.key && one.state === 'queued')
  // The provider's amount counts: a missing part is still to be sent, and an excess is a refund of the dashboard.
  const minor = ours ? Math.min(ours.amount_minor, reported.amount.minor) : 0
  if (ours) {
    await acceptRefund(tx, ours.id, reported.refundId, minor)
    await markRefundAccepted(deps, tx, { ...ours, amount_minor: minor })
    if (minor < ours.amount_minor) await addRefundOnHold(tx, { ...ours, amount_minor: ours.amount_minor - minor })
  }
  if (minor === reported.amount.minor) return
  const row = { payment_id: paymentId, amount_minor: reported.amount.minor - minor, reason: DASHBOARD }
  const id = await addProviderRefund(tx, reported.refundId, { ...row, at: reported.at })
  await markRefundAccepted(deps, tx, { id, ...row })
  await continueFullRefund(deps, tx, paymentId)
}

/** Our refund may fail before its acceptance was stored. It has ended, unless a retry succeeded. */
async function failNeverAccepted(tx: Tx, paymentId: string, reported: ProviderRefund): Promise<void> {
  const known = await listPaymentRefunds(tx, paymentId)
  const ours = known.find((one) => refundKey(one.id) === reported.key && one.state === 'queued')
  if (ours) await markRefundFailed(tx, ours, reported.refundId)
}

/** A payment that cannot be kept is refunded in full without an admin: the rest replaces the pending refunds. */
async function continueFullRefund(deps: Deps, tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.state === 'complete') return
  const known = await listPaymentRefunds(tx, paymentId)
  const refunds = known.map(({ id, state, amount_minor, is_in_flight }) => ({
    id,
    state,
    amountMinor: amount_minor,
    isInFlight: is_in_flight,
  }))
  const { voidable: open, hasRoom } = checkPendingRefunds(payment.amount_minor, refunds)
  if (hasRoom) return
  const dropped = known.filter(({ id }) => open.includes(id))
  await voidRefunds(tx, open)
  const queued = (await listPaymentRefunds(tx, paymentId)).filter(({ state }) => state === 'queued')
  const waitingMinor = queued.reduce((sum, one) => sum + one.amount_minor, 0)
  const row = { payment_id: paymentId, amount_minor: payment.amount_minor - payment.refunded_minor - waitingMinor }
  if (row.amount_minor <= 0) return
  const again = { ...row, reason: dropped[0]?.reason ?? DASHBOARD, request_id: null }
  if (dropped.every(({ state }) => state === 'on-hold')) return addRefundOnHold(tx, again)
  const id = await addRefund(tx, again)
  await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId }, { key: id })
}
