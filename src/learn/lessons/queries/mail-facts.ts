/** The statements that find who gets an e-mail about access and lessons. Only proved addresses with an active enrolment are found. */
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
    .select(['enrolment.frozen_at', 'enrolment.access_ends_at', 'orders.paused_at', 'orders.email as buyer_email'])
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

/** A local time of one zone and the same local time of another are at most this far apart, with a day to spare. */
const ZONES_APART = sql`interval '2 days'`

/**
 * Index of lesson and module by course, enrolment_once, primary keys. One row for each enrolment with open access and
 * each date rule that may have opened a lesson between the two times. Local times are compared without their zone. The
 * people have not turned these e-mails off.
 */
export function listDateRules(db: Db, { after, now }: { after: Date; now: Date }) {
  return selectReachable(db)
    .innerJoin(
      (from) =>
        from
          .selectFrom('lesson')
          .select(['course_code', 'release_rule', 'release_at', 'release_days'])
          .where('state', '=', 'published')
          .union(from.selectFrom('module').select(['course_code', 'release_rule', 'release_at', 'release_days']))
          .as('dated'),
      (join) => join.onRef('dated.course_code', '=', 'course.course_code'),
    )
    .leftJoin('opened_digest as digest', 'digest.person_id', 'person.id')
    .select([
      'person.timezone_id as person_timezone_id',
      'course.delivery_type',
      'cohort.starts_at',
      'enrolment.created_at as enrolled_at',
      'dated.release_rule',
      'dated.release_at',
      'dated.release_days',
      'digest.announced_until',
    ])
    .where('dated.release_rule', 'in', ['on-date', 'after-days'])
    .where('enrolment.frozen_at', 'is', null)
    .where('orders.paused_at', 'is', null)
    .where((is) => is.or([is('enrolment.access_ends_at', 'is', null), is('enrolment.access_ends_at', '>', now)]))
    .where(
      sql<boolean>`coalesce(dated.release_at at time zone 'UTC',
        case course.delivery_type when 'on-demand' then enrolment.created_at else cohort.starts_at end
          + dated.release_days * interval '1 day')
        between greatest(${after}::timestamptz, digest.announced_until) - ${ZONES_APART} and ${now}::timestamptz + ${ZONES_APART}`,
    )
    .where(
      sql<boolean>`not exists (select from mail_opt_out off where off.address = person.email and off.category = 'lesson.opened')`,
    )
    .orderBy('person.id')
    .orderBy('enrolment.id')
    .execute()
}
export type DateRuleRow = Awaited<ReturnType<typeof listDateRules>>[number]

/** primary key */
export async function putOpenedDigest(tx: Tx, personId: string, announcedUntil: Date): Promise<void> {
  await tx
    .insertInto('opened_digest')
    .values({ person_id: personId, announced_until: announcedUntil })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ announced_until: announcedUntil }))
    .execute()
}
