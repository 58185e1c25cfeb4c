/** The statements about what a learner should look at. */
import { type NotNull, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** orders by person; balances that the buyer still owes, the earliest first, with the card that will be charged */
export function listBalancesDue(db: Db, personId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('cohort', 'cohort.cohort_code', 'orders.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('payment')
          .select(
            sql<number>`(orders.total_minor - orders.waived_minor - coalesce(sum(payment.amount_minor), 0))::bigint`.as(
              'left_minor',
            ),
          )
          .whereRef('payment.order_id', '=', 'orders.id')
          .where('payment.state', '=', 'complete')
          .as('balance'),
      (join) => join.onTrue(),
    )
    .leftJoin('card_mandate', (join) =>
      join
        .onRef('card_mandate.order_id', '=', 'orders.id')
        .on('card_mandate.ended_at', 'is', null)
        .on('card_mandate.provider', 'is not', null),
    )
    .select([
      'orders.id as order_id',
      'orders.offer_code',
      'orders.currency',
      'orders.timezone_id',
      'orders.balance_due_at',
      'orders.paused_at',
      'card_mandate.card_brand',
      'card_mandate.card_last4',
      'card_mandate.charge_at',
      'course.course_code',
      'course.title',
      'balance.left_minor',
    ])
    .where('orders.person_id', '=', personId)
    .where('orders.state', '=', 'complete')
    .where('orders.balance_due_at', 'is not', null)
    .where('orders.balance_paid_at', 'is', null)
    .where(sql<boolean>`exists (select from enrolment e where e.order_id = orders.id and e.state <> 'cancelled')`)
    .where('balance.left_minor', '>', 0)
    .orderBy('orders.balance_due_at')
    .$narrowType<{ balance_due_at: NotNull }>()
    .execute()
}

/** unique certificate (person_id, course_code) */
export function listNewCertificates(db: Db, personId: string, from: Date) {
  return db
    .selectFrom('certificate')
    .select(['id', 'course_code', 'course_title', 'issued_at'])
    .where('person_id', '=', personId)
    .where('state', '=', 'issued')
    .where('issued_at', '>=', from)
    .orderBy('issued_at', 'desc')
    .execute()
}
