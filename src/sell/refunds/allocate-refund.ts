/**
 * An admin allocates a refund that was made in the provider's dashboard to seats, and those seats end. Without seats,
 * every line bears its share. Our pending refunds are sent then, except those that this refund replaces.
 */
import { money, toWire } from '#domain/money/money.ts'
import { allocateProviderRefund } from '#domain/orders/refund-terms.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { cancelSeats } from '#learn/enrolments/end-seats.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { hasMail } from '#people/mailing/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { isDatabaseUnavailable, logFailure } from '#platform/db/unavailable.ts'
import { orderRefundedJob, paymentRefundJob } from '#sell/checkout/queue.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import { cancelDelivery } from '#sell/orders/queries/gift-card-purchases.ts'
import { addRefundedToLine, closeLine, listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { getLineBalances } from './apply-refund.ts'
import { getPendingRefunds, voidPendingRefunds } from './pending-refunds.ts'
import { addRefundRequest, listUnallocatedRefunds, markRefundsAllocated, type Why } from './queries/refunds.ts'
import { syncOrderRefunds } from './sync-refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

type Decision = {
  lines: readonly string[]
  reason: string
  /** The unallocated amount that the admin saw. */
  amount: MoneyWire
  /** The pending amount that the admin saw, if this refund replaces it. Null if it was another refund. */
  standsFor?: MoneyWire | null | undefined
}

/** Refuses if the amounts have changed since the admin saw them. */
export async function allocateRefund(
  deps: Deps,
  by: string,
  orderId: string,
  { lines, reason, amount: shown, standsFor = null }: Decision,
): Promise<Outcome<{ amount: MoneyWire }>> {
  if ((await listUnallocatedRefunds(deps.db, orderId)).length > 0) {
    const synced = await syncOrder(deps, orderId)
    if (!synced.ok) return synced
  }
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    const own = await listOrderLines(tx, orderId)
    if (lines.some((id) => !own.some((line) => line.id === id)))
      return refused('FIELD_INVALID', { fields: { lines: 'Please choose lines of this order' } })
    const unallocated = await listUnallocatedRefunds(tx, orderId)
    if (unallocated.length === 0) return refused('REFUND_NOT_POSSIBLE')
    const { minor, hasRoom, isInFlight } = await getPendingRefunds(tx, orderId)
    if (isInFlight) return refused('REFUND_IN_FLIGHT')
    const isSame = ({ amount, currency }: MoneyWire, minor: number) =>
      currency === order.currency && amount === toWire(money(minor, currency)).amount
    if (!isSame(shown, sumRefunds(unallocated)) || (standsFor && !isSame(standsFor, minor)))
      return refused('REFUND_CHANGED')
    if (!standsFor && !hasRoom) return refused('REFUND_TOO_LARGE')
    // A delivered gift card may have been used, so it can't be ended any more.
    const endsCard = order.product === 'gift-card' && lines.length > 0
    if (endsCard && !(await cancelDelivery(tx, orderId))) return refused('REFUND_NOT_POSSIBLE')
    const why: Why = { cause: 'provider', by, reason }
    const amount = await allocateOpenRefunds(
      deps,
      tx,
      order,
      { ending: lines, waiting: standsFor ? 'stands for' : 'another' },
      why,
    )
    if (!amount) return refused('REFUND_NOT_POSSIBLE')
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'refund-allocated',
      object: { kind: 'order', id: orderId },
      details: { lines: lines.length, ...toWire(amount) },
    })
    return accepted({ amount: toWire(amount) })
  })
}

/** Afterwards, an old request of ours that the provider does not list was never accepted. */
async function syncOrder(deps: Deps, orderId: string): Promise<Outcome<null>> {
  try {
    const missing = await syncOrderRefunds(deps, orderId)
    return missing ? refused('PROVIDER_NOT_CONFIGURED', { reason: missing }) : accepted(null)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    logFailure(deps.log, error, 'the provider’s refunds could not be synced before an allocation', { orderId })
    return refused('PROVIDER_AWAY')
  }
}

/** The pending refunds are replaced, requested again in full, or independent of this refund. */
type Shared = { ending: readonly string[]; waiting: 'stands for' | 'asked anew' | 'another' }

/** Under the order's lock. Null if nothing is unallocated. Enqueues the refunds that waited for it. */
export async function allocateOpenRefunds(deps: Deps, tx: Tx, order: Order, { ending, waiting }: Shared, why: Why) {
  const refunds = await listUnallocatedRefunds(tx, order.id)
  if (refunds.length === 0 || order.state !== 'complete') return null
  const amount = money(sumRefunds(refunds), order.currency)
  const { open } = await getPendingRefunds(tx, order.id)
  const drops = waiting === 'another' ? [] : open
  const { freed, dropped } = await voidPendingRefunds(tx, order.currency, drops, waiting === 'asked anew')

  const lines = await listOrderLines(tx, order.id)
  const balances = await getLineBalances(tx, order, lines)
  const named = lines.map(({ id }) => ending.includes(id))
  const shares = allocateProviderRefund(
    amount,
    lines.map(({ id }) => balances.get(id)!.refundable.minor),
    named,
    lines.map(({ id }) => freed.get(id) ?? 0),
  )
  const borne = lines.flatMap((line, at) => (shares[at]!.minor > 0 ? [{ line, amount: shares[at]! }] : []))
  const requestId = await addRefundRequest(tx, order.id, amount.minor, why, borne)
  for (const { line, amount: share } of borne) await addRefundedToLine(tx, line.id, share.minor)
  await markRefundsAllocated(
    tx,
    refunds.map(({ id }) => id),
    requestId,
  )
  const endingLines = lines.filter((_line, at) => named[at])
  const seats = endingLines.map(({ position }) => position + 1)
  if (order.product === 'cohort') await cancelSeats(deps, tx, { orderId: order.id, seats, ...why })
  for (const line of endingLines) {
    const { unpaid } = balances.get(line.id)!
    if (unpaid.minor > 0) await closeLine(tx, line, unpaid.minor)
  }
  await noteBalance(deps, tx, order.id)
  for (const { id, payment_id } of (await getPendingRefunds(tx, order.id)).queued)
    await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId: payment_id }, { key: `${id} ${requestId}` })
  // The buyer already has an e-mail about the refunds that this one replaces.
  if (sumRefunds(dropped) !== amount.minor || !(await isBuyerNotified(tx, dropped)))
    await deps.jobs.enqueue(tx, orderRefundedJob, { requestId }, { key: requestId })
  return amount
}

async function isBuyerNotified(tx: Tx, dropped: readonly { request_id: string | null }[]): Promise<boolean> {
  for (const { request_id: id } of dropped)
    if (!id || !((await hasMail(tx, `refund:${id}`)) || (await hasMail(tx, `refund:${id}:undisputed`)))) return false
  return true
}

const sumRefunds = (refunds: readonly { amount_minor: number }[]) =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
