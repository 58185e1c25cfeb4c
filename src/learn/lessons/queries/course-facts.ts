/** The statements that load a person's facts about courses. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type ActingPerson, teachesCourse } from '#people/roles/queries.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** Courses by their codes, or those of lessons. */
export type CourseChoice = { codes: readonly string[] } | { lessonIds: readonly string[] }

function matchChoice(choice: CourseChoice): RawBuilder<string> {
  return 'codes' in choice
    ? anyOf(choice.codes)
    : sql<string>`any(array(select course_code from lesson where id = any(${choice.lessonIds}::uuid[])))`
}

/**
 * Primary keys, enrolment_person, broadcast_recipient_person. One row for each enrolment in a course, with the sessions
 * of its cohort; one row without enrolments.
 */
export function listCourseEnrolments(db: Db | Tx, member: ActingPerson, courses: CourseChoice) {
  const { personId } = member
  return db
    .selectFrom('course')
    .leftJoin('course_completion as completion', (join) =>
      join.onRef('completion.course_code', '=', 'course.course_code').on('completion.person_id', '=', personId),
    )
    .leftJoin('certificate', (join) =>
      join
        .onRef('certificate.course_code', '=', 'course.course_code')
        .on('certificate.person_id', '=', personId)
        .on('certificate.state', '=', 'issued'),
    )
    .leftJoin(
      (from) =>
        from
          .selectFrom('enrolment')
          .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
          .innerJoin('orders', 'orders.id', 'enrolment.order_id')
          .select([
            'enrolment.id as enrolment_id',
            'enrolment.state as enrolment_state',
            'enrolment.created_at as enrolled_at',
            'enrolment.moved_at',
            'enrolment.frozen_at',
            'enrolment.cancel_reason',
            'enrolment.access_ends_at',
            'enrolment.last_seen_on',
            'orders.id as order_id',
            'orders.person_id as buyer_id',
            'orders.paused_at',
            'cohort.course_code as cohort_course_code',
            'cohort.cohort_code',
            'cohort.name as cohort_name',
            'cohort.state as cohort_state',
            'cohort.timezone_id',
            'cohort.starts_at',
            'cohort.ends_at',
          ])
          .select(({ ref }) =>
            jsonArrayFrom(selectCohortSessions(db, personId, ref('cohort.cohort_code'))).as('sessions'),
          )
          .where('enrolment.person_id', '=', personId)
          .as('own'),
      (join) => join.onRef('own.cohort_course_code', '=', 'course.course_code'),
    )
    .selectAll('own')
    .select([
      'course.course_code',
      'course.title',
      'course.delivery_type',
      'course.completion as completion_rule',
      'course.recording_counts',
      sql<{ hue: string } | null>`course.definition->'images'`.as('images'),
      sql<
        string[]
      >`array(select creator.name from course_creator join creator on creator.slug = course_creator.creator_slug
        where course_creator.course_code = course.course_code order by course_creator.position)`.as('teachers'),
      'completion.completed_at',
      'completion.required_lesson_ids',
      'certificate.id as certificate_id',
      sql<number>`(select count(*)::int from broadcast_recipient recipient
        join broadcast on broadcast.id = recipient.broadcast_id and broadcast.course_code = course.course_code
        where recipient.person_id = ${personId} and recipient.handled_at is not null
          and recipient.left_out_because is distinct from 'not-enrolled')`.as('message_count'),
      teachesCourse(member, sql.ref('course.course_code')).as('is_teacher'),
    ])
    .where('course.course_code', '=', matchChoice(courses))
    .orderBy('own.enrolled_at')
    .execute()
}

