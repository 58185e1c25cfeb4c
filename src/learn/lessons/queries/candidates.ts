/** The statements that find people whose completion may have changed. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** enrolment_once, lesson_progress_lesson; learners of a course with a complete lesson, who have not completed the course */
export async function listCandidates(db: Db | Tx, courseCode: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct enrolment.person_id
      from enrolment
      join cohort on cohort.cohort_code = enrolment.cohort_code
      join lesson_progress on lesson_progress.person_id = enrolment.person_id
        and lesson_progress.completed_at is not null
      join lesson on lesson.id = lesson_progress.lesson_id and lesson.course_code = cohort.course_code
      where cohort.course_code = ${courseCode} and enrolment.state = 'active'
        and not exists (select from course_completion
          where course_completion.person_id = enrolment.person_id
            and course_completion.course_code = cohort.course_code)
      order by enrolment.person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** Courses with a cohort that ended in the last two days, so that a missed hour is made up for. */
export async function listEndedCourses(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('cohort')
    .select('course_code')
    .distinct()
    .where('ends_at', '<=', now)
    .where('ends_at', '>', new Date(now.getTime() - 2 * 86_400_000))
    .execute()
  return rows.map(({ course_code }) => course_code)
}

/** primary keys; the courses with these codes, and those of cohorts with these codes */
export async function listCoursesOfCodes(db: Db | Tx, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ course_code: string }>`
    select course_code from course where course_code = any(${codes}::text[])
    union select course_code from cohort where cohort_code = any(${codes}::text[])`.execute(db)
  return rows.map(({ course_code }) => course_code)
}
