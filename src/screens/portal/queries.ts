/** SQL statements about a learner's enrolments, orders and e-mails. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** Indexes: enrolment_person, then primary keys; cohort_session_time for the next session. */
export function listLearnerEnrolments(db: Db, personId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('cohort_session')
          .select(['starts_at as next_starts_at', 'ends_at as next_ends_at'])
          .whereRef('cohort_session.cohort_code', '=', 'cohort.cohort_code')
          .where('ends_at', '>', sql<Date>`now()`)
          .where('cancelled_at', 'is', null)
          .orderBy('starts_at')
          .limit(1)
          .as('upcoming'),
      (join) => join.onTrue(),
    )
    .select([
      'enrolment.id',
      'enrolment.state',
      'enrolment.frozen_at',
      'enrolment.cohort_code',
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
      'cohort.course_code',
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

/** Only orders placed while logged in, because a stranger may have entered this address. Index: orders_email. */
export function listOpenOrders(db: Db, personId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('person', 'person.email', 'orders.email')
    .innerJoin('cohort', 'cohort.cohort_code', 'orders.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['orders.id', 'orders.cohort_code', 'orders.offer_code', 'course.title'])
    .where('person.id', '=', personId)
    .where('orders.person_id', '=', personId)
    .where('orders.state', '=', 'open')
    .where('orders.product', '=', 'cohort')
    .$narrowType<{ cohort_code: NotNull; offer_code: NotNull }>()
    .execute()
}

/** Unpaid orders are included only if the person placed them while logged in. Index: orders_email. */
export async function listOrdersForExport(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select o.number, o.state, o.cohort_code, o.offer_code, o.seats, o.currency, o.total_minor, o.name, o.email, o.phone_number,
      o.timezone_id, o.terms_accepted_at, o.marketing, o.attribution, o.first_touch, o.created_at, o.completed_at,
      (select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'amountMinor', l.amount_minor, 'refundedMinor', l.refunded_minor - on_hold_minor_of_line(l.id))), '[]')
        from order_line l where l.order_id = o.id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'amountMinor', p.amount_minor, 'cardBrand', p.card_brand, 'cardLast4', p.card_last4, 'at', p.created_at)), '[]')
        from payment p where p.order_id = o.id) as payments,
      (select jsonb_build_object('text', m.mandate_text, 'version', m.mandate_version, 'agreedAt', m.agreed_at, 'card', m.card_brand || ' ' || m.card_last4,
        'endedAt', m.ended_at) from card_mandate m where m.order_id = o.id) as saved_card,
      (select jsonb_build_object('text', k.consent_text, 'version', k.consent_version, 'agreedAt', k.agreed_at, 'card', k.card_brand || ' ' || k.card_last4,
        'expires', k.expires_month || '/' || k.expires_year, 'endedAt', k.ended_at) from reusable_card k where k.order_id = o.id) as reusable_card,
      (select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'amountMinor', d.amount_minor, 'reason', d.reason, 'at', d.opened_at)), '[]')
        from dispute d join payment p on p.id = d.payment_id where p.order_id = o.id) as disputes,
      (select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'amountMinor', r.amount_minor, 'method', p.method, 'reason', q.reason, 'at', r.created_at)), '[]')
        from payment p join refund r on r.payment_id = p.id left join refund_request q on q.id = r.request_id
        where p.order_id = o.id) as refunds
    from orders o where o.email = ${email}
      and (o.person_id = ${id} or o.state in ('complete', 'refund-pending', 'returned')) order by o.created_at`.execute(
    db,
  )
  return rows
}

/** Omits the text of the e-mails, because their links give access. Index: mail_address. */
export function listEmailsTo(db: Db, email: string) {
  return db
    .selectFrom('mail')
    .select(['subject', 'created_at', 'sent_at'])
    .where('to_address', '=', email)
    .orderBy('created_at')
    .execute()
}

/** orders_email, payment.unique (order_id, attempt), dispute_payment; the person's own, also one whose balance is in the provider's hands, or whose payment a bank disputes */
export async function hasOpenOrder(tx: Tx, person: { id: string; email: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('email', '=', person.email)
    .where('person_id', '=', person.id)
    .where(
      sql<boolean>`(state in ('open', 'refund-pending') or exists (select from payment p where p.order_id = orders.id
        and (p.state in ('pending', 'declined', 'refund-pending') and p.provider <> 'none'
          or exists (select from dispute d where d.payment_id = p.id and d.state in ('inquiry', 'open')))))`,
    )
    .executeTakeFirst()
  return row !== undefined
}
