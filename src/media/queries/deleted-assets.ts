/** The statements that delete files. docs/contract §23. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; whether a draft, lesson, session or setting uses it, or `any` source, which includes old versions */
export async function isReferenced(tx: Tx, assetId: string, by: 'any' | 'current'): Promise<boolean> {
  const row = await tx
    .selectFrom('asset_reference')
    .select('asset_id')
    .where('asset_id', '=', assetId)
    .$if(by === 'current', (query) => query.where('source', '<>', 'version'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * primary keys. Removes a deleted file with everything made from it, and returns its bytes to the quota. A file counts
 * from the moment at which its hash is known.
 *
 * @returns false if it is gone, or not deleted
 */
export async function removeAsset(tx: Tx, assetId: string): Promise<boolean> {
  const asset = await tx
    .selectFrom('asset')
    .select(['course_code', 'bytes', 'sha256'])
    .where('id', '=', assetId)
    .where('state', '=', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!asset) return false
  await tx.deleteFrom('asset_reference').where('asset_id', '=', assetId).where('source', '=', 'version').execute()
  for (const table of ['caption_track', 'rendition', 'media_step'] as const)
    await tx.deleteFrom(table).where('asset_id', '=', assetId).execute()
  await tx.deleteFrom('asset').where('id', '=', assetId).execute()
  if (asset.course_code && asset.sha256)
    await tx
      .updateTable('course_storage')
      .set({ used_bytes: sql`used_bytes - ${asset.bytes}` })
      .where('course_code', '=', asset.course_code)
      .execute()
  return true
}

/** upload_expiry, then asset_unreferenced; at most 500. Uploads that took too long, and files that nothing has used. */
export async function listCollectable(db: Db, now: Date, unreferencedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select asset_id as id from upload where expires_at <= ${now} and (leased_until is null or leased_until < now()))
    union
    (select id from asset where unreferenced_since < ${unreferencedBefore} and state in ('stored', 'processing', 'ready', 'failed')
      and not exists (select from asset_reference where asset_id = asset.id))
    limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deleted files whose rows are still there: their job was lost or fails. Scans the table, once a night. */
export async function listDeleted(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('asset').select('id').where('state', '=', 'deleted').limit(500).execute()
  return rows.map(({ id }) => id)
}

/**
 * Primary keys. Returns the keys of blobs that a row names. A row names the original of an asset, the files of a
 * rendition or of a running step, and the parts of an upload.
 */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    with blob as (
      select key, split_part(key, '/', 1) as top, split_part(key, '/', 2)::uuid as asset_id,
        split_part(key, '/', 3) as folder, split_part(key, '/', 4) as name
      from unnest(${keys}::text[]) as key)
    select key from blob where case when top = 'original'
      then exists (select from asset where id = asset_id)
      else exists (select from rendition where rendition.asset_id = blob.asset_id
          and rendition.folder = 'derived/' || blob.asset_id || '/' || blob.folder)
        or exists (select from media_step as step where step.asset_id = blob.asset_id and step.state = 'running'
          and starts_with(blob.folder, step.step || '-' || step.attempt || '-'))
        or (folder = 'upload-0' and exists (select from upload_part as part
          where part.asset_id = blob.asset_id and part.name = blob.name))
      end`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** primary key */
export async function isDeleted(db: Db, assetId: string): Promise<boolean> {
  const asset = await db.selectFrom('asset').select('state').where('id', '=', assetId).executeTakeFirst()
  return asset?.state === 'deleted'
}
