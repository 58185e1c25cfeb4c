/**
 * An operator says whose seats the money was for that somebody sent back at the provider's dashboard. Those
 * seats end. Nobody's is an answer too: then every line bears its share. What of ours was held back until then
 * goes out, but for what it stood for.
 */
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { money, toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { shareBack } from '#domain/refund-terms.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { cancelSeat } from '#features/enrolments/end-seats.ts'
import { wasWritten } from '#features/mailing/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { isDatabaseAway, logFault } from '#platform/db/away.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { standingsOf } from './apply-refund.ts'
import { noteBalance } from './balance.ts'
import { hearOrder } from './hear-refunds.ts'
import { cancelDelivery } from './queries/gift-cards.ts'
import { linesOf, lockOrder } from './queries/orders.ts'
import {
  addRefundRequest,
  closeLine,
  decideRefunds,
  noteRefunded,
  undecidedRefunds,
  type Why,
} from './queries/refunds.ts'
import { dropWaiting, waitingRefunds } from './waiting-refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

type Decision = {
  lines: readonly string[]
  reason: string
  /** What was shown as sent back at the provider. */
  amount: MoneyWire
  /** What was shown as waiting here, where it stands for that; null where it was another one. */
  standsFor?: MoneyWire | null | undefined
}

/** A decision about another amount than there is by now is none. */
export async function decideRefund(
  deps: Deps,
  by: string,
  orderId: string,
  { lines, reason, amount: shown, standsFor = null }: Decision,
): Promise<Outcome<{ amount: MoneyWire }>> {
  if ((await undecidedRefunds(deps.db, orderId)).length > 0 && !(await isHeard(deps, orderId)))
    return refused('PROVIDER_AWAY')
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    const own = await linesOf(tx, orderId)
    if (lines.some((id) => !own.some((line) => line.id === id)))
      return refused('FIELD_INVALID', { fields: { lines: 'Please choose lines of this order' } })
    const undecided = await undecidedRefunds(tx, orderId)
    if (undecided.length === 0) return refused('REFUND_NOT_POSSIBLE')
    const { minor, hasRoom, isInFlight } = await waitingRefunds(tx, orderId)
    if (isInFlight) return refused('REFUND_IN_FLIGHT')
    const isSame = ({ amount, currency }: MoneyWire, minor: number) =>
      currency === order.currency && amount === toWire(money(minor, currency)).amount
    if (!isSame(shown, sumOf(undecided)) || (standsFor && !isSame(standsFor, minor))) return refused('REFUND_CHANGED')
    if (!standsFor && !hasRoom) return refused('REFUND_TOO_LARGE')
    // A gift card that was delivered may have been spent: it cannot be ended any more.
    const endsCard = order.course_code === GIFT_CARD_CODE && lines.length > 0
    if (endsCard && !(await cancelDelivery(tx, orderId))) return refused('REFUND_NOT_POSSIBLE')
    const why: Why = { cause: 'provider', by, reason }
    const amount = await shareUndecided(
      deps,
      tx,
      order,
      { ending: lines, waiting: standsFor ? 'stands for' : 'another' },
      why,
    )
    if (!amount) return refused('REFUND_NOT_POSSIBLE')
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'refund-decided',
      object: { kind: 'order', id: orderId },
      details: { lines: lines.length, ...toWire(amount) },
    })
    return accepted({ amount: toWire(amount) })
  })
}

/** What we tried some time ago and the provider does not tell of even now it has never taken. */
async function isHeard(deps: Deps, orderId: string): Promise<boolean> {
  try {
    await hearOrder(deps, orderId)
    return true
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    logFault(deps.log, error, 'what went back could not be heard before a decision', { orderId })
    return false
  }
}

/** What becomes of what waits: it stands for it, or all that is left is asked for anew, or it was another one. */
type Shared = { ending: readonly string[]; waiting: 'stands for' | 'asked anew' | 'another' }

/** Under the order's lock. Null where nothing waits for it. What was held back meanwhile goes out then. */
export async function shareUndecided(deps: Deps, tx: Tx, order: Order, { ending, waiting }: Shared, why: Why) {
  const refunds = await undecidedRefunds(tx, order.id)
  if (refunds.length === 0 || order.state !== 'complete') return null
  const amount = money(sumOf(refunds), order.currency)
  const { open } = await waitingRefunds(tx, order.id)
  const drops = waiting === 'another' ? [] : open
  const { freed, dropped } = await dropWaiting(tx, order.currency, drops, waiting === 'asked anew')

  const lines = await linesOf(tx, order.id)
  const startsAt = (await cohortForCode(tx, order.course_code, deps.clock()))?.startsAt ?? null
  const { standings } = await standingsOf(tx, order, lines, startsAt, deps.clock())
  const named = lines.map(({ id }) => ending.includes(id))
  const shares = shareBack(
    amount,
    lines.map(({ id }) => standings.get(id)!.refundable.minor),
    named,
    lines.map(({ id }) => freed.get(id) ?? 0),
  )
  const borne = lines.flatMap((line, at) => (shares[at]!.minor > 0 ? [{ line, amount: shares[at]! }] : []))
  const requestId = await addRefundRequest(tx, order.id, amount.minor, why, borne)
  for (const { line, amount: share } of borne) await noteRefunded(tx, line.id, share.minor)
  await decideRefunds(
    tx,
    refunds.map(({ id }) => id),
    requestId,
  )
  for (const line of lines.filter((_line, at) => named[at])) {
    await cancelSeat(tx, { orderId: order.id, courseCode: order.course_code, seat: line.position + 1, ...why })
    const { unpaid } = standings.get(line.id)!
    if (unpaid.minor > 0) await closeLine(tx, line, unpaid.minor)
  }
  await noteBalance(deps, tx, order.id)
  for (const { id, payment_id } of (await waitingRefunds(tx, order.id)).queued)
    await deps.jobs.enqueue(tx, 'payment.refund', { paymentId: payment_id }, { key: `${id} ${requestId}` })
  // Of what it stands for the buyer was told already.
  if (sumOf(dropped) !== amount.minor || !(await isTold(tx, dropped)))
    await deps.jobs.enqueue(tx, 'order.refunded', { requestId }, { key: requestId })
  return amount
}

async function isTold(tx: Tx, dropped: readonly { request_id: string | null }[]): Promise<boolean> {
  for (const { request_id } of dropped) if (!request_id || !(await wasWritten(tx, `refund:${request_id}`))) return false
  return true
}

const sumOf = (refunds: readonly { amount_minor: number }[]) =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
