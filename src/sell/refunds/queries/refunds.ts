/** Every statement about refunds and their requests. */
import { sql } from 'kysely'
import type { RefundState } from '#domain/orders/refund.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { addRefundedToLine } from '#sell/orders/queries/order-lines.ts'

/** `provider`: it was made at the provider's dashboard. */
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
    .values({ order_id: orderId, cause, requested_by: by, reason, amount_minor: amountMinor })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ line, amount }) => ({ request_id: id, line_id: line.id, amount_minor: amount.minor }))
  await tx.insertInto('refund_request_line').values(rows).execute()
  return id
}

/** refund_request_key; what an admin's request with this key was answered */
export async function getAnswerOfRequest(tx: Tx, by: string, orderId: string, requestKey: string) {
  const row = await tx
    .selectFrom('refund_request')
    .select('answer')
    .where('requested_by', '=', by)
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** primary key */
export async function setAnswerOfRequest(tx: Tx, id: string, requestKey: string, answer: object): Promise<void> {
  await tx
    .updateTable('refund_request')
    .set({ request_key: requestKey, answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}

/** primary keys, then refund_payment and dispute_payment; the request with what it goes back over */
export async function refundRequest(db: Db, id: string) {
  const request = await db
    .selectFrom('refund_request')
    .selectAll()
    // The dates of the refunded seats: an order can have seats in several cohorts.
    .select(
      sql<string | null>`(select e.cohort_code from refund_request_line l join order_line o on o.id = l.line_id
        join enrolment e on e.order_id = o.order_id and e.seat = o.position + 1
        where l.request_id = refund_request.id order by e.state = 'cancelled' desc, e.id desc limit 1)`.as(
        'cohort_code',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  const parts = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.amount_minor', 'refund.state', 'payment.method', 'payment.card_brand', 'payment.card_last4'])
    .select(
      sql<boolean>`exists (select from dispute d where d.payment_id = payment.id and d.state = 'open')`.as(
        'is_disputed',
      ),
    )
    .where('refund.request_id', '=', id)
    .where('refund.state', 'not in', ['failed', 'void'])
    .orderBy('payment.attempt')
    .execute()
  return request && { ...request, parts }
}

/** The provider may still accept a refund that was sent less than this time ago. */
const isInFlight = sql<boolean>`coalesce(sent_at > now() - interval '10 minutes', false)`

/** refund_payment; the oldest first */
export function listPaymentRefunds(tx: Tx, paymentId: string) {
  const from = tx.selectFrom('refund').selectAll().select(isInFlight.as('is_in_flight'))
  return from.where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

/** refund_provider_once; those of the provider's that we hold for accepted */
export async function getAcceptedRefunds(db: Db, providerRefundIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string
    minor: number
  }>`select provider_refund_id as id, sum(amount_minor)::int as minor
    from refund where provider_refund_id = any(${[...providerRefundIds]}::text[]) and state = 'accepted' group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

type AtProvider = { payment_id: string; amount_minor: number; reason: string; at: Date }

/** A refund from the provider's dashboard. */
export async function addProviderRefund(tx: Tx, refundId: string, { at, ...refund }: AtProvider): Promise<string> {
  const row = { ...refund, state: 'accepted' as const, provider_refund_id: refundId, origin: 'provider' as const }
  const added = tx.insertInto('refund').values({ ...row, created_at: at })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

/** Primary key. A refund that the provider never took has no booking to undo. */
export async function failRefund(tx: Tx, id: string, refundId: string): Promise<void> {
  await tx.updateTable('refund').set({ state: 'failed', provider_refund_id: refundId }).where('id', '=', id).execute()
}

type Again = { payment_id: string; amount_minor: number; reason: string; request_id: string | null }

/** refund_payment; what did not arrive of one request over one payment is one, however often that happens */
export async function addRefundOnHold(tx: Tx, { payment_id, amount_minor, reason, request_id }: Again): Promise<void> {
  const added = await sql`update refund set amount_minor = amount_minor + ${amount_minor}
    where payment_id = ${payment_id} and request_id is not distinct from ${request_id}::uuid and state = 'on-hold'`.execute(
    tx,
  )
  if (added.numAffectedRows) return
  await tx.insertInto('refund').values({ payment_id, amount_minor, reason, request_id, state: 'on-hold' }).execute()
}

/** primary keys */
export async function voidRefunds(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'void' })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** primary key; dropped over this much of it */
export async function voidRefund(tx: Tx, id: string, amountMinor: number): Promise<void> {
  await tx.updateTable('refund').set({ state: 'void', amount_minor: amountMinor }).where('id', '=', id).execute()
}

/** primary key; it waits for an operator */
export async function holdRefund(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('refund').set({ state: 'on-hold' }).where('id', '=', id).execute()
}

/** refund_payment; the next that is to be sent: what may be there already goes first, and alone, unless only new ones go */
export async function nextToSend(tx: Tx, paymentId: string, isOnlyNew: boolean) {
  const { rows } = await sql<{ id: string; amount_minor: number }>`update refund set sent_at = now()
    where id = (select id from refund where payment_id = ${paymentId} and state = 'queued'
        and (not ${isOnlyNew} or sent_at is null)
      order by sent_at nulls last, created_at, id limit 1) returning id::text, amount_minor::int`.execute(tx)
  return rows[0]
}

/** primary key; takes an amount off the lines of a request */
export async function reduceRequest(
  tx: Tx,
  requestId: string,
  shares: readonly { line_id: string; minor: number }[],
): Promise<void> {
  for (const { line_id, minor } of shares) {
    await addRefundedToLine(tx, line_id, -minor)
    const lineAmounts = tx.selectFrom('refund_request_line').select('amount_minor').where('request_id', '=', requestId)
    const row = await lineAmounts.where('line_id', '=', line_id).executeTakeFirstOrThrow()
    const left = row.amount_minor - minor
    await (left === 0
      ? tx.deleteFrom('refund_request_line').where('request_id', '=', requestId).where('line_id', '=', line_id)
      : tx
          .updateTable('refund_request_line')
          .set({ amount_minor: left })
          .where('request_id', '=', requestId)
          .where('line_id', '=', line_id)
    ).execute()
  }
  const minor = shares.reduce((sum, share) => sum + share.minor, 0)
  await tx
    .updateTable('refund_request')
    .set({ amount_minor: sql<number>`amount_minor - ${minor}` })
    .where('id', '=', requestId)
    .execute()
}

/** primary key of refund_request_line; by line */
export function listRequestLines(tx: Tx, requestId: string) {
  return tx
    .selectFrom('refund_request_line')
    .select(['line_id', 'amount_minor'])
    .where('request_id', '=', requestId)
    .orderBy('line_id')
    .execute()
}

/** payment.unique (order_id, attempt), refund_payment; the refunds of what an order keeps */
export async function listRefundsOfCompletePayments(db: Db | Tx, orderId: string) {
  const { rows } = await sql<{
    id: string
    payment_id: string
    request_id: string | null
    reason: string
    state: RefundState
    amount_minor: number
    is_in_flight: boolean
    is_unallocated: boolean
    paid_minor: number
  }>`select r.id::text, r.payment_id::text, r.request_id::text, r.reason, r.state, r.amount_minor::int,
      ${isInFlight} as is_in_flight,
      r.origin = 'provider' and r.state = 'accepted' and r.request_id is null as is_unallocated, p.amount_minor::int as paid_minor
    from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId} and p.state = 'complete'
    order by r.created_at, r.id`.execute(db)
  return rows
}

/** unique (order_id, position), refund_request_line_line; by line, the amount booked as refunded that did not arrive */
export async function getOnHoldByLine(db: Db, orderId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; minor: number }>`select id::text, on_hold_minor_of_line(id)::int as minor
    from order_line where order_id = ${orderId} and refunded_minor > 0`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

/** payment.unique (order_id, attempt), refund_unallocated; the unallocated refunds from the provider's dashboard */
export async function listUnallocatedRefunds(db: Db | Tx, orderId: string) {
  const { rows } = await sql<{ id: string; amount_minor: number }>`select r.id::text, r.amount_minor::int
    from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}
      and p.state = 'complete' and r.origin = 'provider' and r.state = 'accepted' and r.request_id is null`.execute(db)
  return rows
}

/** primary key */
export async function markRefundsAllocated(tx: Tx, ids: readonly string[], requestId: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ request_id: requestId })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** payment.unique (order_id, attempt), refund_unallocated; the refunds on hold, to send again */
export async function retryRefundsOnHold(tx: Tx, orderId: string, by: string) {
  const { rows } = await sql<{ id: string; payment_id: string; request_id: string | null; amount_minor: number }>`
    update refund r set state = 'queued', requested_by = ${by} from payment p
    where p.id = r.payment_id and p.order_id = ${orderId} and r.state = 'on-hold'
    returning r.id::text, r.payment_id::text, r.request_id::text, r.amount_minor::int`.execute(tx)
  return rows
}
