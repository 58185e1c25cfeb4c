/** Exports the catalogue as content files, and reads them back to check that they are complete. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatWebVtt } from '#domain/learning/captions/captions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { listStoredAssets, type StoredAsset } from '#media/queries/assets.ts'
import { listCues } from '#media/queries/tracks.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { BlobMissingError } from '#platform/blobs/blobs.ts'
import type { CatalogueRows } from '../catalogue-rows.ts'
import { listSeededCourses, loadStoredRows } from '../queries/import.ts'
import { readContent } from './content.ts'
import { type CatalogueFiles, createCatalogueFiles } from './course-fields.ts'
import { compareCatalogues } from './differences.ts'
import type { FindAsset } from './export-folder.ts'
import { createPlannedRows } from './planned.ts'

type ExportDeps = Pick<Deps, 'db' | 'blobs'> & { config: Pick<Deps['config'], 'media'> }

/**
 * Returns the names of the files. Refused, with the reason, for a folder that is not empty, for a database without a
 * catalogue, and for a catalogue that files cannot represent.
 *
 * @param relativeTo the day from which dates are counted, for a demo; null for absolute dates
 * @param withoutMedia leaves out the bytes of media, except pictures of texts. An import then needs them in the store, by their hash.
 * @param own leaves out what a demo came with: its courses, also changed ones, their creators, and promo codes
 */
export async function exportContent(
  deps: ExportDeps,
  folder: string,
  relativeTo: Date | null,
  { withoutMedia = false, own = false } = {},
): Promise<Outcome<string[]>> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) return refused('FIELD_INVALID', { reason: `${folder} is not empty` })
  const stored = await loadStoredRows(deps.db)
  const rows = own ? pickOwn(stored, await listSeededCourses(deps.db)) : stored
  if (rows.courses.length === 0)
    return refused('FIELD_INVALID', {
      reason: own ? 'There is no published course besides those of the demo.' : 'There are no courses yet.',
    })
  const assets = await listStoredAssets(
    deps.db,
    rows.courses.map(({ course_code }) => course_code),
  )
  const files = createCatalogueFiles(rows, relativeTo, createAssetFinder(assets))
  const names = await writeFiles(deps, folder, files, withoutMedia)

  const today = relativeTo ?? new Date(0)
  const content = await readContent(folder, today, deps.config.media.embedOrigins)
  if (!content.ok) return content
  const { changes } = compareCatalogues(rows, createPlannedRows(content.value, today), true)
  if (changes.length === 0) return accepted(names)
  const lost = changes.map(
    ({ kind, code, fields }) => `${kind} ${code}: ${fields.map(({ name }) => name).join(', ') || 'is missing'}`,
  )
  return refused('FIELD_INVALID', { reason: `The files cannot represent these fields:\n${lost.join('\n')}` })
}

function pickOwn(rows: CatalogueRows, seeded: ReadonlySet<string>): CatalogueRows {
  const courses = rows.courses.filter(({ course_code }) => !seeded.has(course_code))
  const cohorts = rows.cohorts.filter(({ course_code }) => !seeded.has(course_code))
  const cohortCodes = new Set(cohorts.map(({ cohort_code }) => cohort_code))
  const teachers = new Set(courses.flatMap(({ creators }) => creators))
  return {
    ...rows,
    courses,
    cohorts,
    offers: rows.offers.filter(({ cohort_code }) => cohortCodes.has(cohort_code)),
    creators: rows.creators.filter(({ slug }) => teachers.has(slug)),
    promoCodes: [],
  }
}

function createAssetFinder(assets: readonly StoredAsset[]): FindAsset {
  const byHash = new Map(assets.toReversed().map((asset) => [`${asset.courseCode} ${asset.sha256}`, asset]))
  return (courseCode, sha256) => {
    const asset = byHash.get(`${courseCode} ${sha256}`)
    if (!asset) throw new Error(`${courseCode} has no stored asset ${sha256}`)
    return asset
  }
}

/** Returns the names. */
async function writeFiles(
  { db, blobs }: ExportDeps,
  folder: string,
  { texts, assets, images, tracks }: CatalogueFiles,
  withoutMedia: boolean,
): Promise<string[]> {
  const media = [...assets].filter(([name]) => !withoutMedia || images.has(name))
  const names = [...texts.keys(), ...tracks.keys(), ...media.map(([name]) => name)]
  for (const parent of new Set(names.map((name) => dirname(join(folder, name)))))
    await mkdir(parent, { recursive: true })
  for (const [name, text] of texts) await writeFile(join(folder, name), text)
  for (const [name, { assetId, kind, language }] of tracks)
    await writeFile(join(folder, name), formatWebVtt(await listCues(db, assetId, kind, language)))
  for (const [name, { id }] of media) {
    const content = await blobs.get(originalKey(id))
    if (!content) throw new BlobMissingError(originalKey(id))
    await pipeline(content.stream, createWriteStream(join(folder, name)))
  }
  return names
}
