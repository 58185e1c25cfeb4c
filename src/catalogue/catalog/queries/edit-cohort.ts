/** The statements by which the studio makes and changes cohorts and their prices. */
import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Cohort } from '#platform/db/types.gen.ts'
import { noteStudioChange } from './studio-changes.ts'

export type NewCohort = { cohortCode: string; courseCode: string; state: 'announced' | 'open'; timezoneId: string }

/** Primary key. False when the code is taken by a cohort or an offer. */
export async function insertCohort(tx: Tx, { cohortCode, courseCode, state, timezoneId }: NewCohort): Promise<boolean> {
  const { rows } = await sql<{ cohort_code: string }>`
    insert into cohort (cohort_code, course_code, state, timezone_id)
    select ${cohortCode}, ${courseCode}, ${state}, ${timezoneId}
    where not exists (select from offer where offer_code = ${cohortCode})
    on conflict (cohort_code) do nothing returning cohort_code`.execute(tx)
  if (rows.length > 0) await noteStudioChange(tx, 'cohorts', cohortCode)
  return rows.length > 0
}

/** primary keys; locks the cohort until the transaction ends */
export function lockCohort(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'cohort.cohort_code',
      'cohort.course_code',
      'cohort.state',
      'cohort.capacity',
      'cohort.taken',
      'cohort.timezone_id',
      'cohort.starts_at',
      'cohort.ends_at',
      'cohort.enrol_closes_at',
      'course.delivery_type',
      'course.published_at',
    ])
    .where('cohort.cohort_code', '=', cohortCode)
    .forNoKeyUpdate('cohort')
    .executeTakeFirst()
}

/** primary key */
export async function updateCohort(
  tx: Tx,
  cohortCode: string,
  change: Pick<
    Updateable<Cohort>,
    'name' | 'capacity' | 'state' | 'timezone_id' | 'starts_at' | 'ends_at' | 'enrol_closes_at'
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('cohort').set(change).where('cohort_code', '=', cohortCode).execute()
  await noteStudioChange(tx, 'cohorts', cohortCode)
}

/** primary keys; the course of a cohort */
export async function findCourseOfCohort(db: Db | Tx, cohortCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('cohort')
    .select('course_code')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row?.course_code ?? null
}

/** cohort_course; whether the course has another cohort that is not cancelled */
export async function hasOtherCohorts(tx: Tx, courseCode: string, cohortCode: string): Promise<boolean> {
  const other = await tx
    .selectFrom('cohort')
    .select('cohort_code')
    .where('course_code', '=', courseCode)
    .where('cohort_code', '<>', cohortCode)
    .where('state', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** cohort_session_time; the sessions of a cohort that were not cancelled, by their start */
export function listCohortSessions(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('cohort_session')
    .innerJoin('lesson', 'lesson.id', 'cohort_session.lesson_id')
    .select(['lesson.key', 'local_start', 'timezone_id', 'starts_at', 'ends_at'])
    .where('cohort_code', '=', cohortCode)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at')
    .execute()
}
