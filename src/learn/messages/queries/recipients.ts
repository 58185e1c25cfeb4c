/** The statements that choose the recipients of messages. docs/contract §43. */
import { sql } from 'kysely'
import { loadCourseScope } from '#learn/learners/learner-scope.ts'
import { type LearnerScope, selectMatchingSeats } from '#learn/learners/queries/matching-learners.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { RecipientFilter } from '../recipient-filter.ts'

/**
 * cohort_course, enrolment_once, cohort_session_time, primary keys of mail_opt_out and mail_suppression. The learners of a
 * course with open access that the filter chooses, each once: with the cohort that starts last.
 */
function selectRecipients(
  db: Db | Tx,
  courseCode: string,
  { cohort, state, person: personId, learners }: RecipientFilter,
  now: Date,
  scope: LearnerScope | null,
) {
  const matching =
    scope &&
    learners &&
    sql`enrolment.id in ${selectMatchingSeats(scope, { ...learners, course: courseCode, state: 'active' })}`
  const isCompleted = sql<boolean>`exists (select from course_completion done
    where done.person_id = person.id and done.course_code = cohort.course_code)`
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .innerJoin('enrolment', 'enrolment.cohort_code', 'cohort.cohort_code')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .distinctOn('person.id')
    .select([
      'person.id as person_id',
      'person.name',
      'person.email',
      'person.timezone_id as person_timezone_id',
      'course.title as course_title',
      'cohort.cohort_code',
      'cohort.timezone_id',
      'cohort.starts_at',
      'cohort.ends_at',
      sql<Date | null>`(select min(session.starts_at) from cohort_session session where session.cohort_code = cohort.cohort_code
        and session.cancelled_at is null and session.starts_at > ${now})`.as('next_session_at'),
      sql<boolean>`exists (select from mail_opt_out off where off.address = person.email and off.category = 'course.news')`.as(
        'is_off',
      ),
      sql<boolean>`exists (select from mail_suppression bad where bad.address = person.email)`.as('is_suppressed'),
      sql<boolean>`person.email_verified_at is null`.as('is_unproved'),
    ])
    .where('cohort.course_code', '=', courseCode)
    .where('cohort.state', '<>', 'cancelled')
    .where('enrolment.state', '=', sql.lit('active'))
    .where('enrolment.frozen_at', 'is', null)
    .where('orders.paused_at', 'is', null)
    .where((is) => is.or([is('enrolment.access_ends_at', 'is', null), is('enrolment.access_ends_at', '>', now)]))
    .where('person.deleted_at', 'is', null)
    .$if(cohort !== null, (query) => query.where('cohort.cohort_code', '=', cohort))
    .$if(state === 'finished', (query) => query.where(isCompleted))
    .$if(state === 'unfinished', (query) => query.where((is) => is.not(isCompleted)))
    .$if(personId !== null, (query) => query.where('person.id', '=', personId))
    .$if(matching !== null, (query) => query.where(sql<boolean>`${matching}`))
    .orderBy('person.id')
    .orderBy(sql`cohort.starts_at desc nulls last`)
}

/** What the list of learners needs to filter. Null: the filter has no part of it. */
const loadScope = (db: Db | Tx, courseCode: string, { learners }: RecipientFilter, now: Date) =>
  learners ? loadCourseScope(db, courseCode, now) : null

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

/**
 * All but `reachable` get no e-mail, and read the message in the portal. `unproved`: nobody has proved the address yet,
 * which may be mistyped. `unreachable`: a suppressed address.
 */
export const REACHES = ['reachable', 'unproved', 'turnedOff', 'unreachable'] as const
type Reach = (typeof REACHES)[number]
const REACH = sql<Reach>`case when is_unproved then 'unproved' when is_off then 'turnedOff' when is_suppressed then 'unreachable' else 'reachable' end`

type Part = { onlyPersonId?: string; reach?: Reach; limit?: number }

/** Indexes: as selectRecipients. By name; all of them, or a part. */
export async function listRecipients(
  db: Db | Tx,
  courseCode: string,
  filter: RecipientFilter,
  now: Date,
  { onlyPersonId, reach, limit }: Part = {},
) {
  const seats = selectRecipients(db, courseCode, filter, now, await loadScope(db, courseCode, filter, now))
  return db
    .selectFrom((onlyPersonId === undefined ? seats : seats.where('person.id', '=', onlyPersonId)).as('seat'))
    .selectAll()
    .$if(reach !== undefined, (query) => query.where(REACH, '=', reach!))
    .orderBy('name')
    .orderBy('person_id')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute()
}

/** Indexes: as selectRecipients. */
export async function countRecipients(
  db: Db | Tx,
  courseCode: string,
  filter: RecipientFilter,
  now: Date,
): Promise<Record<Reach, number>> {
  const scope = await loadScope(db, courseCode, filter, now)
  const rows = await db
    .selectFrom(selectRecipients(db, courseCode, filter, now, scope).as('seat'))
    .select([REACH.as('reach'), sql<number>`count(*)::int`.as('count')])
    .groupBy(REACH)
    .execute()
  const counts = Object.fromEntries(rows.map(({ reach, count }) => [reach, count]))
  return { reachable: 0, unproved: 0, turnedOff: 0, unreachable: 0, ...counts }
}

/** Primary keys. The people who can read a message whose sending has started, with the values that they got, by name. */
export function listReaders(db: Db, id: string, { onlyPersonId, limit }: { onlyPersonId?: string; limit: number }) {
  return db
    .selectFrom('broadcast_recipient as recipient')
    .innerJoin('person', 'person.id', 'recipient.person_id')
    .select(['recipient.person_id', 'person.name', 'recipient.variables'])
    .where('recipient.broadcast_id', '=', id)
    .where('recipient.handled_at', 'is not', null)
    .where(sql<boolean>`recipient.left_out_because is distinct from 'not-enrolled'`)
    .$if(onlyPersonId !== undefined, (query) => query.where('recipient.person_id', '=', onlyPersonId!))
    .orderBy('person.name')
    .orderBy('person.id')
    .limit(limit)
    .execute()
}

/** primary keys, enrolment_person; the names of those people who have or had a seat in the course */
export async function listNamesInCourse(db: Db, courseCode: string, personIds: readonly string[]) {
  if (personIds.length === 0) return []
  return db
    .selectFrom('person')
    .select(['person.id', 'person.name'])
    .where('person.id', '=', anyOf(personIds))
    .where('person.deleted_at', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('enrolment')
          .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
          .select('enrolment.id')
          .whereRef('enrolment.person_id', '=', 'person.id')
          .where('enrolment.state', '<>', 'unconfirmed')
          .where('cohort.course_code', '=', courseCode),
      ),
    )
    .execute()
}
