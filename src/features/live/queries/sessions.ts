/** The statements that read sessions. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary keys; one session with its cohort, course, lesson and recording */
export function findSession(db: Db | Tx, sessionId: string) {
  return selectSessions(db).where('session.id', '=', sessionId).executeTakeFirst()
}
export type MeetingRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** index cohort of course; unique (cohort_code, position); the sessions of all cohorts of a course */
export function listCourseSessions(db: Db, courseCode: string): Promise<MeetingRow[]> {
  return selectSessions(db)
    .where('course.course_code', '=', courseCode)
    .orderBy('session.starts_at')
    .orderBy('session.id')
    .execute()
}

/** enrolment_person, unique (cohort_code, position); the sessions of the cohorts in which a person has an active seat */
export function listOwnSessions(db: Db, personId: string): Promise<MeetingRow[]> {
  return selectSessions(db)
    .where('session.cohort_code', 'in', (query) =>
      query
        .selectFrom('enrolment')
        .select('enrolment.cohort_code')
        .where('enrolment.person_id', '=', personId)
        .where('enrolment.state', '=', 'active'),
    )
    .orderBy('session.starts_at')
    .orderBy('session.id')
    .execute()
}

function selectSessions(db: Db | Tx) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .innerJoin('lesson', 'lesson.id', 'session.lesson_id')
    .leftJoin('asset', 'asset.id', 'session.recording_asset_id')
    .select([
      'session.id',
      'session.title',
      'session.starts_at',
      'session.ends_at',
      'session.timezone_id',
      'session.sealed_meeting_url',
      'session.recording_asset_id',
      'session.recap',
      'session.sequence',
      'session.lesson_id',
      'lesson.key as lesson_key',
      'cohort.cohort_code',
      'cohort.name as cohort_name',
      'course.course_code',
      'course.title as course_title',
      'asset.state as recording_state',
      'asset.filename as recording_filename',
      sql<Date | null>`case when cohort.state = 'cancelled' then coalesce(session.cancelled_at, session.starts_at)
        else session.cancelled_at end`.as('cancelled_at'),
    ])
}

/** primary keys; what learners need and who teaches */
export async function getCourseFrame(
  db: Db,
  courseCode: string,
): Promise<{ teachers: string[]; requirements: string[] }> {
  const row = await db
    .selectFrom('course')
    .select([
      sql<string[] | null>`definition -> 'requirements'`.as('requirements'),
      sql<
        string[]
      >`array(select creator.name from course_creator join creator on creator.slug = course_creator.creator_slug
        where course_creator.course_code = course.course_code order by course_creator.position)`.as('teachers'),
    ])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return { teachers: row?.teachers ?? [], requirements: row?.requirements ?? [] }
}

/** primary key of attendance */
export function getAttendance(db: Db | Tx, sessionId: string, personId: string) {
  return db
    .selectFrom('attendance')
    .select(['joined_at', 'verdict'])
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** index of enrolment by cohort, primary key of attendance; the people with a seat in the session's cohort, by name */
export function listAttendees(db: Db | Tx, session: Pick<MeetingRow, 'id' | 'cohort_code'>) {
  return db
    .selectFrom('person')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.person_id', '=', 'person.id').on('attendance.session_id', '=', session.id),
    )
    .select(['person.id', 'person.name', 'attendance.joined_at', 'attendance.verdict', 'attendance.verdict_at'])
    .where('person.deleted_at', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('enrolment')
          .select('enrolment.id')
          .whereRef('enrolment.person_id', '=', 'person.id')
          .where('enrolment.cohort_code', '=', session.cohort_code)
          .where('enrolment.state', '=', 'active'),
      ),
    )
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()
}
