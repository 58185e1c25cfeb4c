/** Every statement about who had money sent back, and for which seats. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** `provider`: it was made at the provider's own desk. */
export type Cause = 'admin' | 'enrolment-cancelled' | 'cohort-cancelled' | 'provider'
export type Why = { cause: Cause; by: string; reason: string }

export async function addRefundRequest(
  tx: Tx,
  orderId: string,
  amountMinor: number,
  { cause, by, reason }: Why,
  lines: readonly { line: { id: string }; amount: { minor: number } }[],
): Promise<string> {
  const { id } = await tx
    .insertInto('refund_request')
    .values({ order_id: orderId, cause, asked_by: by, reason, amount_minor: amountMinor })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ line, amount }) => ({ request_id: id, line_id: line.id, amount_minor: amount.minor }))
  await tx.insertInto('refund_request_line').values(rows).execute()
  return id
}

/** primary key; the database refuses more than the line's own amount */
export async function noteRefunded(tx: Tx, lineId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('id', '=', lineId)
    .execute()
}

/** Primary keys. What was not paid for a seat that ended is not to be paid any more. */
export async function closeLine(tx: Tx, line: { id: string; order_id: string }, unpaidMinor: number): Promise<void> {
  await tx.updateTable('order_line').set({ waived_minor: unpaidMinor }).where('id', '=', line.id).execute()
  await tx
    .updateTable('orders')
    .set({ waived_minor: sql<number>`waived_minor + ${unpaidMinor}` })
    .where('id', '=', line.order_id)
    .execute()
}

/** primary keys, then refund_payment; the request with what it goes back over */
export async function refundRequest(db: Db, id: string) {
  const request = await db.selectFrom('refund_request').selectAll().where('id', '=', id).executeTakeFirst()
  const parts = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.amount_minor', 'payment.method', 'payment.card_brand', 'payment.card_last4'])
    .where('refund.request_id', '=', id)
    .orderBy('payment.attempt')
    .execute()
  return request && { ...request, parts }
}

/** refund_payment; the oldest first */
export function refundsOfPayment(tx: Tx, paymentId: string) {
  return tx.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

/** refund_told_once; those of the provider's that we hold for accepted */
export async function heldForAccepted(db: Db, providerRefundIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string
    minor: number
  }>`select provider_refund_id as id, sum(amount_minor)::int as minor
    from refund where provider_refund_id = any(${[...providerRefundIds]}::text[]) and state = 'accepted' group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

type AtProvider = { payment_id: string; amount_minor: number; reason: string; request_id: string | null; at: Date }

/** What somebody sent back at the provider's own desk. */
export async function addProviderRefund(tx: Tx, refundId: string, { at, ...refund }: AtProvider): Promise<string> {
  const row = { ...refund, state: 'accepted' as const, provider_refund_id: refundId, made_at: 'provider' as const }
  const added = tx.insertInto('refund').values({ ...row, created_at: at })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

/** Primary key. A part of what waited has gone another way. */
export async function cutRefund(tx: Tx, id: string, byMinor: number): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ amount_minor: sql<number>`amount_minor - ${byMinor}` })
    .where('id', '=', id)
    .execute()
}

/** primary key */
export async function failRefund(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('refund').set({ state: 'failed' }).where('id', '=', id).execute()
}

/** payment.unique (order_id, attempt), refund_undecided; what went back at the provider's desk, and nobody said yet whose it was */
export async function undecidedRefunds(db: Db | Tx, orderId: string) {
  const { rows } = await sql<{ id: string; amount_minor: number }>`select r.id::text, r.amount_minor::int
    from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}
      and r.made_at = 'provider' and r.state = 'accepted' and r.request_id is null`.execute(db)
  return rows
}

/** primary key */
export async function decideRefunds(tx: Tx, ids: readonly string[], requestId: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ request_id: requestId })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** payment.unique (order_id, attempt), refund_undecided; what did not arrive is to be sent again */
export async function sendStoppedAgain(tx: Tx, orderId: string, by: string) {
  const { rows } = await sql<{ id: string; payment_id: string; amount_minor: number }>`
    update refund r set state = 'queued', asked_by = ${by}, created_at = now() from payment p
    where p.id = r.payment_id and p.order_id = ${orderId} and r.state = 'stopped'
    returning r.id::text, r.payment_id::text, r.amount_minor::int`.execute(tx)
  return rows
}
