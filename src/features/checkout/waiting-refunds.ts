/** What of an order is still to go back and may yet be dropped, because the provider does not have it. */
import { money } from '#domain/money.ts'
import { waitingOf } from '#domain/refund.ts'
import { splitBy } from '#domain/split.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { dropRefunds, refundsOfOrder, requestLines, unshareRequest } from './queries/refunds.ts'

/** `hasRoom`: all of it can go beside what went. */
export async function waitingRefunds(db: Db | Tx, orderId: string) {
  const all = await refundsOfOrder(db, orderId)
  const payments = Map.groupBy(all, ({ payment_id }) => payment_id)
  const found = [...payments.values()].map((own) =>
    waitingOf(
      own[0]!.paid_minor,
      own.map(({ id, state, amount_minor, is_sent }) => ({ id, state, amountMinor: amount_minor, isSent: is_sent })),
    ),
  )
  const ids = new Set(found.flatMap(({ open }) => open))
  const open = all.filter(({ id }) => ids.has(id))
  const minor = open.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return {
    open,
    minor,
    hasRoom: found.every(({ hasRoom }) => hasRoom),
    queued: all.filter(({ state }) => state === 'queued'),
  }
}

/** Under the order's lock. Answers what the lines bore of it, and bear no more. */
export async function dropWaiting(
  tx: Tx,
  currency: string,
  open: Awaited<ReturnType<typeof waitingRefunds>>['open'],
): Promise<Map<string, number>> {
  const freed = new Map<string, number>()
  for (const { request_id, amount_minor } of open) {
    if (!request_id) continue
    const lines = await requestLines(tx, request_id)
    const parts = splitBy(
      money(amount_minor, currency),
      lines.map((line) => line.amount_minor),
    )
    const shares = lines.flatMap(({ line_id }, at) =>
      parts[at]!.minor > 0 ? [{ line_id, minor: parts[at]!.minor }] : [],
    )
    await unshareRequest(tx, request_id, shares)
    for (const { line_id, minor } of shares) freed.set(line_id, (freed.get(line_id) ?? 0) + minor)
  }
  await dropRefunds(
    tx,
    open.map(({ id }) => id),
  )
  return freed
}
