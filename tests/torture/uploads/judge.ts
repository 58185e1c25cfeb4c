/** Compares the files that were sent with the rows and the blobs after the torture. */
import { createHash } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { collectAssets } from '#media/collect-assets.ts'
import { UPLOAD_DAYS } from '#media/uploads/limits.ts'
import { getAssetId, originalKey } from '#platform/blobs/blob-keys.ts'
import type { UploaderRecord, UploadRecord } from './uploader.ts'

const AFTER_EXPIRY_MS = (UPLOAD_DAYS + 1) * 86_400_000
const STATES = { stored: 'ready', damaged: 'failed', page: 'failed', abandoned: null, cancelled: null } as const

/** Each broken promise as one sentence. Lets the uploads expire that nobody continues, and cleans up. */
export async function judge(deps: Deps, records: readonly UploaderRecord[]) {
  await collectAssets({ ...deps, clock: () => new Date(Date.now() + AFTER_EXPIRY_MS) })
  const uploads = records.flatMap((record) => record.uploads)
  const faults = records.flatMap((record) => record.faults)
  for (const upload of uploads) faults.push(...(await judgeFile(deps, upload)))
  faults.push(...(await judgeBlobs(deps, uploads)), ...(await judgeStorage(deps, records)))
  return { faults, blobs: uploads.filter(({ end }) => end === 'stored').length }
}

async function judgeFile({ db, blobs }: Deps, { assetId, end, sha256, bytes }: UploadRecord): Promise<string[]> {
  const columns = ['state', 'fault', 'sha256'] as const
  const asset = await db.selectFrom('asset').select(columns).where('id', '=', assetId).executeTakeFirst()
  if ((asset?.state ?? null) !== STATES[end]) return [`${assetId}: ${end}, but ${asset?.state} (${asset?.fault})`]
  if (end === 'damaged' && !asset?.fault?.includes('damaged')) return [`${assetId}: damaged, but “${asset?.fault}”`]
  if (end !== 'stored') return []
  const content = await blobs.get(originalKey(assetId))
  if (!content) return [`${assetId}: has no blob`]
  const hash = createHash('sha256')
  for await (const chunk of content.stream) hash.update(chunk)
  const isWhole = content.size === bytes && hash.digest('hex') === sha256
  return isWhole && asset?.sha256?.toString('hex') === sha256 ? [] : [`${assetId}: has other bytes than were sent`]
}

/** The only blobs are the originals of stored files. The files of the demo do not count. */
async function judgeBlobs({ db, blobs }: Deps, uploads: readonly UploadRecord[]): Promise<string[]> {
  const expected = new Set(uploads.filter(({ end }) => end === 'stored').map(({ assetId }) => originalKey(assetId)))
  const own = new Set(uploads.map(({ assetId }) => assetId))
  const known = await db.selectFrom('asset').select('id').execute()
  const others = new Set(known.map(({ id }) => id).filter((id) => !own.has(id)))
  const faults: string[] = []
  for await (const { key } of blobs.list(''))
    if (!expected.has(key) && !others.has(getAssetId(key) ?? '')) faults.push(`${key}: a blob that no file needs`)
  return faults
}

/** The counters of a course are the sum of its stored blobs, and nothing is reserved. */
async function judgeStorage({ db, blobs }: Deps, records: readonly UploaderRecord[]): Promise<string[]> {
  const faults: string[] = []
  for (const { courseCode, uploads } of records) {
    const [row] = await db.selectFrom('course_storage').selectAll().where('course_code', '=', courseCode).execute()
    let sum = 0
    for (const { assetId } of uploads) sum += (await blobs.stat(originalKey(assetId)))?.size ?? 0
    if ((row?.used_bytes ?? 0) !== sum) faults.push(`${courseCode}: ${row?.used_bytes} bytes are used, ${sum} stored`)
    if (row?.reserved_bytes) faults.push(`${courseCode}: ${row.reserved_bytes} bytes stay reserved`)
  }
  return faults
}
