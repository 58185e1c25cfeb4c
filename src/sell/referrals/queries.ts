/** All statements about referrals. */
import { type Selectable, sql } from 'kysely'
import type { ReferralState } from '#domain/orders/referral.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import { getCode } from './queries/codes.ts'

export type ReferralRow = Selectable<DB['referral']>

/** orders_person, enrolment by person; whether the buyer of this order was a customer before it */
export async function hasEarlierPurchase(
  db: Db | Tx,
  order: { id: string; person_id: string; completed_at: Date },
): Promise<boolean> {
  const { id, person_id, completed_at } = order
  const { rows } = await sql<{ had: boolean }>`select
      exists (select from orders o where o.person_id = ${person_id} and o.state = 'complete' and o.id <> ${id}
        and o.completed_at < ${completed_at})
      or exists (select from enrolment e where e.person_id = ${person_id} and e.order_id <> ${id}
        and e.created_at < ${completed_at}) as had`.execute(db)
  return rows[0]?.had ?? false
}

type NewReferral = Pick<
  ReferralRow,
  'referrer_id' | 'referred_person_id' | 'order_id' | 'currency' | 'reward_minor' | 'due_at'
>

/** The unique keys give each person and each order at most one referral. */
export async function addReferral(tx: Tx | Db, referral: NewReferral): Promise<void> {
  await tx
    .insertInto('referral')
    .values(referral)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** referral_due; in the order of their ids */
export async function listDue(
  db: Db,
  now: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('referral')
    .select('id')
    .where('state', '=', sql.lit('pending'))
    .where('due_at', '<=', now)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** unique referral.referred_person_id */
export async function findByReferred(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await db.selectFrom('referral').select('id').where('referred_person_id', '=', anyOf(personIds)).execute()
  return rows.map(({ id }) => id)
}

/** primary key; locked until the transaction ends */
export function lockReferral(tx: Tx, id: string) {
  return tx.selectFrom('referral').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type ReferralFacts = {
  cohortCode: string | null
  boughtAt: Date
  daysBefore: number | null
  latePercent: number
  daysAfter: number
  /** The friend has the seat, and it is not on hold. */
  hasSeat: boolean
  isFrozen: boolean
  isBalanceDue: boolean
  isReferrerDeleted: boolean
  /** A card or PayPal account of the order also paid an order of the referrer. */
  isOwnPayment: boolean
  /** Paid by card and PayPal, less all refunds. A gift card earns nothing: the referrer may have bought it. */
  paidMinor: number
  referrerEmail: string
  referrerName: string
  friendName: string
}

/** Primary keys of orders and person, enrolment and payments by order, payment_fingerprint */
export async function getFacts(tx: Tx, { order_id, referrer_id, referred_person_id }: ReferralRow) {
  const { rows } = await sql<ReferralFacts>`select o.cohort_code as "cohortCode", o.completed_at as "boughtAt",
      o.refund_days_before as "daysBefore", o.refund_late_percent as "latePercent", o.refund_days_after as "daysAfter",
      coalesce(o.state = 'complete' and e.state = 'active', false) as "hasSeat", e.frozen_at is not null as "isFrozen",
      o.balance_due_at is not null and o.balance_paid_at is null as "isBalanceDue",
      r.deleted_at is not null as "isReferrerDeleted", r.email as "referrerEmail", r.name as "referrerName",
      f.name as "friendName",
      exists (select from payment a join payment b on b.payer_fingerprint = a.payer_fingerprint
        join orders own on own.id = b.order_id and own.person_id = r.id where a.order_id = o.id) as "isOwnPayment",
      (select coalesce(sum(p.amount_minor - coalesce((select sum(x.amount_minor) from refund x
          where x.payment_id = p.id and x.state not in ('failed', 'void')), 0)), 0)::int
        from payment p where p.order_id = o.id and p.state = 'complete' and p.method in ('card', 'paypal')) as "paidMinor"
    from orders o join person r on r.id = ${referrer_id} join person f on f.id = ${referred_person_id}
      left join enrolment e on e.order_id = o.id and e.person_id = f.id and e.state <> 'cancelled'
    where o.id = ${order_id}`.execute(tx)
  return rows[0]
}

/** primary key */
export async function postpone(tx: Tx, id: string, dueAt: Date): Promise<void> {
  await tx.updateTable('referral').set({ due_at: dueAt }).where('id', '=', id).execute()
}

type Amounts = Partial<Pick<ReferralRow, 'reward_minor' | 'credited_minor' | 'taken_back_minor' | 'debt_minor'>>

/** primary key */
export async function moveReferral(tx: Tx, id: string, state: ReferralState, amounts: Amounts = {}): Promise<void> {
  await tx
    .updateTable('referral')
    .set({ state, decided_at: sql<Date>`now()`, ...amounts })
    .where('id', '=', id)
    .execute()
}

/** referral_referrer; the debts of a person, oldest first, locked until the transaction ends */
export function lockDebts(tx: Tx, referrerId: string, currency: string) {
  return tx
    .selectFrom('referral')
    .select(['id', 'debt_minor'])
    .where('referrer_id', '=', referrerId)
    .where('currency', '=', currency)
    .where('debt_minor', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** referral_referrer; what a person owes in each currency */
export async function sumDebts(db: Db, referrerId: string): Promise<{ currency: string; minor: number }[]> {
  return db
    .selectFrom('referral')
    .select(['currency', sql<number>`sum(debt_minor)::int`.as('minor')])
    .where('referrer_id', '=', referrerId)
    .where('debt_minor', '>', 0)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** primary key */
export async function payDebt(tx: Tx, id: string, minor: number): Promise<void> {
  await tx
    .updateTable('referral')
    .set({ debt_minor: sql<number>`debt_minor - ${minor}` })
    .where('id', '=', id)
    .execute()
}

/** referral_referrer; the newest first */
export function listOwnReferrals(db: Db, referrerId: string) {
  return db
    .selectFrom('referral')
    .innerJoin('person', 'person.id', 'referral.referred_person_id')
    .innerJoin('orders', 'orders.id', 'referral.order_id')
    .selectAll('referral')
    .select(['person.name', 'person.deleted_at', 'orders.completed_at'])
    .where('referral.referrer_id', '=', referrerId)
    .orderBy('referral.id', 'desc')
    .limit(200)
    .execute()
}

/** unique referral.order_id; who referred the buyer of an order, for admins */
export function getReferralOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('referral')
    .innerJoin('person', 'person.id', 'referral.referrer_id')
    .select(['referral.state', 'person.name', 'person.email'])
    .where('referral.order_id', '=', orderId)
    .executeTakeFirst()
}

/** Primary key of referral_code, referral_referrer, unique referred_person_id; the referrals of a person's export */
export async function listReferralsForExport(db: Db, personId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select case when r.referrer_id = ${personId} then 'referrer' else 'referred' end as role, r.state, r.created_at, r.due_at,
      r.decided_at, case when r.referrer_id = ${personId} then jsonb_build_object('currency', r.currency, 'rewardMinor', r.reward_minor,
        'creditedMinor', r.credited_minor, 'takenBackMinor', r.taken_back_minor, 'debtMinor', r.debt_minor) end as reward,
      case when r.referred_person_id = ${personId} then r.order_id end as order_id
    from referral r where r.referrer_id = ${personId} or r.referred_person_id = ${personId} order by r.id`.execute(db)
  return { code: await getCode(db, personId), referrals: rows }
}
