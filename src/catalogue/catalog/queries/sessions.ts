/** The statements with which teachers change a session. */
import type { Updateable } from 'kysely'
import { setReferences } from '#media/queries/assets.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CohortSession } from '#platform/db/types.gen.ts'

export type SessionChange = Pick<Updateable<CohortSession>, 'sealed_meeting_url' | 'recap' | 'recording_asset_id'>

/** primary key; a recording is not deleted while a session names it */
export async function updateSession(tx: Tx, sessionId: string, change: SessionChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('cohort_session').set(change).where('id', '=', sessionId).execute()
  if (change.recording_asset_id === undefined) return
  const assetIds = change.recording_asset_id === null ? [] : [change.recording_asset_id]
  await setReferences(tx, 'session', [{ key: sessionId, assetIds }])
}

/** cohort_session_time; the same meeting for all sessions of a cohort. @param sealedUrl as `Secrets` seals it */
export async function setMeetingOfCohort(tx: Tx, cohortCode: string, sealedUrl: Buffer): Promise<void> {
  await tx
    .updateTable('cohort_session')
    .set({ sealed_meeting_url: sealedUrl })
    .where('cohort_code', '=', cohortCode)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** primary key; false unless it is a video or audio file of the course that is not deleted */
export async function findRecordingAsset(db: Db | Tx, courseCode: string, assetId: string): Promise<boolean> {
  const row = await selectRecordingAssets(db, courseCode)
    .where('id', '=', assetId)
    // The file is not deleted before the session refers to it.
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** index asset_course; the newest first */
export function listRecordingAssets(db: Db, courseCode: string) {
  return selectRecordingAssets(db, courseCode).orderBy('created_at', 'desc').limit(200).execute()
}

function selectRecordingAssets(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('asset')
    .select(['id', 'filename'])
    .where('course_code', '=', courseCode)
    .where('kind', 'in', ['video', 'audio'])
    .where('state', 'not in', ['deleted', 'failed'])
}
