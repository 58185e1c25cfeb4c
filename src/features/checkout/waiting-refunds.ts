/** What of an order is still to go back and may yet be dropped, because the provider does not have it. */
import { money } from '#domain/money.ts'
import { waitingOf } from '#domain/refund.ts'
import { splitBy } from '#domain/split.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { addStopped, dropRefund, holdRefund, refundsOfOrder, requestLines, unshareRequest } from './queries/refunds.ts'

type Row = Awaited<ReturnType<typeof refundsOfOrder>>[number]
/** `covered`: what of it the provider's dashboard has paid, where its refund stands for this one. `room`: what can still go. */
export type Waiting = { row: Row; covered: number; room: number }

const sumOf = (rows: readonly { amount_minor: number }[]) => rows.reduce((sum, one) => sum + one.amount_minor, 0)

/**
 * `open` is what the refunds at the dashboard may stand for: what waits on the same payments, and on others only as far
 * as those do not use them up. `besides`: what goes out whatever they stand for. `hasRoom`: all can go beside what went.
 */
export async function waitingRefunds(db: Db | Tx, orderId: string) {
  const all = await refundsOfOrder(db, orderId)
  const payments = [...Map.groupBy(all, ({ payment_id }) => payment_id).values()].map((own) => {
    const refunds = own.map(({ id, state, amount_minor, is_in_flight }) => ({
      id,
      state,
      amountMinor: amount_minor,
      isInFlight: is_in_flight,
    }))
    const { open, hasRoom } = waitingOf(own[0]!.paid_minor, refunds)
    const isTouched = own.some(({ is_undecided }) => is_undecided) || !hasRoom
    return { own, isTouched, hasRoom, open: own.filter(({ id }) => open.includes(id)) }
  })
  let left = sumOf(all.filter(({ is_undecided }) => is_undecided))
  const open: Waiting[] = []
  for (const payment of payments.toSorted((a, b) => Number(b.isTouched) - Number(a.isTouched))) {
    for (const row of payment.open) {
      if (!payment.isTouched && left === 0) continue
      const covered = Math.min(left, row.amount_minor)
      left -= covered
      const keeps = payment.own.filter(
        ({ id, state }) =>
          ['accepted', 'queued', 'stopped'].includes(state) && !payment.open.some((other) => other.id === id),
      )
      open.push({ row, covered, room: row.paid_minor - sumOf(keeps) })
    }
  }
  const queued = all.filter(({ state }) => state === 'queued')
  return {
    open,
    minor: sumOf(open.map(({ row }) => row)),
    hasRoom: payments.every(({ hasRoom }) => hasRoom),
    isInFlight: payments.some(({ own, open }) => own.some((row) => row.state === 'queued' && !open.includes(row))),
    queued,
    besides: sumOf(queued.filter((row) => !open.some((one) => one.row === row))),
  }
}

/**
 * Under the order's lock. What the dashboard has not paid of it is still owed: it is stopped, as far as there is room,
 * until an operator sends it; unless all of the order is asked for anew. Answers what the lines bear no more.
 */
export async function dropWaiting(tx: Tx, currency: string, open: readonly Waiting[], isAskedAnew: boolean) {
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
    for (const { line_id, minor } of request_id ? await sharesOf(tx, currency, request_id, amount_minor) : [])
      freed.set(line_id, (freed.get(line_id) ?? 0) + minor)
    await dropRefund(tx, row.id, amount_minor)
    dropped.push({ request_id, amount_minor })
    if (back > 0) stopped.push({ ...row, amount_minor: back })
  }
  for (const row of stopped) await addStopped(tx, row)
  return { freed, dropped }
}

/** What of an amount the lines of its request bore. They bear it no more. */
async function sharesOf(tx: Tx, currency: string, requestId: string, minor: number) {
  const lines = await requestLines(tx, requestId)
  const parts = splitBy(
    money(minor, currency),
    lines.map((line) => line.amount_minor),
  )
  const shares = lines.flatMap(({ line_id }, at) =>
    parts[at]!.minor > 0 ? [{ line_id, minor: parts[at]!.minor }] : [],
  )
  await unshareRequest(tx, requestId, shares)
  return shares
}
