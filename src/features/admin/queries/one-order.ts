/** Every statement by which one order is told whole: who sits where, and all that happened. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** enrolment_order, primary key of person; of a seat the newest enrolment comes last */
export function enrolmentsOf(db: Db, orderId: string) {
  return db
    .selectFrom('enrolment')
    .leftJoin('person', 'person.id', 'enrolment.person_id')
    .leftJoin('person as admin', 'admin.id', 'enrolment.cancelled_by')
    .select([
      'enrolment.id',
      'enrolment.seat',
      'enrolment.state',
      'enrolment.cancelled_at',
      'enrolment.cancel_reason',
      'person.name',
      'person.email',
      'admin.name as cancelled_by',
    ])
    .where('enrolment.order_id', '=', orderId)
    .orderBy('enrolment.created_at')
    .execute()
}

/** invitation_seat */
export function invitationsOf(db: Db, orderId: string) {
  return db
    .selectFrom('invitation')
    .select(['seat', 'name', 'email', 'sent_at', 'accepted_at'])
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** refund_request_order, primary key of person */
export function refundRequestsOf(db: Db, orderId: string) {
  return db
    .selectFrom('refund_request')
    .innerJoin('person', 'person.id', 'refund_request.asked_by')
    .select(['refund_request.id', 'cause', 'reason', 'amount_minor', 'refund_request.created_at', 'person.name as by'])
    .where('order_id', '=', orderId)
    .execute()
}

/** unique (order_id, attempt) of payment, refund_payment */
export function refundsOf(db: Db, orderId: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('person', 'person.id', 'refund.asked_by')
    .select([
      'refund.id',
      'refund.amount_minor',
      'refund.state',
      'refund.created_at',
      'refund.made_at',
      'refund.request_id',
      'payment.method',
      'payment.state as payment_state',
      'person.name as by',
    ])
    .where('payment.order_id', '=', orderId)
    .execute()
}

export type Move = {
  machine: 'order' | 'payment' | 'refund' | 'dispute'
  subject: string
  from: string
  to: string
  at: Date
}

/** state_history_subject for the order, for each of its payments, and for each of their refunds and disputes */
export async function movesOf(db: Db, orderId: string): Promise<Move[]> {
  const { rows } = await sql<Move>`
    with subjects (machine, id) as (
      select 'order', ${orderId}::uuid
      union all select 'payment', id from payment where order_id = ${orderId}
      union all select 'refund', r.id from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}
      union all select 'dispute', d.id from dispute d join payment p on p.id = d.payment_id where p.order_id = ${orderId})
    select s.machine, s.id::text as subject, h.from_state as "from", h.to_state as "to", h.at
    from subjects s join state_history h on h.machine = s.machine and h.subject_id = s.id
    order by h.id`.execute(db)
  return rows
}

/** provider_event_intent for each payment */
export function newsOf(db: Db, orderId: string) {
  return db
    .selectFrom('payment')
    .innerJoin('provider_event', (join) =>
      join
        .onRef('provider_event.intent_id', '=', 'payment.provider_intent_id')
        .onRef('provider_event.provider', '=', 'payment.provider'),
    )
    .select(['payment.id as payment_id', 'provider_event.type', 'provider_event.received_at'])
    .where('payment.order_id', '=', orderId)
    .execute()
}

/** unique (dedupe_key); what was written about an order, whoever wrote it */
export async function mailsOf(db: Db, orderId: string) {
  const { rows } = await sql<{ subject: string; to_address: string; at: Date }>`
    select m.subject, m.to_address, coalesce(m.sent_at, m.created_at) as at from mail m where m.dedupe_key in (
      select about || ':' || ${orderId} from unnest(array['receipt', 'returned', 'balance-paid', 'called-off']) about
      union all select 'balance:' || ${orderId} || ':' || number from generate_series(1, 3) number
      union all select 'receipt-again:' || id from receipt_request where order_id = ${orderId}
      union all select 'refund:' || id from refund_request where order_id = ${orderId}
      union all select 'welcome:' || id from enrolment where order_id = ${orderId})`.execute(db)
  return rows
}

/** primary keys */
export function cohortEndOf(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort_cancellation')
    .innerJoin('person', 'person.id', 'cohort_cancellation.cancelled_by')
    .select(['cancelled_at', 'reason', 'person.name as by'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
}

/** primary keys */
export async function titleOf(db: Db, courseCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('cohort')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .select('course.title')
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return row?.title ?? null
}
