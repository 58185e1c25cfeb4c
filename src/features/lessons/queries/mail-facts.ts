/** The statements that find who gets an e-mail about access. Only proved addresses with an active enrolment are found. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

function selectReachable(db: Db | Tx) {
  return db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .where('enrolment.state', '=', sql.lit('active'))
    .where('cohort.state', '<>', 'cancelled')
    .where('person.email_verified_at', 'is not', null)
    .where('person.deleted_at', 'is', null)
    .select([
      'enrolment.id',
      'person.id as person_id',
      'person.email',
      'person.name',
      'cohort.timezone_id',
      'course.course_code',
      'course.title',
    ])
}

/** enrolment_order; the people of an order. With the buyer's address, to whom the e-mails about the balance go. */
export function listPeopleOfOrder(db: Db, orderId: string) {
  return selectReachable(db)
    .select(['enrolment.frozen_at', 'orders.paused_at', 'orders.email as buyer_email'])
    .where('orders.id', '=', orderId)
    .orderBy('enrolment.id')
    .execute()
}

/**
 * enrolment_access_end; the learners whose access ends in this time and who have no later access to the course. Locked
 * and frozen enrolments are left out: their e-mails say what to do.
 */
export function listEndingSoon(db: Db, { from, until }: { from: Date; until: Date }) {
  return selectReachable(db)
    .select('enrolment.access_ends_at')
    .where('enrolment.access_ends_at', '>', from)
    .where('enrolment.access_ends_at', '<=', until)
    .where('enrolment.frozen_at', 'is', null)
    .where('orders.paused_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('enrolment as other')
            .innerJoin('cohort as other_cohort', 'other_cohort.cohort_code', 'other.cohort_code')
            .select('other.id')
            .whereRef('other.person_id', '=', 'enrolment.person_id')
            .whereRef('other_cohort.course_code', '=', 'course.course_code')
            .where('other.state', '=', sql.lit('active'))
            .where(sql<boolean>`coalesce(other.access_ends_at, 'infinity') > enrolment.access_ends_at`),
        ),
      ),
    )
    .$narrowType<{ access_ends_at: NotNull }>()
    .execute()
}
