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

export type StoredReports = {
  watched: { lessonId: string; assetId: string; ranges: WatchedRange[] }[]
  renewed: { grantId: string; aliveUntil: Date }[]
}

/**
 * Primary keys of watch and lesson_progress, play_grant_person. Stores the union with earlier reports, and returns it;
 * an older position stays out. Starts the lessons, and keeps the person's grants of these files alive, at most until
 * their end. One statement, because every player calls it each 15 seconds.
 */
export async function storeReports(
  db: Db | Tx,
  personId: string,
  reports: readonly WatchReport[],
  grantMinutes: number,
): Promise<StoredReports> {
  const input = reports.map(({ lessonId, assetId, ranges, positionSeconds, secondsAgo }) => ({
    lesson_id: lessonId,
    asset_id: assetId,
    ranges: formatMultirange(ranges),
    position_seconds: positionSeconds,
    seconds_ago: secondsAgo,
  }))
  const { rows } = await sql<{
    lesson_id: string | null
    asset_id: string
    ranges: string
    grant_id: string
    alive_until: Date
  }>`
    with report as (
      select lesson_id, asset_id, ranges, position_seconds, seconds_ago from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as one (lesson_id uuid, asset_id uuid, ranges int4multirange, position_seconds integer, seconds_ago integer)
    ), watched as (
      insert into watch (person_id, lesson_id, asset_id, ranges, position_seconds, updated_at)
      select ${personId}, lesson_id, asset_id, ranges, position_seconds, now() - seconds_ago * interval '1 second'
        from report order by lesson_id, asset_id
      on conflict (person_id, lesson_id, asset_id) do update
        set ranges = watch.ranges + excluded.ranges, updated_at = greatest(watch.updated_at, excluded.updated_at),
          position_seconds = case when excluded.updated_at >= watch.updated_at
            then excluded.position_seconds else watch.position_seconds end
      returning lesson_id, asset_id, ranges::text
    ), started as (
      insert into lesson_progress (person_id, lesson_id) select distinct ${personId}::uuid, lesson_id from report order by lesson_id
      on conflict (person_id, lesson_id) do nothing
    ), renewed as (
      update play_grant
        set alive_until = least(ends_at, greatest(alive_until, now() + ${grantMinutes} * interval '1 minute'))
        where person_id = ${personId} and alive_until > now() and asset_ids && array(select asset_id from report)
        returning id, alive_until
    )
    select lesson_id, asset_id, ranges, null::uuid as grant_id, null::timestamptz as alive_until from watched
    union all select null, null, null, id, alive_until from renewed`.execute(db)
  return {
    watched: rows.flatMap(({ lesson_id, asset_id, ranges }) =>
      lesson_id === null ? [] : { lessonId: lesson_id, assetId: asset_id, ranges: parseMultirange(ranges) },
    ),
    renewed: rows.flatMap(({ lesson_id, grant_id, alive_until }) =>
      lesson_id === null ? { grantId: grant_id, aliveUntil: alive_until } : [],
    ),
  }
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

/** Primary keys; the length of files that can be played, each of which belongs to the course of the lesson. */
export async function listAssetLengths(
  db: Db,
  pairs: readonly { lessonId: string; assetId: string }[],
): Promise<{ lesson_id: string; asset_id: string; duration_ms: number }[]> {
  const { rows } = await sql<{ lesson_id: string; asset_id: string; duration_ms: number }>`
    select lesson.id as lesson_id, asset.id as asset_id, asset.duration_ms
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("lessonId" uuid, "assetId" uuid)
      join lesson on lesson.id = pair."lessonId"
      join asset on asset.id = pair."assetId" and asset.course_code = lesson.course_code
      where asset.duration_ms is not null`.execute(db)
  return rows
}
