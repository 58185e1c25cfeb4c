/**
 * Completes interrupted work: polls the provider about open payments, sends refunds that are due, and ends expired
 * orders. Runs at every start of a worker and each minute. The longest unpolled payment is first, so none is left out.
 */

import { GIFT_CARD_PAYMENT_MINUTES } from '#domain/money/gift-card.ts'
import type { Deps } from '#http/deps.ts'
import { listExpiredHolds } from '#learn/enrolments/queries.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { runEach } from '#platform/jobs/run-each.ts'
import type { Gateway, PaymentProvider } from '#platform/payments/gateway.ts'
import { listDeletedIntents } from '#sell/orders/queries/deleted-orders.ts'
import { lateGiftCards } from '#sell/orders/queries/gift-card-purchases.ts'
import { listPaymentsOfIntents, listStrandedOrders, nextUnsettled, paymentById } from '#sell/orders/queries/payments.ts'
import { paymentsToRefund } from '#sell/refunds/queries/payment-refunds.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { listPaymentsWithNewDisputes, syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { listPaymentsToSync, syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { resumeCancellations } from './cancel-cohort.ts'
import { completePayment } from './complete-payment.ts'
import { expireOrder } from './end-order.ts'

/** One round stays well within its minute, even when every call takes a second. */
const IN_ONE_ROUND = 200
const FOR_PRESENTED = 150
const SIDE_BY_SIDE = 8
const DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1000

/** Each part runs, also when another one fails. The job then fails, so that its failure is noticed. */
export async function reconcile(deps: Deps, olderThanSeconds: number): Promise<void> {
  const providers = deps.gateways.all.map(({ provider }) => provider)
  await runEach(deps.log, {
    pollUnsettled: async () => {
      const unsettled = await pickUnsettled(deps, providers, olderThanSeconds)
      await forEach(deps, unsettled, (paymentId) => pollPayment(deps, paymentId))
    },
    sendRefunds: async () => {
      const toRefund = await paymentsToRefund(deps.db, providers, IN_ONE_ROUND)
      await forEach(deps, toRefund, (paymentId) => refundPayment(deps, paymentId))
    },
    expireHolds: () => expireOrders(deps, providers, (limit) => listExpiredHolds(deps.db, limit)),
    expireGiftCards: () =>
      expireOrders(deps, providers, (limit) => lateGiftCards(deps.db, GIFT_CARD_PAYMENT_MINUTES, limit)),
    resumeCancellations: () => resumeCancellations(deps),
  })
}

/** Orders that cannot end, since their provider is not configured, never hold up the others. */
async function expireOrders(
  deps: Deps,
  providers: readonly PaymentProvider[],
  listDue: (limit: number) => Promise<string[]>,
): Promise<void> {
  const stranded = new Set(await listStrandedOrders(deps.db, providers))
  const due = await listDue(IN_ONE_ROUND + stranded.size)
  await forEach(
    deps,
    due.filter((id) => !stranded.has(id)),
    (orderId) => expireOrder(deps, orderId),
  )
  if (stranded.size > 0)
    deps.log.warn({ orders: stranded.size }, 'open payments wait for a provider that is not configured')
}

/** Payments whose card the provider has come first, so that orders that nobody pays never hold them up; the others have a share. */
async function pickUnsettled(
  { db }: Deps,
  providers: readonly PaymentProvider[],
  olderThanSeconds: number,
): Promise<string[]> {
  const first = await nextUnsettled(db, providers, olderThanSeconds, FOR_PRESENTED, 'presented')
  const others = await nextUnsettled(db, providers, olderThanSeconds, IN_ONE_ROUND - first.length, 'any')
  return [...new Set([...first, ...others])]
}

/** Charges of payments that we hold for unpaid, such as an intent that the provider had cancelled. */
export async function syncLostCharges(deps: Deps, days = DAYS): Promise<void> {
  const since = new Date(deps.clock().getTime() - days * DAY_MS)
  await forEachGateway(deps, async (gateway) => {
    const { provider } = gateway
    const charged = (await gateway.listCharges(since)).map((charge) => charge.intentId)
    const unpaid = await listPaymentsOfIntents(deps.db, provider, charged, ['pending', 'declined', 'cancelled'])
    const lost = unpaid.flatMap((payment) => payment.provider_intent_id ?? [])
    const deleted = await listDeletedIntents(deps.db, provider, charged)
    await forEach(deps, [...lost, ...deleted], async (id) =>
      completePayment(deps, provider, await gateway.getIntent(id)),
    )
  })
}

/** Refunds, and failures of refunds, whose event was lost. */
export async function syncLostRefunds(deps: Deps, days: number): Promise<void> {
  const since = new Date(deps.clock().getTime() - days * DAY_MS)
  await forEachGateway(deps, async (gateway) => {
    const payments = await listPaymentsToSync(deps, gateway, since)
    await forEach(deps, payments, (paymentId) => syncPaymentRefunds(deps, paymentId))
  })
}

/** Disputes whose event was lost. */
export async function syncLostDisputes(deps: Deps, days: number): Promise<void> {
  const since = new Date(deps.clock().getTime() - days * DAY_MS)
  await forEachGateway(deps, async (gateway) => {
    const payments = await listPaymentsWithNewDisputes(deps, gateway, since)
    await forEach(deps, payments, (paymentId) => syncDisputes(deps, paymentId))
  })
}

async function pollPayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment) return
  if (payment.state === 'refund-pending') return refundPayment(deps, paymentId)
  // Without an intent nobody can pay. It is created when the order is continued or ended.
  const gateway = deps.gateways.for(payment.provider)
  if (gateway && payment.provider_intent_id)
    await completePayment(deps, gateway.provider, await gateway.getIntent(payment.provider_intent_id))
}

/** Asks each provider, also when another one fails. */
async function forEachGateway(deps: Deps, act: (gateway: Gateway) => Promise<void>): Promise<void> {
  await runEach(
    deps.log,
    Object.fromEntries(deps.gateways.all.map((gateway) => [gateway.provider, () => act(gateway)])),
  )
}

/** A failure must not hold up the others. */
async function forEach(deps: Deps, ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  const waiting = [...ids]
  const worker = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      await act(id).catch((error) => logFailure(deps.log, error, 'could not be reconciled; it is tried again', { id }))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
}
