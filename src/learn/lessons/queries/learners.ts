/** The statements about the learners of a course, for its teachers. A learner has an active enrolment in the course. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const isLearner = (courseCode: string) => sql<boolean>`exists (select from enrolment
  join cohort on cohort.cohort_code = enrolment.cohort_code
  where enrolment.person_id = person.id and enrolment.state = 'active' and cohort.course_code = ${courseCode})`

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
