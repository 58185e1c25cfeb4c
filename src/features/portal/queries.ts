/** Every statement about what a learner has. */
import { sql } from 'kysely'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import type { Db } from '#platform/db/db.ts'

/** enrolment_person, then primary keys; the next session by cohort_session_time */
export function enrolmentsOf(db: Db, personId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .innerJoin('cohort', 'cohort.course_code', 'enrolment.course_code')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('cohort_session')
          .select(['starts_at as next_starts_at', 'ends_at as next_ends_at'])
          .whereRef('cohort_session.course_code', '=', 'cohort.course_code')
          .where('ends_at', '>', sql<Date>`now()`)
          .orderBy('starts_at')
          .limit(1)
          .as('upcoming'),
      (join) => join.onTrue(),
    )
    .select([
      'enrolment.id',
      'enrolment.state',
      'enrolment.frozen_at',
      'enrolment.course_code',
      'orders.offer_code',
      'orders.payment_type',
      'orders.currency',
      'orders.balance_due_at',
      'orders.balance_paid_at',
      'orders.paused_at',
      'orders.person_id as buyer_id',
      sql<number>`(orders.total_minor - orders.waived_minor - (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = orders.id and p.state = 'complete'))::int`.as(
        'left_minor',
      ),
      'cohort.prefix_code',
      'cohort.starts_at',
      'cohort.ends_at',
      'cohort.state as cohort_state',
      'cohort.timezone_id',
      'course.title',
      'course.delivery_type',
      'upcoming.next_starts_at',
      'upcoming.next_ends_at',
    ])
    .where('enrolment.person_id', '=', personId)
    .where('enrolment.state', '<>', 'unconfirmed')
    .orderBy(sql`upcoming.next_starts_at asc nulls last`)
    .orderBy('enrolment.created_at', 'desc')
    .execute()
}

/** orders_email; those that the person placed signed in: a stranger may have typed this address */
export function openOrdersOf(db: Db, personId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('person', 'person.email', 'orders.email')
    .select(['orders.id', 'orders.course_code', 'orders.offer_code'])
    .where('person.id', '=', personId)
    .where('orders.person_id', '=', personId)
    .where('orders.state', '=', 'open')
    .where('orders.course_code', '<>', GIFT_CARD_CODE)
    .execute()
}

/** orders_email, then one statement for all lines and payments; of unpaid orders only the person's own */
export async function ordersOf(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select o.number, o.state, o.course_code, o.offer_code, o.seats, o.currency, o.total_minor, o.name, o.email, o.phone_number,
      o.timezone_id, o.terms_accepted_at, o.marketing, o.attribution, o.created_at, o.completed_at,
      (select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'amountMinor', l.amount_minor, 'refundedMinor', l.refunded_minor - stopped_of_line(l.id))), '[]')
        from order_line l where l.order_id = o.id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'amountMinor', p.amount_minor, 'cardBrand', p.card_brand, 'cardLast4', p.card_last4, 'at', p.created_at)), '[]')
        from payment p where p.order_id = o.id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'amountMinor', d.amount_minor, 'reason', d.reason, 'at', d.opened_at)), '[]')
        from dispute d join payment p on p.id = d.payment_id where p.order_id = o.id) as disputes,
      (select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'amountMinor', r.amount_minor, 'method', p.method, 'reason', q.reason, 'at', r.created_at)), '[]')
        from payment p join refund r on r.payment_id = p.id left join refund_request q on q.id = r.request_id
        where p.order_id = o.id) as refunds
    from orders o where o.email = ${email}
      and (o.person_id = ${id} or o.state in ('complete', 'returning', 'returned')) order by o.created_at`.execute(db)
  return rows
}

/** mail_address; never what stood in them: a link in a mail is its reader's alone */
export function mailsTo(db: Db, email: string) {
  return db
    .selectFrom('mail')
    .select(['subject', 'created_at', 'sent_at'])
    .where('to_address', '=', email)
    .orderBy('created_at')
    .execute()
}
