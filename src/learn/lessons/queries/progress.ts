/** The statements that write progress. */
import { sql } from 'kysely'
import type { LessonCompletedBy } from '#domain/learning/completion.ts'
import { formatMultirange, parseMultirange, type WatchedRange } from '#domain/learning/watched.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/**
 * Primary key of person. Progress of one person is written one after another, so that the last of several parallel
 * reports sees all of them. New rows of other tables may still refer to the person.
 */
export async function lockLearner(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

export type WatchReport = {
  lessonId: string
  assetId: string
  ranges: readonly WatchedRange[]
  positionSeconds: number
  /** The age of the position. */
  secondsAgo: number
}

/** Primary key of watch. Stores the union with earlier reports, and returns it. An older position stays out. */
export async function addWatchedRanges(
  tx: Tx,
  personId: string,
  reports: readonly WatchReport[],
): Promise<{ lessonId: string; assetId: string; ranges: WatchedRange[] }[]> {
  const rows = reports.map(({ lessonId, assetId, ranges, positionSeconds, secondsAgo }) => ({
    lesson_id: lessonId,
    asset_id: assetId,
    ranges: formatMultirange(ranges),
    position_seconds: positionSeconds,
    seconds_ago: secondsAgo,
  }))
  const { rows: written } = await sql<{ lesson_id: string; asset_id: string; ranges: string }>`
    insert into watch (person_id, lesson_id, asset_id, ranges, position_seconds, updated_at)
    select ${personId}, lesson_id, asset_id, ranges, position_seconds, now() - seconds_ago * interval '1 second'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as report (lesson_id uuid, asset_id uuid, ranges int4multirange, position_seconds integer, seconds_ago integer)
      order by lesson_id, asset_id
    on conflict (person_id, lesson_id, asset_id) do update
      set ranges = watch.ranges + excluded.ranges, updated_at = greatest(watch.updated_at, excluded.updated_at),
        position_seconds = case when excluded.updated_at >= watch.updated_at
          then excluded.position_seconds else watch.position_seconds end
    returning lesson_id, asset_id, ranges::text`.execute(tx)
  return written.map(({ lesson_id, asset_id, ranges }) => ({
    lessonId: lesson_id,
    assetId: asset_id,
    ranges: parseMultirange(ranges),
  }))
}

/** primary key of lesson_progress */
export async function startLessons(tx: Tx, personId: string, lessonIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('lesson_progress')
    .values(lessonIds.toSorted().map((lessonId) => ({ person_id: personId, lesson_id: lessonId })))
    .onConflict((on) => on.columns(['person_id', 'lesson_id']).doNothing())
    .execute()
}

/** Primary key of lesson_progress. The first completion stays. True if the lesson was not complete before. */
export async function completeLesson(
  tx: Tx,
  personId: string,
  lessonId: string,
  completedBy: LessonCompletedBy,
): Promise<boolean> {
  const row = await tx
    .insertInto('lesson_progress')
    .values({ person_id: personId, lesson_id: lessonId, completed_at: sql<Date>`now()`, completed_by: completedBy })
    .onConflict((on) =>
      on
        .columns(['person_id', 'lesson_id'])
        .doUpdateSet({ completed_at: sql<Date>`now()`, completed_by: completedBy })
        .where('lesson_progress.completed_at', 'is', null),
    )
    .returning('lesson_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key of lesson_progress. Null: not complete. */
export async function getLessonCompletion(
  tx: Tx,
  personId: string,
  lessonId: string,
): Promise<LessonCompletedBy | null> {
  const row = await tx
    .selectFrom('lesson_progress')
    .select('completed_by')
    .where('person_id', '=', personId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst()
  return row?.completed_by ?? null
}

/** Primary key of lesson_progress. Null takes the completion back; another fact keeps its moment. */
export async function replaceLessonCompletion(
  tx: Tx,
  personId: string,
  lessonId: string,
  completedBy: LessonCompletedBy | null,
): Promise<void> {
  await tx
    .updateTable('lesson_progress')
    .set(completedBy ? { completed_by: completedBy } : { completed_by: null, completed_at: null })
    .where('person_id', '=', personId)
    .where('lesson_id', '=', lessonId)
    .where('completed_at', 'is not', null)
    .execute()
}

/**
 * Primary keys of course_completion, course, course_role and person. Decides whether the completion gives a certificate:
 * the course has the rule, and the person has no role in it. Undefined if the course was complete before.
 */
export async function insertCompletion(
  tx: Tx,
  completion: { personId: string; courseCode: string; completedAt: Date; requiredIds: readonly string[] },
): Promise<{ gives_certificate: boolean } | undefined> {
  const { personId, courseCode } = completion
  return tx
    .insertInto('course_completion')
    .values({
      person_id: personId,
      course_code: courseCode,
      completed_at: completion.completedAt,
      required_lesson_ids: [...completion.requiredIds],
      gives_certificate: sql<boolean>`exists (select from course where course_code = ${courseCode} and certificate ->> 'mode' = 'on-completion')
        and not exists (select from course_role where person_id = ${personId} and course_code = ${courseCode})
        and exists (select from person where id = ${personId} and deleted_at is null)`,
    })
    .onConflict((on) => on.columns(['person_id', 'course_code']).doNothing())
    .returning('gives_certificate')
    .executeTakeFirst()
}

/** play_grant_person. A report keeps the person's grants of its files alive, at most until their end. */
export async function renewGrants(
  tx: Tx,
  personId: string,
  assetIds: readonly string[],
  minutes: number,
): Promise<{ id: string; alive_until: Date }[]> {
  return tx
    .updateTable('play_grant')
    .set({ alive_until: sql<Date>`least(ends_at, greatest(alive_until, now() + ${minutes} * interval '1 minute'))` })
    .where('person_id', '=', personId)
    .where('alive_until', '>', sql<Date>`now()`)
    .where(sql<boolean>`asset_ids && ${assetIds}::uuid[]`)
    .returning(['id', 'alive_until'])
    .execute()
}

/** lesson primary key; for each pair its lesson and file, where the file is of the lesson's course and can be played */
export async function listReportTargets(
  db: Db,
  pairs: readonly { lessonId: string; assetId: string }[],
): Promise<{ lesson_id: string; course_code: string; asset_id: string; duration_ms: number; content: unknown }[]> {
  const { rows } = await sql<{
    lesson_id: string
    course_code: string
    asset_id: string
    duration_ms: number
    content: unknown
  }>`
    select lesson.id as lesson_id, lesson.course_code, asset.id as asset_id, asset.duration_ms,
        case when lesson.kind in ('video', 'audio') then lesson.content end as content
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("lessonId" uuid, "assetId" uuid)
      join lesson on lesson.id = pair."lessonId"
      join asset on asset.id = pair."assetId" and asset.course_code = lesson.course_code
      where asset.duration_ms is not null`.execute(db)
  return rows
}
