/** The statements by which files of one course are copied to another. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** The id of a file, and that of its copy. */
export type FileCopy = { from: string; to: string }

/**
 * Primary key. Rows of copies, whose bytes follow: they are `uploading`, without an upload. Files that are not whole are
 * left out.
 */
export async function insertFileCopies(
  tx: Tx,
  { courseCode, personId }: { courseCode: string; personId: string },
  copies: readonly FileCopy[],
): Promise<FileCopy[]> {
  if (copies.length === 0) return []
  const { rows } = await sql<FileCopy>`
    with pairs as (select * from unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[]) as p (old, new)),
    added as (
      insert into asset (id, owner_kind, course_code, kind, filename, bytes, created_by)
      select pairs.new, 'course', ${courseCode}, kind, filename, bytes, ${personId}
      from pairs join asset on asset.id = pairs.old where state in ('stored', 'processing', 'ready')
      returning id)
    select pairs.old as "from", pairs.new as "to" from added join pairs on pairs.new = added.id`.execute(tx)
  return rows
}

/** Primary keys. Whether the copy waits for its bytes, and the file still has them. */
export async function findWaitingCopy(
  db: Db,
  { from, to }: FileCopy,
): Promise<{ hasSource: boolean; isWaiting: boolean }> {
  const { rows } = await sql<{ hasSource: boolean; isWaiting: boolean }>`
    select exists (select from asset where id = ${from} and state in ('stored', 'processing', 'ready')) as "hasSource",
      exists (select from asset where id = ${to} and state = 'uploading') as "isWaiting"`.execute(db)
  return rows[0]!
}

/**
 * Primary keys. The copy has what is known about the file, with its captions, and counts for its course.
 *
 * @returns its kind; null if it was deleted meanwhile
 */
export async function completeFileCopy(tx: Tx, { from, to }: FileCopy): Promise<string | null> {
  const { rows } = await sql<{ course_code: string; bytes: number; kind: string }>`
    update asset as copy set state = 'stored', sha256 = source.sha256, content_type = source.content_type,
      duration_ms = source.duration_ms, width = source.width, height = source.height
    from asset as source where source.id = ${from} and copy.id = ${to} and copy.state = 'uploading'
    returning copy.course_code, copy.bytes, copy.kind`.execute(tx)
  const [copy] = rows
  if (!copy) return null
  await sql`insert into course_storage (course_code, used_bytes) values (${copy.course_code}, ${copy.bytes})
    on conflict (course_code) do update set used_bytes = course_storage.used_bytes + excluded.used_bytes`.execute(tx)
  if (copy.kind === 'file') await sql`update asset set state = 'ready' where id = ${to}`.execute(tx)
  await sql`with added as (
      insert into caption_track (asset_id, language, kind, label, is_default)
      select ${to}, language, kind, label, is_default from caption_track where asset_id = ${from} returning id, language, kind)
    insert into caption_cue (track_id, position, starts_ms, ends_ms, text)
    select added.id, position, starts_ms, ends_ms, text from added
    join caption_track as old on old.asset_id = ${from} and old.language = added.language and old.kind = added.kind
    join caption_cue on caption_cue.track_id = old.id`.execute(tx)
  return copy.kind
}
