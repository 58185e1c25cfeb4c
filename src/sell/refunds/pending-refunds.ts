/** The pending refunds of an order that may still be voided, because the provider does not have them. */
import { money } from '#domain/money/money.ts'
import { splitByWeights } from '#domain/money/split.ts'
import { checkPendingRefunds } from '#domain/orders/refund.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import {
  addRefundOnHold,
  holdRefund,
  listRefundsOfCompletePayments,
  listRequestLines,
  reduceRequest,
  voidRefund,
} from './queries/refunds.ts'

type Row = Awaited<ReturnType<typeof listRefundsOfCompletePayments>>[number]
/** `covered`: the amount that a refund from the dashboard replaces. `room`: the amount that can still be sent. */
export type Waiting = { row: Row; covered: number; room: number }

const sumRefunds = (rows: readonly { amount_minor: number }[]) => rows.reduce((sum, one) => sum + one.amount_minor, 0)

/**
 * `open`: the pending refunds that the dashboard's refund may replace, on the touched payments first. `besides`: the
 * amount of the queued refunds that are sent in any case. `hasRoom`: each payment covers all of its refunds.
 */
export async function getPendingRefunds(db: Db | Tx, orderId: string) {
  const all = await listRefundsOfCompletePayments(db, orderId)
  const payments = [...Map.groupBy(all, ({ payment_id }) => payment_id).values()].map((own) => {
    const refunds = own.map(({ id, state, amount_minor, is_in_flight }) => ({
      id,
      state,
      amountMinor: amount_minor,
      isInFlight: is_in_flight,
    }))
    const { voidable: open, hasRoom } = checkPendingRefunds(own[0]!.paid_minor, refunds)
    const isTouched = own.some(({ is_unallocated }) => is_unallocated) || !hasRoom
    return { own, isTouched, hasRoom, open: own.filter(({ id }) => open.includes(id)) }
  })
  let left = sumRefunds(all.filter(({ is_unallocated }) => is_unallocated))
  const open: Waiting[] = []
  for (const payment of payments.toSorted((a, b) => Number(b.isTouched) - Number(a.isTouched))) {
    for (const row of payment.open) {
      if (!payment.isTouched && left === 0) continue
      const covered = Math.min(left, row.amount_minor)
      left -= covered
      const remaining = payment.own.filter(
        ({ id, state }) =>
          ['accepted', 'queued', 'on-hold'].includes(state) && !payment.open.some((other) => other.id === id),
      )
      open.push({ row, covered, room: row.paid_minor - sumRefunds(remaining) })
    }
  }
  const queued = all.filter(({ state }) => state === 'queued')
  return {
    open,
    minor: sumRefunds(open.map(({ row }) => row)),
    hasRoom: payments.every(({ hasRoom }) => hasRoom),
    isInFlight: payments.some(({ own, open }) => own.some((row) => row.state === 'queued' && !open.includes(row))),
    queued,
    besides: sumRefunds(queued.filter((row) => !open.some((one) => one.row === row))),
  }
}

/**
 * Under the order's lock. The part that the dashboard has not paid is still owed: it goes on hold, as far as there is
 * room, until an admin sends it. A new request over the whole order voids it instead. Returns the amounts that the
 * lines no longer have as refunded.
 */
export async function voidPendingRefunds(tx: Tx, currency: string, open: readonly Waiting[], isAskedAnew: boolean) {
  const freed = new Map<string, number>()
  const dropped: { request_id: string | null; amount_minor: number }[] = []
  const used = new Map<string, number>()
  const stopped: Row[] = []
  for (const { row, covered, room } of open) {
    const { payment_id, request_id } = row
    const taken = used.get(payment_id) ?? 0
    const back = isAskedAnew ? 0 : Math.max(0, Math.min(row.amount_minor - covered, room - taken))
    used.set(payment_id, taken + back)
    const amount_minor = row.amount_minor - back
    if (amount_minor === 0) {
      if (row.state === 'queued') await holdRefund(tx, row.id)
      continue
    }
    for (const { line_id, minor } of request_id ? await computeShares(tx, currency, request_id, amount_minor) : [])
      freed.set(line_id, (freed.get(line_id) ?? 0) + minor)
    await voidRefund(tx, row.id, amount_minor)
    dropped.push({ request_id, amount_minor })
    if (back > 0) stopped.push({ ...row, amount_minor: back })
  }
  for (const row of stopped) await addRefundOnHold(tx, row)
  return { freed, dropped }
}

/** Takes an amount off the lines of its request, in proportion. */
async function computeShares(tx: Tx, currency: string, requestId: string, minor: number) {
  const lines = await listRequestLines(tx, requestId)
  const parts = splitByWeights(
    money(minor, currency),
    lines.map((line) => line.amount_minor),
  )
  const shares = lines.flatMap(({ line_id }, at) =>
    parts[at]!.minor > 0 ? [{ line_id, minor: parts[at]!.minor }] : [],
  )
  await reduceRequest(tx, requestId, shares)
  return shares
}
