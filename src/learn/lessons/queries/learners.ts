/** The statements about the learners of a course, for its teachers. A learner has an active enrolment in the course. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const isLearner = (courseCode: string) => sql<boolean>`exists (select from enrolment
  join cohort on cohort.cohort_code = enrolment.cohort_code
  where enrolment.person_id = person.id and enrolment.state = 'active' and cohort.course_code = ${courseCode})`

/** enrolment_person, cohort_course; by name. An `after` that has no enrolment in the course gives an empty page. */
export async function listLearnerPage(
  db: Db,
  courseCode: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select person.id, person.name from person
      where ${isLearner(courseCode)} and (${after}::uuid is null or (person.name, person.id) > (
        select last.name, last.id from person as last where last.id = ${after} and exists (select from enrolment
          join cohort on cohort.cohort_code = enrolment.cohort_code
          where enrolment.person_id = last.id and cohort.course_code = ${courseCode})))
      order by person.name, person.id limit ${limit}`.execute(db)
  return rows
}

/** cohort_course, enrolment_once */
export async function countLearners(db: Db, courseCode: string): Promise<number> {
  const row = await db
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select(sql<number>`count(distinct enrolment.person_id)::int`.as('count'))
    .where('cohort.course_code', '=', courseCode)
    .where('enrolment.state', '=', 'active')
    .executeTakeFirstOrThrow()
  return row.count
}

/** enrolment_person, primary keys; the active enrolments of these people in the course */
export function listLearnerEnrolments(db: Db, courseCode: string, personIds: readonly string[]) {
  return db
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .leftJoin('course_completion as completion', (join) =>
      join
        .onRef('completion.person_id', '=', 'enrolment.person_id')
        .onRef('completion.course_code', '=', 'cohort.course_code'),
    )
    .select([
      'enrolment.id as enrolment_id',
      'enrolment.state as enrolment_state',
      'enrolment.person_id',
      'enrolment.frozen_at',
      'enrolment.cancel_reason',
      'enrolment.access_ends_at',
      'enrolment.last_seen_on',
      'orders.paused_at',
      'cohort.cohort_code',
      'cohort.name as cohort_name',
      'cohort.state as cohort_state',
      'cohort.ends_at',
      'completion.completed_at',
    ])
    .where('cohort.course_code', '=', courseCode)
    .where('enrolment.state', '=', 'active')
    .where('enrolment.person_id', '=', sql<string>`any(${[...personIds]}::uuid[])`)
    .execute()
}

/** unique lesson (course_code, key); in course order, withdrawn lessons last */
export function listOutline(db: Db, courseCode: string) {
  return db
    .selectFrom('lesson')
    .leftJoin('module', 'module.id', 'lesson.module_id')
    .select([
      'lesson.id as lessonId',
      'lesson.title',
      'lesson.kind',
      'lesson.state',
      'lesson.is_required as isRequired',
    ])
    .where('lesson.course_code', '=', courseCode)
    .orderBy('module.position')
    .orderBy('lesson.position')
    .execute()
}

/** cohort_course, cohort_session_time; a cancelled session comes before its replacement */
export function listSessionsOfCourse(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .select(['session.id', 'session.cohort_code', 'session.lesson_id', 'session.starts_at', 'session.cancelled_at'])
    .where('cohort.course_code', '=', courseCode)
    .orderBy(sql`session.cancelled_at is null`)
    .orderBy('session.starts_at')
    .execute()
}

/** primary key of lesson_progress */
export function listCompletedLessons(db: Db, courseCode: string, personIds: readonly string[]) {
  return db
    .selectFrom('lesson_progress as progress')
    .innerJoin('lesson', 'lesson.id', 'progress.lesson_id')
    .select(['progress.person_id', 'progress.lesson_id'])
    .where('lesson.course_code', '=', courseCode)
    .where('progress.completed_at', 'is not', null)
    .where('progress.person_id', '=', sql<string>`any(${[...personIds]}::uuid[])`)
    .execute()
}

/** attendance_person, primary keys */
export function listAttendanceOfPeople(db: Db, courseCode: string, personIds: readonly string[]) {
  return db
    .selectFrom('attendance')
    .innerJoin('cohort_session as session', 'session.id', 'attendance.session_id')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .select([
      'attendance.person_id',
      'attendance.session_id',
      'session.starts_at',
      'attendance.joined_at',
      'attendance.verdict',
    ])
    .where('cohort.course_code', '=', courseCode)
    .where('attendance.person_id', '=', sql<string>`any(${[...personIds]}::uuid[])`)
    .execute()
}

/** primary keys; a lesson of this course */
export function findLessonOfCourse(db: Db, courseCode: string, lessonId: string) {
  return db
    .selectFrom('lesson')
    .leftJoin('asset', 'asset.id', 'lesson.asset_id')
    .select(['lesson.id', 'lesson.title', 'asset.duration_ms'])
    .where('lesson.id', '=', lessonId)
    .where('lesson.course_code', '=', courseCode)
    .executeTakeFirst()
}

/** lesson_progress_lesson, primary key of watch; the learners who started the lesson, with the seconds of its file */
export function listStarters(db: Db, courseCode: string, lessonId: string) {
  return db
    .selectFrom('lesson_progress as progress')
    .innerJoin('person', 'person.id', 'progress.person_id')
    .innerJoin('lesson', 'lesson.id', 'progress.lesson_id')
    .leftJoin('watch', (join) =>
      join
        .onRef('watch.person_id', '=', 'progress.person_id')
        .onRef('watch.lesson_id', '=', 'progress.lesson_id')
        .onRef('watch.asset_id', '=', 'lesson.asset_id'),
    )
    .select(['progress.completed_at', sql<string | null>`watch.ranges::text`.as('ranges')])
    .where('progress.lesson_id', '=', lessonId)
    .where(isLearner(courseCode))
    .execute()
}
