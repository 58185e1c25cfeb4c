/** Writes the sessions of a cohort. A session keeps its id, because learners' rows refer to it. */
import { type Insertable, sql } from 'kysely'
import { setReferences } from '#media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CohortSession } from '#platform/db/types.gen.ts'
import type { CohortRow } from '../catalogue-rows.ts'
import type { GetAssetId } from './outline.ts'

type CohortSessions = Pick<CohortRow, 'cohort_code' | 'course_code' | 'timezone_id' | 'sessions'>

/**
 * Index cohort_session_lesson. A session keeps its id when it moves, and its sequence grows. One that is omitted is
 * deleted, or cancelled if learners could have joined it or the cohort has seats taken: their calendars have it.
 */
export async function putSessions(
  tx: Tx,
  { cohort_code, course_code, timezone_id, sessions }: CohortSessions,
  getAssetId: GetAssetId,
): Promise<void> {
  const lessons = await tx.selectFrom('lesson').select(['id', 'key']).where('course_code', '=', course_code).execute()
  const ids = new Map(lessons.map(({ id, key }) => [key, id]))
  const rows = sessions.map(({ lesson_key, recording, ...session }, position) => ({
    ...session,
    recording_asset_id: recording && getAssetId(recording.sha256),
    cohort_code,
    position,
    timezone_id,
    lesson_id: ids.get(lesson_key)!,
  }))
  const presentLessons = rows.map(({ lesson_id }) => lesson_id)
  const omitted = await tx
    .selectFrom('cohort_session')
    .innerJoin('cohort', 'cohort.cohort_code', 'cohort_session.cohort_code')
    .select([
      'id',
      sql<boolean>`cohort_session.starts_at <= now() + interval '1 hour' or cohort.taken > 0`.as('is_known'),
    ])
    .where('cohort_session.cohort_code', '=', cohort_code)
    .where('cancelled_at', 'is', null)
    .where('lesson_id', '<>', sql<string>`all(${presentLessons}::uuid[])`)
    .execute()
  for (const { id, is_known } of omitted) {
    if (is_known) await cancelSession(tx, id)
    else await deleteSession(tx, id)
  }
  if (rows.length > 0) await upsertSessions(tx, rows)
}

type NewSession = Insertable<CohortSession>

/** Index cohort_session_lesson */
async function upsertSessions(tx: Tx, rows: readonly NewSession[]): Promise<void> {
  const written = await tx
    .insertInto('cohort_session')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['cohort_code', 'lesson_id'])
        .where('cancelled_at', 'is', null)
        .doUpdateSet((is) => ({
          position: is.ref('excluded.position'),
          title: is.ref('excluded.title'),
          pro: is.ref('excluded.pro'),
          local_start: is.ref('excluded.local_start'),
          timezone_id: is.ref('excluded.timezone_id'),
          starts_at: is.ref('excluded.starts_at'),
          ends_at: is.ref('excluded.ends_at'),
          recap: is.ref('excluded.recap'),
          recording_asset_id: is.ref('excluded.recording_asset_id'),
          sequence: sql`cohort_session.sequence + (cohort_session.starts_at <> excluded.starts_at or cohort_session.ends_at <> excluded.ends_at)::int`,
        })),
    )
    .returning(['id', 'recording_asset_id'])
    .execute()
  await setReferences(
    tx,
    'session',
    written.map(({ id, recording_asset_id }) => ({
      key: id,
      assetIds: recording_asset_id === null ? [] : [recording_asset_id],
    })),
  )
}

/** primary key */
async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cohort_session').where('id', '=', id).execute()
  await setReferences(tx, 'session', [{ key: id, assetIds: [] }])
}

/** primary key; cancelled sessions come after all others */
async function cancelSession(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('cohort_session')
    .set({
      cancelled_at: sql`now()`,
      sequence: sql`sequence + 1`,
      position: sql`(select greatest(1000, max(other.position) + 1) from cohort_session as other
        where other.cohort_code = cohort_session.cohort_code)`,
    })
    .where('id', '=', id)
    .execute()
}
