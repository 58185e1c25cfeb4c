/** The statements of assets and of what refers to them. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Asset, AssetReference } from '#platform/db/types.gen.ts'
import { insertFirstSteps } from './steps.ts'

/** A file of a course with all its bytes. */
export type StoredAsset = {
  id: string
  courseCode: string
  sha256: string
  kind: 'video' | 'audio' | 'image' | 'file'
  filename: string
  contentType: string
  bytes: number
  durationMs: number | null
  width: number | null
  height: number | null
}

const STORED_STATES = ['stored', 'processing', 'ready'] as const

/** asset_hash; the oldest of equal files comes first. `isLocking`: none is deleted before the transaction ends */
export async function listStoredAssets(
  db: Db | Tx,
  courseCodes: readonly string[],
  isLocking = false,
): Promise<StoredAsset[]> {
  const rows = await db
    .selectFrom('asset')
    .select(['id', 'course_code', 'sha256', 'kind', 'filename', 'content_type', 'bytes', 'duration_ms'])
    .select(['width', 'height'])
    .where('course_code', '=', sql<string>`any(${courseCodes}::text[])`)
    .where('state', 'in', STORED_STATES)
    .orderBy('created_at')
    .orderBy('id')
    .$if(isLocking, (query) => query.forKeyShare())
    .execute()
  return rows.map((row) => ({
    id: row.id,
    courseCode: row.course_code!,
    sha256: row.sha256!.toString('hex'),
    kind: row.kind,
    filename: row.filename,
    contentType: row.content_type!,
    bytes: row.bytes,
    durationMs: row.duration_ms,
    width: row.width,
    height: row.height,
  }))
}

/** asset_hash; the files of a course that are not deleted, the oldest first */
export async function listCourseFiles(db: Db | Tx, courseCode: string) {
  const rows = await db
    .selectFrom('asset')
    .select(['id', 'sha256', 'kind', 'state', 'filename', 'duration_ms'])
    .where('course_code', '=', courseCode)
    .where('state', '<>', 'deleted')
    .orderBy('created_at')
    .orderBy('id')
    .$narrowType<{ state: 'uploading' | 'stored' | 'processing' | 'ready' | 'failed' }>()
    .execute()
  return rows.map(({ id, sha256, kind, state, filename, duration_ms }) => ({
    id,
    sha256: sha256?.toString('hex') ?? null,
    kind,
    state,
    filename,
    durationMs: duration_ms,
  }))
}

