/** The media of an import: finds each file in the store, or stores it before the transaction of the import begins. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import { COPY_FILES, isPlayedAsUploaded } from '#domain/learning/played-as-uploaded.ts'
import type { Deps } from '#http/deps.ts'
import { createWorkFolder } from '#media/processing/work-folders.ts'
import { insertStoredAssets, listStoredAssets, type StoredAsset } from '#media/queries/assets.ts'
import { insertRenditions } from '#media/queries/processed-assets.ts'
import { putTracks } from '#media/queries/tracks.ts'
import { derivedKey, derivedPrefix, originalKey } from '#platform/blobs/blob-keys.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Rendition } from '#platform/db/types.gen.ts'
import { copyMediaInWorker } from '#platform/media-facts/read-in-worker.ts'
import { findPdfFault } from '#platform/pdf/find-pdf-fault.ts'
import type { GetAssetId } from '../queries/outline.ts'
import type { Content } from './content.ts'
import type { MediaSource } from './media-source.ts'
import { createMediaRow } from './planned-outline.ts'

type NewRendition = Insertable<Rendition>
type CourseMedia = { courseCode: string; source: MediaSource }
/** The media of the files, each file of a course once, by `getMediaKey`. */
export type ImportedMedia = {
  sources: Map<string, CourseMedia>
  /** Stored by this import, so far without a row: the id of each asset. */
  ids: Map<string, string>
  /** The copies without metadata of films that are played without encoding, by the id of their asset. */
  copies: Map<string, Pick<NewRendition, 'bytes' | 'folder'>>
  /** Neither beside the course file nor in the store. */
  missing: Map<string, CourseMedia>
}

const PARALLEL = 8

export const getMediaKey = (courseCode: string, sha256: string): string => `${courseCode} ${sha256}`

/** Adds a fault for a file that is used twice with different captions, and for a stored file that is no PDF to give away. */
export async function findMedia(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  content: Content,
  faults: string[],
): Promise<ImportedMedia> {
  const sources = new Map<string, CourseMedia>()
  for (const { courseCode, source } of listSources(content)) {
    const key = getMediaKey(courseCode, source.sha256)
    const other = sources.get(key)?.source
    if (other?.tracks && source.tracks && !isDeepStrictEqual(createMediaRow(other), createMediaRow(source)))
      faults.push(
        content.formatFault(courseCode, source.at, `is the same file as \`${other.name}\`, with other captions`),
      )
    // The other use may be without tracks, or without the file.
    const best = other?.tracks && !source.tracks ? other : source
    sources.set(key, { courseCode, source: { ...best, stored: source.stored ?? other?.stored ?? null } })
  }
  const courseCodes = [...new Set([...sources.values()].map(({ courseCode }) => courseCode))]
  const known = new Map(
    (await listStoredAssets(db, courseCodes)).map((asset) => [getMediaKey(asset.courseCode, asset.sha256), asset]),
  )
  faults.push(...(await findCurriculumFaults(blobs, content, known)))
  const missing = new Map([...sources].filter(([key, { source }]) => source.stored === null && !known.has(key)))
  const ids = new Map([...sources.keys()].filter((key) => !known.has(key)).map((key) => [key, randomUUID()]))
  return { sources, ids, copies: new Map(), missing }
}

/** The import checks a file in the folder when it reads it. */
async function findCurriculumFaults(
  blobs: Deps['blobs'],
  content: Content,
  known: ReadonlyMap<string, StoredAsset>,
): Promise<string[]> {
  const faults: string[] = []
  for (const { file, materials } of content.courses) {
    const { curriculumFile: source } = materials
    const asset = source && !source.stored && known.get(getMediaKey(file.code, source.sha256))
    const fault = asset && (await blobs.withFile(originalKey(asset.id), findPdfFault))
    if (fault) faults.push(content.formatFault(file.code, source.at, `\`${source.name}\` ${fault}`))
  }
  return faults
}

