/** The recaps and recordings that the last import named, so that an import does not overwrite those of teachers. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { CohortRow } from '../catalogue-rows.ts'

/** By `getSessionKey`. `recording`: the hash of the file. */
export type ImportedRecordings = ReadonlyMap<string, { recap: string | null; recording: string | null }>

export const getSessionKey = (cohortCode: string, lessonKey: string): string => `${cohortCode} ${lessonKey}`

/** seq scan of cohort_session */
export async function loadImportedRecordings(tx: Tx): Promise<ImportedRecordings> {
  const rows = await tx
    .selectFrom('cohort_session as session')
    .innerJoin('lesson', 'lesson.id', 'session.lesson_id')
    .select(['session.cohort_code', 'lesson.key', 'session.imported_recap', 'session.imported_recording'])
    .where('session.cancelled_at', 'is', null)
    .where((is) => is.or([is('imported_recap', 'is not', null), is('imported_recording', 'is not', null)]))
    .execute()
  return new Map(
    rows.map((row) => [
      getSessionKey(row.cohort_code, row.key),
      { recap: row.imported_recap, recording: row.imported_recording?.toString('hex') ?? null },
    ]),
  )
}

/** cohort_session_lesson, unique lesson (course_code, key); what the files do not name stays */
export async function putImportedRecordings(tx: Tx, cohorts: readonly CohortRow[]): Promise<void> {
  const named = cohorts.flatMap(({ cohort_code, course_code, sessions }) =>
    sessions
      .filter(({ recap, recording }) => recap !== null || recording !== null)
      .map(({ lesson_key, recap, recording }) => ({
        cohort_code,
        course_code,
        lesson_key,
        recap,
        recording: recording?.sha256 ?? null,
      })),
  )
  if (named.length === 0) return
  await sql`update cohort_session as session
    set imported_recap = coalesce(file.recap, session.imported_recap),
      imported_recording = coalesce(decode(file.recording, 'hex'), session.imported_recording)
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as file (cohort_code text, course_code text, lesson_key text, recap text, recording text)
      join lesson on lesson.course_code = file.course_code and lesson.key = file.lesson_key
    where session.cohort_code = file.cohort_code and session.lesson_id = lesson.id and session.cancelled_at is null
      and (coalesce(file.recap, session.imported_recap) is distinct from session.imported_recap
        or coalesce(decode(file.recording, 'hex'), session.imported_recording) is distinct from session.imported_recording)`.execute(
    tx,
  )
}
