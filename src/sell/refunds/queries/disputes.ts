/** Every statement about disputes, their money, and what they freeze. */
import { type Insertable, sql } from 'kysely'
import type { DisputeState } from '#domain/orders/dispute.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Dispute, DisputeMovement } from '#platform/db/types.gen.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'

/** unique provider_dispute_id; the dispute is new only where this answers true */
export async function addDispute(tx: Tx, dispute: Insertable<Dispute>): Promise<boolean> {
  const row = await tx
    .insertInto('dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.column('provider_dispute_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** unique provider_dispute_id */
export function disputeByProviderId(tx: Tx, providerDisputeId: string) {
  return tx
    .selectFrom('dispute')
    .selectAll()
    .where('provider_dispute_id', '=', providerDisputeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** primary key */
export function disputeById(db: Db, id: string) {
  return db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .selectAll('dispute')
    .select('payment.order_id')
    .where('dispute.id', '=', id)
    .executeTakeFirst()
}

/** primary key */
export async function moveDispute(tx: Tx, id: string, state: DisputeState, facts: DisputeFacts): Promise<void> {
  const decidedAt = state === 'inquiry' || state === 'open' ? null : sql<Date>`now()`
  await tx
    .updateTable('dispute')
    .set({ ...facts, state, decided_at: decidedAt })
    .where('id', '=', id)
    .execute()
}

type DisputeFacts = { amount_minor: number; reason: string; answer_by: Date | null; provider_state_at: Date }

/** primary key; what may change while the state stays */
export async function updateDispute(tx: Tx, id: string, facts: DisputeFacts): Promise<void> {
  await tx
    .updateTable('dispute')
    .set(facts)
    .where('id', '=', id)
    .where('provider_state_at', '<', facts.provider_state_at)
    .execute()
}

/** unique provider_movement_id; null where it was stored before */
export async function addDisputeMovement(tx: Tx, movement: Insertable<DisputeMovement>): Promise<string | null> {
  const row = await tx
    .insertInto('dispute_movement')
    .values(movement)
    .onConflict((conflict) => conflict.column('provider_movement_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** dispute_movement_dispute */
export function movementsOfDispute(tx: Tx, disputeId: string) {
  return tx.selectFrom('dispute_movement').selectAll().where('dispute_id', '=', disputeId).execute()
}

/** payment.unique (order_id, attempt), dispute_payment; the oldest first */
export function listOrderDisputes(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .selectAll('dispute')
    .select('payment.state as payment_state')
    .where('payment.order_id', '=', orderId)
    .orderBy('dispute.opened_at')
    .execute()
}

/** payment.unique (order_id, attempt), dispute_payment, dispute_movement_dispute; the fees that were not given back */
export async function sumDisputeFees(db: Db, orderId: string): Promise<{ currency: string; minor: number }[]> {
  const { rows } = await sql<{ currency: string; minor: number }>`
    select m.fee_currency as currency, sum(m.fee_minor)::bigint as minor
    from payment p join dispute d on d.payment_id = p.id join dispute_movement m on m.dispute_id = d.id
    where p.order_id = ${orderId} group by m.fee_currency having sum(m.fee_minor) <> 0 order by m.fee_currency`.execute(
    db,
  )
  return rows
}

/**
 * Payment.unique (order_id, attempt), dispute_payment. Whether a dispute freezes the order: only the payments that the
 * order kept count. With `paymentId`, also whether that payment is disputed, since its provider refuses to refund it.
 */
export async function hasOpenDispute(db: Db | Tx, orderId: string, paymentId?: string): Promise<boolean> {
  return (await listOrderDisputes(db, orderId)).some(
    ({ state, payment_state, payment_id }) =>
      state === 'open' && (payment_state === 'complete' || payment_id === paymentId),
  )
}

/** payment.unique (order_id, attempt), dispute_payment; what a bank took back of each payment for good */
export async function getLostByPayment(db: Db | Tx, orderId: string): Promise<Map<string, number>> {
  const lost = (await listOrderDisputes(db, orderId)).filter(({ state }) => state === 'lost')
  const sums = Map.groupBy(lost, ({ payment_id }) => payment_id)
  return new Map([...sums].map(([id, own]) => [id, own.reduce((sum, { amount_minor }) => sum + amount_minor, 0)]))
}

type Known = { provider_dispute_id: string; state: DisputeState; amount_minor: number; movements: number }

/** unique provider_dispute_id, dispute_movement_dispute; those of the provider's that are stored, by their id there */
export async function getStoredDisputes(db: Db, providerDisputeIds: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`select d.provider_dispute_id, d.state, d.amount_minor::int,
      (select count(*)::int from dispute_movement m where m.dispute_id = d.id and m.provider_movement_id is not null) as movements
    from dispute d where d.provider_dispute_id = any(${[...providerDisputeIds]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.provider_dispute_id, row]))
}

/** dispute_open, then primary key; the payments whose bank has not decided yet */
export async function listDisputedPayments(db: Db, provider: PaymentProvider): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct p.id::text from dispute d join payment p on p.id = d.payment_id
    where d.state in ('inquiry', 'open') and p.provider = ${provider}`.execute(db)
  return rows.map(({ id }) => id)
}

/** dispute_payment; provider ids of disputes that were opened since then, for the audit */
export async function disputesSince(db: Db, provider: PaymentProvider, since: Date): Promise<Known[]> {
  const { rows } = await sql<Known>`select d.provider_dispute_id, d.state, d.amount_minor::int,
      (select count(*)::int from dispute_movement m where m.dispute_id = d.id and m.provider_movement_id is not null) as movements
    from dispute d join payment p on p.id = d.payment_id
    where d.opened_at >= ${since} and p.provider = ${provider}`.execute(db)
  return rows
}
