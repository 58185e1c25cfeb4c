/** The statements of the studio's frame. */
import { sql } from 'kysely'
import type { StoredTexts } from '#catalogue/catalog/files/definition.ts'
import type { StoredPhoto } from '#catalogue/catalog/pictures/photo-sources.ts'
import type { Db } from '#platform/db/db.ts'

type Filter = {
  personId: string
  /** True: also courses in which the person has no role. */
  isEveryCourse: boolean
  courseCode?: string
}

/**
 * Primary keys of course, course_draft and course_role, cohort_course, cohort_session_time; one statement for any number
 * of courses. Titles, teachers and covers are those of the draft.
 */
export function listStudioCourses(db: Db, { personId, isEveryCourse, courseCode }: Filter, now: Date) {
  return db
    .selectFrom('course')
    .leftJoin('course_role as own', (join) =>
      join.onRef('own.course_code', '=', 'course.course_code').on('own.person_id', '=', personId),
    )
    .leftJoin('course_draft as about', (join) =>
      join.onRef('about.course_code', '=', 'course.course_code').on('about.unit', '=', 'about'),
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
      sql<string>`coalesce(nullif(about.body ->> 'title', ''), course.title)`.as('title'),
      'course.delivery_type',
      'course.published_at',
      'course.withdrawn_at',
      'own.role',
      sql<StoredTexts['images'] | null>`coalesce(about.body -> 'images', course.definition -> 'images')`.as('images'),
      // Only a photo of the published version has an address.
      sql<StoredPhoto | null>`case when course.published_at is not null then course.definition -> 'cover' end`.as(
        'cover',
      ),
      sql<string[]>`array(select creator.name from creator left join course_creator
          on course_creator.creator_slug = creator.slug and course_creator.course_code = course.course_code
        where case when about.body is null then course_creator.position is not null else about.body -> 'creators' ? creator.slug end
        order by course_creator.position, creator.name)`.as('teachers'),
    ])
    .$if(courseCode !== undefined, (query) => query.where('course.course_code', '=', courseCode!))
    .$if(!isEveryCourse, (query) => query.where('own.role', 'is not', null))
    .orderBy('upcoming.next_starts_at', (order) => order.asc().nullsLast())
    .orderBy('course.title')
    .execute()
}
export type StudioCourseRow = Awaited<ReturnType<typeof listStudioCourses>>[number]

/** `until` null: without an end. */
type CalendarFilter = {
  personId: string
  isEveryCourse: boolean
  from: Date
  until: Date | null
  limit?: number
  isWithoutMeeting?: true
}

/**
 * Index course_role by person, cohort_course, cohort_session_time; cohort_start for admins. `teachers`: the people and the
 * profiles who teach the course.
 */
export function listCalendarSessions(db: Db, { from, until, limit = 500, isWithoutMeeting, ...own }: CalendarFilter) {
  return selectOwnSessions(db, own)
    .leftJoin('course_draft as about', (join) =>
      join.onRef('about.course_code', '=', 'course.course_code').on('about.unit', '=', 'about'),
    )
    .select(['session.id', 'session.title', 'session.starts_at', 'session.ends_at', 'session.timezone_id', 'own.role'])
    .select(['course.course_code', 'cohort.name as cohort_name'])
    .select([
      sql<boolean>`session.sealed_meeting_url is not null`.as('has_meeting'),
      sql<string>`coalesce(nullif(about.body ->> 'title', ''), course.title)`.as('course_title'),
      sql<StoredTexts['images'] | null>`coalesce(about.body -> 'images', course.definition -> 'images')`.as('images'),
      sql<string[]>`array(select person_id::text from course_role where course_code = course.course_code
        and role <> 'assistant' union select creator_slug from course_creator where course_code = course.course_code)`.as(
        'teachers',
      ),
    ])
    .$if(isWithoutMeeting === true, (query) => query.where('session.sealed_meeting_url', 'is', null))
    .$if(until !== null, (query) => query.where('session.starts_at', '<', until!))
    .where('session.ends_at', '>', from)
    .orderBy('session.starts_at')
    .orderBy('session.id')
    .limit(limit)
    .execute()
}

/** The same indexes; the sessions that are not over and have no meeting link. */
export async function countSessionsWithoutMeeting(
  db: Db,
  { from, ...filter }: Omit<CalendarFilter, 'until' | 'limit' | 'isWithoutMeeting'>,
): Promise<number> {
  const { count } = await selectOwnSessions(db, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('session.ends_at', '>', from)
    .where('session.sealed_meeting_url', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The same indexes; the start of the first session from a time on. Null: there is none. */
export async function findNextCalendarStart(
  db: Db,
  { from, ...filter }: Omit<CalendarFilter, 'until' | 'limit' | 'isWithoutMeeting'>,
): Promise<Date | null> {
  const row = await selectOwnSessions(db, filter)
    .select('session.starts_at')
    .where('session.starts_at', '>=', from)
    .orderBy('session.starts_at')
    .limit(1)
    .executeTakeFirst()
  return row?.starts_at ?? null
}

function selectOwnSessions(db: Db, { personId, isEveryCourse }: Pick<CalendarFilter, 'personId' | 'isEveryCourse'>) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .leftJoin('course_role as own', (join) =>
      join.onRef('own.course_code', '=', 'course.course_code').on('own.person_id', '=', personId),
    )
    .where('cohort.state', '<>', 'cancelled')
    .where('session.cancelled_at', 'is', null)
    .$if(!isEveryCourse, (query) => query.where('own.role', 'is not', null))
}
