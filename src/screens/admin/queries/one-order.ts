/** SQL statements that load one order with its seats and its timeline. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** The newest enrolment of a seat comes last. Indexes: enrolment_order, primary key of person. */
export function listOrderEnrolments(db: Db, orderId: string) {
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
export function listOrderInvitations(db: Db, orderId: string) {
  return db
    .selectFrom('invitation')
    .select(['seat', 'name', 'email', 'sent_at', 'accepted_at'])
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** refund_request_order, primary key of person */
export function listOrderRefundRequests(db: Db, orderId: string) {
  return db
    .selectFrom('refund_request')
    .innerJoin('person', 'person.id', 'refund_request.requested_by')
    .select(['refund_request.id', 'cause', 'reason', 'amount_minor', 'refund_request.created_at', 'person.name as by'])
    .where('order_id', '=', orderId)
    .execute()
}

/** unique (order_id, attempt) of payment, refund_payment */
export function listOrderRefunds(db: Db, orderId: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('person', 'person.id', 'refund.requested_by')
    .select([
      'refund.id',
      'refund.amount_minor',
      'refund.state',
      'refund.created_at',
      'refund.origin',
      'refund.request_id',
      'refund.payment_id',
      'payment.method',
      'payment.state as payment_state',
      'person.name as by',
    ])
    .where('payment.order_id', '=', orderId)
    .execute()
}

export type StateChange = {
  machine: 'order' | 'payment' | 'refund' | 'dispute'
  subject: string
  from: string
  to: string
  at: Date
}

/** Index: state_history_subject, for the order, its payments, and their refunds and disputes. */
export async function listStateChanges(db: Db, orderId: string): Promise<StateChange[]> {
  const { rows } = await sql<StateChange>`
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
export function listProviderEvents(db: Db, orderId: string) {
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

/**
 * Lists the e-mails with receipts, refunds, the cancellation, the balance and the welcome of an order. Index: unique
 * (dedupe_key, replaced_at) of mail.
 */
export async function listOrderEmails(db: Db, orderId: string) {
  const { rows } = await sql<{ subject: string; to_address: string; at: Date }>`
    select m.subject, m.to_address, coalesce(m.sent_at, m.created_at) as at from mail m where m.dedupe_key in (
      select about || ':' || ${orderId} from unnest(array['receipt', 'returned', 'balance-paid', 'cohort-cancelled']) about
      union all select 'balance:' || ${orderId} || ':' || number from generate_series(1, 3) number
      union all select 'receipt-again:' || id from receipt_request where order_id = ${orderId}
      union all select 'refund:' || id from refund_request where order_id = ${orderId}
      union all select 'welcome:' || id from enrolment where order_id = ${orderId})`.execute(db)
  return rows
}

/** primary keys */
export async function getCohortCancellation(db: Db, cohortCode: string | null) {
  if (cohortCode === null) return undefined
  return db
    .selectFrom('cohort_cancellation')
    .innerJoin('person', 'person.id', 'cohort_cancellation.cancelled_by')
    .select(['cancelled_at', 'reason', 'person.name as by'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
}

/** primary keys */
export async function getCourseTitle(db: Db, cohortCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select('course.title')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row?.title ?? null
}