/** Primary key. Those of the given files that the course has and nobody deletes before the transaction ends. */
export async function lockCourseFiles(
  tx: Tx,
  courseCode: string,
  assetIds: readonly string[],
): Promise<Pick<StoredAsset, 'id' | 'kind'>[]> {
  if (assetIds.length === 0) return []
  return tx
    .selectFrom('asset')
    .select(['id', 'kind'])
    .where('id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where('course_code', '=', courseCode)
    .where('state', '<>', 'deleted')
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Primary key. Whether the picture is one of the profile and can be shown, now or soon. Nobody deletes it before the transaction ends. */
export async function lockProfilePhoto(tx: Tx, creatorSlug: string, assetId: string): Promise<boolean> {
  const photo = await tx
    .selectFrom('asset')
    .select('id')
    .where('id', '=', assetId)
    .where('creator_slug', '=', creatorSlug)
    .where('kind', '=', 'image')
    .where('state', 'not in', ['failed', 'deleted'])
    .forKeyShare()
    .executeTakeFirst()
  return photo !== undefined
}

/** asset_hash; the oldest of equal files of a course. Null without one that has all its bytes. */
export async function findStoredAsset(
  db: Db,
  courseCode: string,
  sha256: string,
): Promise<{ id: string; bytes: number } | null> {
  const asset = await db
    .selectFrom('asset')
    .select(['id', 'bytes'])
    .where('course_code', '=', courseCode)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .where('state', 'in', STORED_STATES)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return asset ?? null
}

type NewAsset = { asset: StoredAsset; state: 'stored' | 'ready' }

/** Adds files of one course whose bytes are in the blob store already, and counts them for the course. */
export async function insertStoredAssets(tx: Tx, courseCode: string, added: readonly NewAsset[]): Promise<void> {
  if (added.length === 0) return
  await tx.insertInto('asset').values(added.map(toAssetRow)).execute()
  const waiting = added.filter(({ state }) => state === 'stored').map(({ asset }) => asset.id)
  await insertFirstSteps(tx, waiting, 'inspect')
  await tx
    .insertInto('course_storage')
    .values({ course_code: courseCode, used_bytes: added.reduce((sum, { asset }) => sum + asset.bytes, 0) })
    .onConflict((on) =>
      on.column('course_code').doUpdateSet({ used_bytes: sql`course_storage.used_bytes + excluded.used_bytes` }),
    )
    .execute()
}

function toAssetRow({ asset, state }: NewAsset): Insertable<Asset> {
  const { id, courseCode, kind, filename, contentType, bytes, durationMs, width, height } = asset
  return {
    id,
    owner_kind: 'course',
    course_code: courseCode,
    kind,
    state,
    filename,
    content_type: contentType,
    bytes,
    sha256: Buffer.from(asset.sha256, 'hex'),
    duration_ms: durationMs,
    width,
    height,
    unreferenced_since: new Date(),
  }
}

type Source = Insertable<AssetReference>['source']

/**
 * Makes these the assets that each lesson, session and so on refers to. An asset that nothing refers to any more is
 * marked, and deleted later. Index: primary key of asset_reference.
 */
export async function setReferences(
  tx: Tx,
  source: Source,
  uses: readonly { key: string; assetIds: readonly string[] }[],
): Promise<void> {
  if (uses.length === 0) return
  const keys = uses.map(({ key }) => key)
  const wanted = uses.flatMap(({ key, assetIds }) => [...new Set(assetIds)].map((asset_id) => ({ key, asset_id })))
  const { rows: dropped } = await sql<{ asset_id: string }>`
    delete from asset_reference where source = ${source} and source_key = any(${keys}::text[])
      and (source_key, asset_id) not in (select * from unnest(${wanted.map(({ key }) => key)}::text[], ${wanted.map((use) => use.asset_id)}::uuid[]))
    returning asset_id`.execute(tx)
  if (wanted.length > 0)
    await tx
      .insertInto('asset_reference')
      .values(wanted.map(({ key, asset_id }) => ({ source, source_key: key, asset_id })))
      .onConflict((on) => on.doNothing())
      .execute()
  const touched = [...new Set([...dropped, ...wanted].map((use) => use.asset_id))]
  if (touched.length === 0) return
  await sql`update asset set unreferenced_since = case
      when exists (select from asset_reference where asset_id = asset.id) then null
      else coalesce(unreferenced_since, now()) end
    where id = any(${touched}::uuid[])
      and (unreferenced_since is null) <> exists (select from asset_reference where asset_id = asset.id)`.execute(tx)
}

/** Adds what a version of a course names. A version never changes, so nothing is dropped. */
export async function addReferences(tx: Tx, source: Source, key: string, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return
  await tx
    .insertInto('asset_reference')
    .values(assetIds.map((asset_id) => ({ source, source_key: key, asset_id })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Deletes every file of a course that is removed. Its lessons must be gone. The bytes become blobs without a row, which
 * the nightly job deletes.
 */
export function deleteCourseAssets(tx: Tx, courseCode: string): Promise<void> {
  return deleteAssets(tx, 'course_code', courseCode)
}

/** As `deleteCourseAssets`, of a teacher who is removed. The profile no longer shows a photo. */
export function deleteProfileAssets(tx: Tx, creatorSlug: string): Promise<void> {
  return deleteAssets(tx, 'creator_slug', creatorSlug)
}

async function deleteAssets(tx: Tx, owner: 'course_code' | 'creator_slug', code: string): Promise<void> {
  const ids = tx.selectFrom('asset').select('id').where(owner, '=', code)
  for (const table of ['asset_reference', 'caption_track', 'rendition', 'media_step', 'upload'] as const)
    await tx.deleteFrom(table).where('asset_id', 'in', ids).execute()
  await tx.deleteFrom('asset').where(owner, '=', code).execute()
}