/** unique cohort_session (cohort_code, position), primary keys; a cancelled session comes before its replacement */
function selectCohortSessions(db: Db | Tx, personId: string, cohortCode: Expression<string>) {
  return db
    .selectFrom('cohort_session as session')
    .leftJoin('asset', 'asset.id', 'session.recording_asset_id')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.session_id', '=', 'session.id').on('attendance.person_id', '=', personId),
    )
    .leftJoin('watch', (join) =>
      join
        .onRef('watch.lesson_id', '=', 'session.lesson_id')
        .onRef('watch.asset_id', '=', 'session.recording_asset_id')
        .on('watch.person_id', '=', personId),
    )
    .select([
      'session.id',
      'session.lesson_id',
      'session.title',
      'session.starts_at',
      'session.ends_at',
      'session.cancelled_at',
      sql<boolean>`session.sealed_meeting_url is not null`.as('has_meeting'),
      'session.recording_asset_id',
      'asset.state as recording_state',
      'asset.duration_ms as recording_duration_ms',
      'attendance.joined_at',
      'attendance.verdict',
      sql<string | null>`watch.ranges::text`.as('ranges'),
      'watch.position_seconds',
      'watch.updated_at as reported_at',
    ])
    .where('session.cohort_code', '=', cohortCode)
    .orderBy(sql`session.cancelled_at is null`)
    .orderBy('session.starts_at')
    .orderBy('session.id')
}

/** unique lesson (course_code, key), primary keys; in course order, withdrawn lessons last */
export function listCourseLessons(db: Db | Tx, personId: string, courses: CourseChoice) {
  return db
    .selectFrom('lesson')
    .leftJoin('module', 'module.id', 'lesson.module_id')
    .leftJoin('asset', 'asset.id', 'lesson.asset_id')
    .leftJoin('lesson_progress as progress', (join) =>
      join.onRef('progress.lesson_id', '=', 'lesson.id').on('progress.person_id', '=', personId),
    )
    .leftJoin('watch', (join) =>
      join
        .onRef('watch.lesson_id', '=', 'lesson.id')
        .onRef('watch.asset_id', '=', 'lesson.asset_id')
        .on('watch.person_id', '=', personId),
    )
    .select([
      'lesson.id',
      'lesson.course_code',
      'lesson.key',
      'lesson.kind',
      'lesson.title',
      'lesson.summary',
      'lesson.minutes',
      'lesson.state',
      'lesson.is_required',
      'lesson.asset_id',
      'lesson.release_rule',
      'lesson.release_at',
      'lesson.release_days',
      'lesson.release_lesson_id',
      'module.id as module_id',
      'module.key as module_key',
      'module.title as module_title',
      'module.kind as module_kind',
      'module.release_rule as module_release_rule',
      'module.release_at as module_release_at',
      'module.release_days as module_release_days',
      'module.release_lesson_id as module_release_lesson_id',
      'asset.duration_ms',
      sql<
        number | null
      >`case when lesson.kind in ('video', 'audio') then (lesson.content->>'watchedPercent')::integer end`.as(
        'watched_percent',
      ),
      'progress.started_at',
      'progress.completed_at',
      'progress.completed_by',
      sql<string | null>`watch.ranges::text`.as('ranges'),
      'watch.position_seconds',
      'watch.updated_at as reported_at',
      sql<
        string[]
      >`array(select required_lesson_id from lesson_prerequisite where lesson_prerequisite.lesson_id = lesson.id)`.as(
        'prerequisite_ids',
      ),
    ])
    .where('lesson.course_code', '=', matchChoice(courses))
    .orderBy('module.position')
    .orderBy('lesson.position')
    .execute()
}

/** index lesson_file primary key; files of the published lessons of a course that are ready */
export function listCourseFiles(db: Db, courseCode: string) {
  return db
    .selectFrom('lesson')
    .innerJoin('lesson_file', 'lesson_file.lesson_id', 'lesson.id')
    .innerJoin('asset', 'asset.id', 'lesson_file.asset_id')
    .select(['lesson.id as lesson_id', 'asset.id as asset_id', 'lesson_file.label', 'asset.bytes'])
    .where('lesson.course_code', '=', courseCode)
    .where('lesson.state', '=', 'published')
    .where('asset.state', '=', 'ready')
    .orderBy('lesson_file.lesson_id')
    .orderBy('lesson_file.position')
    .execute()
}

/** primary key; the short code of the course that a lesson belongs to */
export async function getLessonCourse(db: Db | Tx, lessonId: string): Promise<string | null> {
  const row = await db.selectFrom('lesson').select('course_code').where('id', '=', lessonId).executeTakeFirst()
  return row?.course_code ?? null
}
