/** The statements of uploads and of the storage of courses. docs/contract §14. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type UploadPart = { startsAt: number; bytes: number; name: string }

/** primary keys */
export function getUpload(db: Db | Tx, assetId: string) {
  return db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.id', 'upload.asset_id')
    .select(['length', 'received_bytes as receivedBytes', 'stated_sha256 as statedSha256', 'expires_at as expiresAt'])
    .select(['asset.filename', 'copy_of as copyOf'])
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
}

/** An upload with what its calls need to know of its asset. */
export type OpenUpload = {
  assetId: string
  kind: 'video' | 'audio' | 'image' | 'file'
  length: number
  receivedBytes: number
  expiresAt: Date
}

export const UPLOAD_LEASE_SECONDS = 30

/** The share of the quota from which a storage is nearly full. */
export const NEARLY_FULL = 0.9

export type ReservedStorage = { usedBytes: number; quotaBytes: number; nearlyFullSince: Date | null }

/** course_storage by key. Undefined: the bytes do not fit into the quota. */
export async function reserveBytes(
  tx: Tx,
  { courseCode, bytes, quotaBytes }: { courseCode: string; bytes: number; quotaBytes: number },
): Promise<ReservedStorage | undefined> {
  await tx
    .insertInto('course_storage')
    .values({ course_code: courseCode })
    .onConflict((on) => on.doNothing())
    .execute()
  const threshold = sql`${NEARLY_FULL}::float8 * coalesce(quota_bytes, ${quotaBytes})`
  const { rows } = await sql<ReservedStorage>`update course_storage
    set reserved_bytes = reserved_bytes + ${bytes},
      nearly_full_since = case
        when used_bytes + reserved_bytes + ${bytes} < ${threshold} then null
        when used_bytes + reserved_bytes < ${threshold} then clock_timestamp()
        else coalesce(nearly_full_since, clock_timestamp()) end
    where course_code = ${courseCode} and used_bytes + reserved_bytes + ${bytes} <= coalesce(quota_bytes, ${quotaBytes})
    returning (used_bytes + reserved_bytes)::float8 as "usedBytes", coalesce(quota_bytes, ${quotaBytes})::float8 as "quotaBytes",
      nearly_full_since as "nearlyFullSince"`.execute(tx)
  return rows[0]
}

/** course_storage by key; what running uploads have reserved counts as used */
export async function getCourseStorage(
  db: Db | Tx,
  courseCode: string,
  quotaBytes: number,
): Promise<{ usedBytes: number; quotaBytes: number }> {
  const row = await db
    .selectFrom('course_storage')
    .select(['used_bytes', 'reserved_bytes', 'quota_bytes'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  if (!row) return { usedBytes: 0, quotaBytes }
  return { usedBytes: row.used_bytes + row.reserved_bytes, quotaBytes: row.quota_bytes ?? quotaBytes }
}

export type NewUpload = {
  owner: { courseCode: string } | { creatorSlug: string }
  personId: string
  kind: OpenUpload['kind']
  filename: string
  bytes: number
  sha256: string | null
  now: Date
  expiresAt: Date
}

/** The bytes are reserved already. Returns the id of the asset. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<string> {
  const { owner, personId, kind, filename, bytes, sha256, now, expiresAt } = upload
  const { id } = await tx
    .insertInto('asset')
    .values({
      ...('courseCode' in owner
        ? { owner_kind: 'course', course_code: owner.courseCode }
        : { owner_kind: 'profile', creator_slug: owner.creatorSlug }),
      kind,
      filename,
      bytes,
      created_by: personId,
      created_at: now,
      unreferenced_since: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stated_sha256 = sha256 === null ? null : Buffer.from(sha256, 'hex')
  await tx.insertInto('upload').values({ asset_id: id, length: bytes, stated_sha256, expires_at: expiresAt }).execute()
  return id
}

/** primary keys */
export function getOpenUpload(db: Db, assetId: string): Promise<OpenUpload | undefined> {
  return db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.id', 'upload.asset_id')
    .select(['asset_id as assetId', 'asset.kind', 'length', 'received_bytes as receivedBytes'])
    .select('expires_at as expiresAt')
    .where('asset_id', '=', assetId)
    .where('asset.state', '=', 'uploading')
    .executeTakeFirst()
}

/** primary key. False: another call has the upload. */
export async function leaseUpload(db: Db, assetId: string, leaseId: string): Promise<boolean> {
  const { rows } = await sql`update upload
    set lease_id = ${leaseId}, leased_until = now() + make_interval(secs => ${UPLOAD_LEASE_SECONDS})
    where asset_id = ${assetId} and (leased_until is null or leased_until < now()) returning 1`.execute(db)
  return rows.length > 0
}

/** primary key. False: the lease is lost, or the upload has ended. */
export async function renewUpload(db: Db, assetId: string, leaseId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${UPLOAD_LEASE_SECONDS})` })
    .where('asset_id', '=', assetId)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** primary key */
export async function releaseUpload(db: Db, assetId: string, leaseId: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ lease_id: null, leased_until: null })
    .where('asset_id', '=', assetId)
    .where('lease_id', '=', leaseId)
    .execute()
}

/** asset_created_by; uploads of a person that bring bytes now */
export async function countRunningUploads(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.id', 'upload.asset_id')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('asset.created_by', '=', personId)
    .where('leased_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewPart = UploadPart & { assetId: string; leaseId: string }

/** primary key. False: the lease is lost, or the upload has ended. */
export async function addPart(tx: Tx, { assetId, leaseId, startsAt, bytes, name }: NewPart): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ received_bytes: startsAt + bytes })
    .where('asset_id', '=', assetId)
    .where('lease_id', '=', leaseId)
    .where('received_bytes', '=', startsAt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.insertInto('upload_part').values({ asset_id: assetId, starts_at: startsAt, bytes, name }).execute()
  return true
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

export type StorageRow = { courseCode: string; usedBytes: number; quotaBytes: number | null }

/** All rows of course_storage. For a command. */
export function listStorage(db: Db): Promise<StorageRow[]> {
  return db
    .selectFrom('course_storage')
    .select((is) => is('used_bytes', '+', is.ref('reserved_bytes')).as('usedBytes'))
    .select(['course_code as courseCode', 'quota_bytes as quotaBytes'])
    .orderBy('course_code')
    .execute()
}

/** primary key. The course exists. Waits for a reservation that is being made. */
export async function putQuota(tx: Tx, courseCode: string, quotaBytes: number | null): Promise<void> {
  await tx
    .insertInto('course_storage')
    .values({ course_code: courseCode, quota_bytes: quotaBytes })
    .onConflict((on) => on.column('course_code').doUpdateSet({ quota_bytes: quotaBytes }))
    .execute()
}
