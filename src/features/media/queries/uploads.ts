/** The statements of uploads and of the storage of courses. docs/contract.md §14. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type UploadPart = { startsAt: number; bytes: number; name: string }

/** primary key */
export function getUpload(db: Db | Tx, assetId: string) {
  return db
    .selectFrom('upload')
    .select(['length', 'received_bytes as receivedBytes', 'stated_sha256 as statedSha256', 'expires_at as expiresAt'])
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
}

/** primary key; in the order of the file */
export function listParts(db: Db, assetId: string): Promise<UploadPart[]> {
  return db
    .selectFrom('upload_part')
    .select(['starts_at as startsAt', 'bytes', 'name'])
    .where('asset_id', '=', assetId)
    .orderBy('starts_at')
    .execute()
}

/**
 * primary key. Ends an upload and its reservation. A stored file counts for its course from now on.
 *
 * @returns false if it has ended already
 */
export async function endUpload(tx: Tx, assetId: string, isStored: boolean): Promise<boolean> {
  const upload = await tx.deleteFrom('upload').where('asset_id', '=', assetId).returning('length').executeTakeFirst()
  if (!upload) return false
  await tx
    .updateTable('course_storage')
    .set({
      reserved_bytes: sql`reserved_bytes - ${upload.length}`,
      used_bytes: sql`used_bytes + ${isStored ? upload.length : 0}`,
    })
    .where('course_code', '=', (is) => is.selectFrom('asset').select('course_code').where('id', '=', assetId))
    .execute()
  return true
}
