/** Every statement about disputes, their money, and what they freeze. */
import { type Insertable, sql } from 'kysely'
import type { State } from '#domain/dispute.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Dispute, DisputeMovement } from '#platform/db/types.gen.ts'
import type { Gateway } from '#platform/payments/gateway.ts'

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
export async function moveDispute(tx: Tx, id: string, state: State, asOf: Date): Promise<void> {
  const decidedAt = state === 'inquiry' || state === 'open' ? null : sql<Date>`now()`
  await tx
    .updateTable('dispute')
    .set({ state, provider_state_at: asOf, decided_at: decidedAt })
    .where('id', '=', id)
    .execute()
}

type Told = { amount_minor: number; reason: string; answer_by: Date | null; provider_state_at: Date }

/** primary key; what may change while the state stays */
export async function noteDispute(tx: Tx, id: string, told: Told): Promise<void> {
  await tx
    .updateTable('dispute')
    .set(told)
    .where('id', '=', id)
    .where('provider_state_at', '<', told.provider_state_at)
    .execute()
}

/** unique provider_movement_id; null where it was stored before */
export async function addMovement(tx: Tx, movement: Insertable<DisputeMovement>): Promise<string | null> {
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
export function disputesOfOrder(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .selectAll('dispute')
    .where('payment.order_id', '=', orderId)
    .orderBy('dispute.opened_at')
    .execute()
}

/** payment.unique (order_id, attempt), dispute_payment */
export async function hasOpenDispute(db: Db | Tx, orderId: string): Promise<boolean> {
  return (await disputesOfOrder(db, orderId)).some(({ state }) => state === 'open')
}

/** payment.unique (order_id, attempt), dispute_payment; what a bank took back of each payment for good */
export async function lostByPayment(db: Db | Tx, orderId: string): Promise<Map<string, number>> {
  const lost = (await disputesOfOrder(db, orderId)).filter(({ state }) => state === 'lost')
  const sums = Map.groupBy(lost, ({ payment_id }) => payment_id)
  return new Map([...sums].map(([id, own]) => [id, own.reduce((sum, { amount_minor }) => sum + amount_minor, 0)]))
}

type Known = { provider_dispute_id: string; state: State; amount_minor: number; movements: number }

/** unique provider_dispute_id, dispute_movement_dispute; those of the provider's that are stored, by their id there */
export async function knownDisputes(db: Db, providerDisputeIds: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`select d.provider_dispute_id, d.state, d.amount_minor::int,
      (select count(*)::int from dispute_movement m where m.dispute_id = d.id and m.provider_movement_id is not null) as movements
    from dispute d where d.provider_dispute_id = any(${[...providerDisputeIds]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.provider_dispute_id, row]))
}

/** dispute_open, then primary key; the payments whose bank has not decided yet */
export async function paymentsInDispute(db: Db, provider: Gateway['provider']): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct p.id::text from dispute d join payment p on p.id = d.payment_id
    where d.state in ('inquiry', 'open') and p.provider = ${provider}`.execute(db)
  return rows.map(({ id }) => id)
}

/** dispute_payment; provider ids of disputes that were opened since then, for the audit */
export async function disputesSince(db: Db, provider: Gateway['provider'], since: Date): Promise<Known[]> {
  const { rows } = await sql<Known>`select d.provider_dispute_id, d.state, d.amount_minor::int,
      (select count(*)::int from dispute_movement m where m.dispute_id = d.id and m.provider_movement_id is not null) as movements
    from dispute d join payment p on p.id = d.payment_id
    where d.opened_at >= ${since} and p.provider = ${provider}`.execute(db)
  return rows
}