function listSources({ courses }: Content): CourseMedia[] {
  return courses.flatMap(({ file: { code: courseCode }, materials }) =>
    [
      ...[...materials.lessons.values()].flatMap(({ media, files, images }) => [
        media,
        ...files.map(({ source }) => source),
        ...images,
      ]),
      ...[...materials.recordings.values()].map(({ media }) => media),
      materials.curriculumFile,
      materials.trailer,
      ...materials.photos.values(),
    ]
      .filter((source) => source !== null)
      .map((source) => ({ courseCode, source })),
  )
}

/** Stores the bytes of files that the store does not have. Blobs of an import that fails belong to no row. */
export async function storeMedia({ blobs }: Pick<Deps, 'blobs'>, media: ImportedMedia): Promise<void> {
  const { sources, ids, copies } = media
  const waiting = [...ids]
  const storeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [key, id] = next
      const { source } = sources.get(key)!
      const { stored } = source
      if (!stored) continue
      await blobs.putStream(originalKey(id), createReadStream(stored.path))
      if (!source.isPlayable || !isPlayedAsUploaded({ ...source, ...stored })) continue
      const copy = await storeCopy(blobs, id, stored)
      if (copy) copies.set(id, copy)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, storeNext))
}

/** Null for a film that can't be copied. It is processed first. */
async function storeCopy(
  blobs: Deps['blobs'],
  assetId: string,
  { path, bytes, contentType }: NonNullable<MediaSource['stored']>,
): Promise<Pick<NewRendition, 'bytes' | 'folder'> | null> {
  const folder = await createWorkFolder()
  try {
    const name = COPY_FILES[contentType]!
    const target = join(folder, name)
    if (!(await copyMediaInWorker({ path, target }, bytes, new AbortController().signal))) return null
    const { size } = await stat(target)
    await blobs.moveIn(derivedKey(assetId, 'copy', 1, name), target)
    return { bytes: size, folder: derivedPrefix(assetId, 'copy', 1).slice(0, -1) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function deleteStoredMedia({ blobs }: Pick<Deps, 'blobs'>, { ids, copies }: ImportedMedia): Promise<void> {
  for (const id of ids.values()) await blobs.delete(originalKey(id))
  for (const { folder } of copies.values()) await blobs.delete(`${folder}/${COPY_FILES['video/mp4']}`)
}

/**
 * Writes the assets of a course that its files name, with their tracks. The course has its row. The number of
 * statements does not grow with the number of files.
 */
export async function putMedia(
  tx: Tx,
  { sources, ids, copies }: ImportedMedia,
  courseCode: string,
): Promise<GetAssetId> {
  const assets = new Map<string, string>()
  const own = [...sources].filter(([, { courseCode: owner }]) => owner === courseCode)
  for (const { sha256, id } of await listStoredAssets(tx, [courseCode], true))
    if (!assets.has(sha256)) assets.set(sha256, id)
  const added = own.flatMap(([key, { source }]) =>
    !assets.has(source.sha256) && source.stored ? createAsset(ids.get(key)!, courseCode, source, source.stored) : [],
  )
  await insertStoredAssets(
    tx,
    courseCode,
    added.map((asset) => ({ asset, state: asset.kind === 'file' || copies.has(asset.id) ? 'ready' : 'stored' })),
  )
  await insertRenditions(
    tx,
    added.flatMap(({ id, durationMs }) => {
      const copy = copies.get(id)
      return copy ? [{ ...copy, asset_id: id, name: 'copy', duration_ms: durationMs }] : []
    }),
  )
  for (const { sha256, id } of added) assets.set(sha256, id)
  await putTracks(
    tx,
    own.flatMap(
      ([
        ,
        {
          source: { sha256, tracks },
        },
      ]) => {
        const assetId = assets.get(sha256)
        return assetId && tracks ? { assetId, tracks } : []
      },
    ),
  )
  return (sha256) => {
    const id = assets.get(sha256)
    if (!id) throw new Error(`${courseCode} has no asset ${sha256}`)
    return id
  }
}

function createAsset(
  id: string,
  courseCode: string,
  { sha256, kind, name: filename, durationMs, width, height }: MediaSource,
  { bytes, contentType }: NonNullable<MediaSource['stored']>,
): StoredAsset {
  return { id, courseCode, sha256, kind, filename, contentType, bytes, durationMs, width, height }
}
