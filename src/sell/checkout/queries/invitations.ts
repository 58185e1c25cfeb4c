/** Every statement about the invited friends of buyers. The personal-data job deletes old unaccepted rows. */
import { type NotNull, sql } from 'kysely'
import type { Friend } from '#domain/orders/friends.ts'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** unique invitation_seat; the friends of a group, from its second seat on */
export async function addInvitations(tx: Tx, orderId: string, friends: readonly Friend[]): Promise<void> {
  if (friends.length === 0) return
  const rows = friends.map(({ email, name }, at) => ({ order_id: orderId, seat: at + 2, email, name: name ?? null }))
  await tx.insertInto('invitation').values(rows).execute()
}

/** unique invitation_friend; false when this friend has another seat of the order */
export async function addInvitation(
  tx: Tx,
  orderId: string,
  { seat, isByBuyer, ...friend }: Friend & { seat: number; isByBuyer: boolean },
): Promise<boolean> {
  const row = await tx
    .insertInto('invitation')
    .values({ order_id: orderId, seat, email: friend.email, name: friend.name ?? null, named_by_buyer: isByBuyer })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** invitation_seat */
export async function withdrawInvitation(tx: Tx, orderId: string, seat: number): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ withdrawn_at: now })
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** invitation_seat */
export function listInvitations(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .orderBy('seat')
    .execute()
}

/** Primary key; true for the first caller, while the invitation is waiting. */
export async function noteSent(tx: Tx, id: string, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('invitation')
    .set({ sent_at: now, token_hash: hash })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key; true for the first caller that sends the one reminder. */
export async function noteReminded(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('invitation')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('reminded_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** invitation_waiting; invited before that time, not accepted and not reminded, of cohorts that have not begun */
export async function toRemind(db: Db, invitedBefore: Date, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('invitation')
    .innerJoin('orders', 'orders.id', 'invitation.order_id')
    .innerJoin('enrolment', (join) =>
      join.onRef('enrolment.order_id', '=', 'orders.id').onRef('enrolment.seat', '=', 'invitation.seat'),
    )
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select('invitation.id')
    .where(
      sql<boolean>`invitation.accepted_at is null and invitation.reminded_at is null and invitation.withdrawn_at is null`,
    )
    .where('invitation.sent_at', '<=', invitedBefore)
    .where('enrolment.state', '=', 'active')
    .where('enrolment.frozen_at', 'is', null)
    .where((is) => is.or([is('cohort.starts_at', 'is', null), is('cohort.starts_at', '>', at)]))
    .limit(200)
    .execute()
  return rows.map((row) => row.id)
}

/** primary key */
export function invitationById(db: Db, id: string) {
  return db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst()
}

/** unique token_hash, then the primary key of orders; the seat of a paid order that a mailed link gives, or undefined */
export function findInvitedSeat(db: Db, hash: Buffer) {
  return db
    .selectFrom('invitation')
    .innerJoin('orders', 'orders.id', 'invitation.order_id')
    .select(['invitation.email', 'invitation.accepted_at', 'orders.name as buyer'])
    .select(
      sql<
        string | null
      >`coalesce((select e.cohort_code from enrolment e where e.order_id = orders.id and e.seat = invitation.seat
        order by e.state = 'cancelled', e.id desc limit 1), orders.cohort_code)`.as('cohort_code'),
    )
    .where('token_hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .where('orders.product', '=', 'cohort')
    .where('orders.state', '=', 'complete')
    .$narrowType<{ cohort_code: NotNull }>()
    .executeTakeFirst()
}

/** unique token_hash; locked until the transaction ends */
export function lockInvitation(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function markRefundAccepted(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('invitation').set({ accepted_at: now }).where('id', '=', id).execute()
}

/** seq scan; for the deletion of an account */
export async function forgetFriend(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invitation').where('email', '=', email).execute()
}

/** Sequential scan, orders_email; the invitations to and by a person */
export async function invitationsWith(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select case when i.email = ${email} then 'invited' else 'inviting' end as role, o.cohort_code, i.seat, i.name, i.email,
      i.created_at, i.sent_at, i.reminded_at, i.accepted_at, i.withdrawn_at
    from invitation i join orders o on o.id = i.order_id
    where (i.email = ${email} and i.sent_at is not null) or (o.email = ${email} and (o.person_id = ${id} or o.state in ('complete', 'refund-pending', 'returned')))
    order by i.created_at`.execute(db)
  return rows
}
