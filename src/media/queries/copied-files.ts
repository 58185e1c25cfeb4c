/** The statements by which files of one course are copied to another. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** The id of a file, and that of its copy. */
export type FileCopy = { from: string; to: string }

const IS_WHOLE = sql`asset.state in ('stored', 'processing', 'ready')`

/** Primary key. The bytes of those files that are whole, which stay so until the end of the transaction. */
export async function sumBytes(tx: Tx, assetIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select bytes from asset
    where id = any(${[...assetIds]}::uuid[]) and ${IS_WHOLE} order by id for share`.execute(tx)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * Primary keys. Rows of copies, with what is known of their files, their captions, and an upload that is complete but
 * for its bytes, which the worker reads. Files that are not whole are left out. Their bytes are reserved already.
 */
export async function insertFileCopies(
  tx: Tx,
  { courseCode, personId, expiresAt }: { courseCode: string; personId: string; expiresAt: Date },
  copies: readonly FileCopy[],
): Promise<FileCopy[]> {
  const { rows } = await sql<FileCopy>`
    with pairs as (select * from unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[]) as p (old, new)),
    added as (
      insert into asset (id, owner_kind, course_code, kind, filename, bytes, duration_ms, width, height, created_by)
      select pairs.new, 'course', ${courseCode}, kind, filename, bytes, duration_ms, width, height, ${personId}
      from pairs join asset on asset.id = pairs.old where ${IS_WHOLE}
      returning id)
    select pairs.old as "from", pairs.new as "to" from added join pairs on pairs.new = added.id`.execute(tx)
  const pairs = sql`unnest(${rows.map(({ from }) => from)}::uuid[], ${rows.map(({ to }) => to)}::uuid[]) as pairs (old, new)`
  await sql`insert into upload (asset_id, length, received_bytes, stated_sha256, expires_at, copy_of)
    select pairs.new, bytes, bytes, sha256, ${expiresAt}, pairs.old from ${pairs} join asset on asset.id = pairs.old`.execute(
    tx,
  )
  await sql`with added as (
      insert into caption_track (asset_id, language, kind, label, is_default)
      select pairs.new, language, kind, label, is_default from ${pairs} join caption_track on asset_id = pairs.old
      returning id, asset_id, language, kind)
    insert into caption_cue (track_id, position, starts_ms, ends_ms, text)
    select added.id, position, starts_ms, ends_ms, text from added
    join ${pairs} on pairs.new = added.asset_id
    join caption_track as old on old.asset_id = pairs.old and old.language = added.language and old.kind = added.kind
    join caption_cue on caption_cue.track_id = old.id`.execute(tx)
  return rows
}

/** Primary key. Whether the file still has its bytes. */
export async function isWhole(db: Db, assetId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from asset where id = ${assetId} and ${IS_WHOLE}`.execute(db)
  return rows.length > 0
}
