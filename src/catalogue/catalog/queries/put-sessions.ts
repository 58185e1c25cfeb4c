/** Writes the sessions of a cohort. A session keeps its id, because learners' rows refer to it. */
import { type Insertable, sql } from 'kysely'
import { setReferences } from '#media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CohortSession } from '#platform/db/types.gen.ts'
import type { CohortRow, SessionRow } from '../catalogue-rows.ts'
import type { GetAssetId } from './outline.ts'

type CohortKeys = Pick<CohortRow, 'cohort_code' | 'course_code' | 'timezone_id'>
type NewSession = Insertable<CohortSession>
type SessionTimes = Pick<SessionRow, 'lesson_key' | 'title' | 'pro' | 'local_start' | 'starts_at' | 'ends_at'>

/**
 * Index cohort_session_lesson. A session keeps its id when it moves, and its sequence grows. One that is omitted is
 * deleted, or cancelled if learners could have joined it or the cohort has seats taken: their calendars have it.
 */
export async function putSessions(
  tx: Tx,
  { sessions, ...cohort }: CohortKeys & { sessions: SessionRow[] },
  getAssetId: GetAssetId,
): Promise<void> {
  const ids = await loadLessonIds(tx, cohort.course_code)
  await replaceSessions(
    tx,
    cohort,
    sessions.map(({ lesson_key, recording, ...session }) => ({
      ...session,
      recording_asset_id: recording && getAssetId(recording.sha256),
      lesson_id: ids.get(lesson_key)!,
    })),
  )
}

/** As `putSessions`, but recaps and recordings stay as they are, and a session stays a pro session. */
export async function putSessionTimes(
  tx: Tx,
  { sessions, ...cohort }: CohortKeys & { sessions: readonly SessionTimes[] },
): Promise<void> {
  const ids = await loadLessonIds(tx, cohort.course_code)
  const rows = await tx
    .selectFrom('cohort_session')
    .select(['lesson_id', 'recap', 'recording_asset_id'])
    .where('cohort_code', '=', cohort.cohort_code)
    .where('cancelled_at', 'is', null)
    .execute()
  const existing = new Map(rows.map((row) => [row.lesson_id, row]))
  await replaceSessions(
    tx,
    cohort,
    sessions.map(({ lesson_key, ...session }) => {
      const lesson_id = ids.get(lesson_key)!
      return { recap: null, recording_asset_id: null, ...existing.get(lesson_id), ...session, lesson_id }
    }),
  )
}

/** Further sessions beside those that the cohort has, for lessons without one. `followSessions` puts them in their order. */
export async function addSessionTimes(
  tx: Tx,
  {
    sessions,
    sealedMeetingUrl,
    ...cohort
  }: CohortKeys & { sessions: readonly SessionTimes[]; sealedMeetingUrl: Buffer | null },
): Promise<void> {
  const ids = await loadLessonIds(tx, cohort.course_code)
  const { cohort_code, timezone_id } = cohort
  await upsertSessions(
    tx,
    sessions.map(({ lesson_key, ...session }, position) => ({
      ...session,
      cohort_code,
      timezone_id,
      position: FIRST_ADDED_POSITION + position,
      lesson_id: ids.get(lesson_key)!,
      sealed_meeting_url: sealedMeetingUrl,
      recap: null,
      recording_asset_id: null,
    })),
  )
}

/** Behind the sessions that take place, and before the cancelled ones. */
const FIRST_ADDED_POSITION = 500

/** unique (course_code, key) of lesson */
async function loadLessonIds(tx: Tx, courseCode: string): Promise<Map<string, string>> {
  const lessons = await tx.selectFrom('lesson').select(['id', 'key']).where('course_code', '=', courseCode).execute()
  return new Map(lessons.map(({ id, key }) => [key, id]))
}

/** @param sessions in their order */
async function replaceSessions(
  tx: Tx,
  { cohort_code, timezone_id }: CohortKeys,
  sessions: readonly Omit<NewSession, 'cohort_code' | 'timezone_id' | 'position'>[],
): Promise<void> {
  const rows = sessions.map((session, position) => ({ ...session, cohort_code, position, timezone_id }))
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
export async function cancelSession(tx: Tx, id: string): Promise<void> {
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
