/** The statements that read sessions. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary keys; one session with its cohort, course, lesson and recording */
export function findSession(db: Db | Tx, sessionId: string) {
  return selectSessions(db).where('session.id', '=', sessionId).executeTakeFirst()
}
export type MeetingRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** index cohort_session_recording; the sessions that show a file as their recording */
export async function listSessionsOfRecording(db: Db, assetId: string): Promise<string[]> {
  const rows = await db.selectFrom('cohort_session').select('id').where('recording_asset_id', '=', assetId).execute()
  return rows.map(({ id }) => id)
}

/** index cohort of course; unique (cohort_code, position); the sessions of all cohorts of a course */
export function listCourseSessions(db: Db, courseCode: string): Promise<MeetingRow[]> {
  return selectSessions(db)
    .where('course.course_code', '=', courseCode)
    .orderBy('session.starts_at')
    .orderBy('session.id')
    .execute()
}

/** index cohort_session_lesson, unique lesson (course_code, key); the sessions of a cohort for these lessons */
export function listSessionsOfLessons(db: Db, cohortCode: string, lessonKeys: readonly string[]) {
  return selectSessions(db)
    .where('session.cohort_code', '=', cohortCode)
    .where('lesson.key', '=', anyOf(lessonKeys))
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
      'asset.kind as recording_kind',
      'asset.duration_ms as recording_duration_ms',
      sql<Date | null>`case when cohort.state = 'cancelled' then coalesce(session.cancelled_at, session.starts_at)
        else session.cancelled_at end`.as('cancelled_at'),
    ])
}

/** primary key; what learners need */
export async function getRequirements(db: Db, courseCode: string): Promise<string[]> {
  const row = await db
    .selectFrom('course')
    .select(sql<string[] | null>`definition -> 'requirements'`.as('requirements'))
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return row?.requirements ?? []
}

/** primary key of watch; unique caption_track (asset_id, language, kind) */
export async function getOwnRecording(
  db: Db,
  { personId, lessonId, assetId }: { personId: string; lessonId: string; assetId: string },
): Promise<{ positionSeconds: number; hasCaptions: boolean }> {
  const row = await db
    .selectFrom('asset')
    .leftJoin('watch', (join) =>
      join
        .onRef('watch.asset_id', '=', 'asset.id')
        .on('watch.person_id', '=', personId)
        .on('watch.lesson_id', '=', lessonId),
    )
    .select([
      'watch.position_seconds',
      sql<boolean>`exists (select from caption_track where caption_track.asset_id = asset.id and kind <> 'chapters')`.as(
        'has_captions',
      ),
    ])
    .where('asset.id', '=', assetId)
    .executeTakeFirst()
  return { positionSeconds: row?.position_seconds ?? 0, hasCaptions: row?.has_captions ?? false }
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

/** attendance_person */
export function listOwnAttendance(db: Db, personId: string) {
  return db
    .selectFrom('attendance')
    .select(['session_id', 'joined_at', 'verdict'])
    .where('person_id', '=', personId)
    .execute()
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
