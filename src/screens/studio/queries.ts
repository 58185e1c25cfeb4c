/** The statements of the studio's frame. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type Filter = {
  personId: string
  /** True: also courses in which the person has no role. */
  isEveryCourse: boolean
  courseCode?: string
}

/** primary keys of course and course_role, cohort_course, cohort_session_time; one statement for any number of courses */
export function listStudioCourses(db: Db, { personId, isEveryCourse, courseCode }: Filter, now: Date) {
  return db
    .selectFrom('course')
    .leftJoin('course_role as own', (join) =>
      join.onRef('own.course_code', '=', 'course.course_code').on('own.person_id', '=', personId),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('cohort_session as session')
          .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
          .select([
            'session.title as next_title',
            'session.starts_at as next_starts_at',
            'session.ends_at as next_ends_at',
            'session.timezone_id as next_timezone_id',
            sql<boolean>`session.sealed_meeting_url is not null`.as('next_has_meeting'),
          ])
          .whereRef('cohort.course_code', '=', 'course.course_code')
          .where('cohort.state', '<>', 'cancelled')
          .where('session.cancelled_at', 'is', null)
          .where('session.ends_at', '>', now)
          .orderBy('session.starts_at')
          .limit(1)
          .as('upcoming'),
      (join) => join.onTrue(),
    )
    .selectAll('upcoming')
    .select([
      'course.course_code',
      'course.title',
      'course.delivery_type',
      'own.role',
      sql<{ hue: string } | null>`course.definition->'images'`.as('images'),
      sql<
        string[]
      >`array(select creator.name from course_creator join creator on creator.slug = course_creator.creator_slug
        where course_creator.course_code = course.course_code order by course_creator.position)`.as('teachers'),
    ])
    .$if(courseCode !== undefined, (query) => query.where('course.course_code', '=', courseCode!))
    .$if(!isEveryCourse, (query) => query.where('own.role', 'is not', null))
    .orderBy('upcoming.next_starts_at', (order) => order.asc().nullsLast())
    .orderBy('course.title')
    .execute()
}
export type StudioCourseRow = Awaited<ReturnType<typeof listStudioCourses>>[number]
