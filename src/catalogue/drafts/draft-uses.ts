/** Notes which files a draft uses, so that nobody deletes them. docs/contract §23 and §36. */
import type { UnitName } from '#catalogue/catalog/publish/course-document.ts'
import { listCourseFiles, lockCourseFiles, setReferences } from '#media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  listAboutPhotos,
  listPagePhotos,
  listPhotoFiles,
  listTrailerFiles,
  toDraftAbout,
  toDraftPage,
} from './draft-page.ts'
import { type DraftFiles, type DraftLesson, indexFiles, listFileIds, toDraftLesson } from './lesson-drafts.ts'
import type { DraftPage } from './page-schemas.ts'
import { listDraftRows } from './queries.ts'

/** Of one lesson. Returns the faults of its fields, or null: it names files of its course only. */
export async function putLessonUses(
  tx: Tx,
  courseCode: string,
  unit: UnitName,
  lesson: DraftLesson,
): Promise<Record<string, string> | null> {
  const assetIds = listFileIds(lesson)
  const files = await lockCourseFiles(tx, courseCode, assetIds)
  const kinds = new Map(files.map(({ id, kind }) => [id, kind]))
  const missing = assetIds.find((id) => !kinds.has(id))
  if (missing !== undefined) return { [findField(lesson, missing)]: FILE_GONE }
  const mediaKind = lesson.media === null ? undefined : kinds.get(lesson.media)
  if (mediaKind !== undefined && mediaKind !== 'video' && mediaKind !== 'audio')
    return { media: 'Please choose a video or an audio file' }
  await setReferences(tx, 'draft', [{ key: `${courseCode} ${unit}`, assetIds }])
  return null
}

/**
 * Of the unit `about` or `page`. Returns the faults of its fields, or null: it shows pictures of its course only, and
 * its trailer is a video of the course.
 */
export async function putPageUses(
  tx: Tx,
  courseCode: string,
  unit: 'about' | 'page',
  body: unknown,
): Promise<Record<string, string> | null> {
  const photoField = unit === 'about' ? 'cover' : 'studentWork.works'
  const trailer = unit === 'page' ? listTrailerFiles(body as DraftPage) : []
  const assetIds = listUnitFiles(unit, body, { idByHash: new Map() })
  const files = await lockCourseFiles(tx, courseCode, assetIds)
  const kinds = new Map(files.map(({ id, kind }) => [id, kind]))
  const missing = assetIds.find((id) => !kinds.has(id))
  if (missing !== undefined) return { [trailer.includes(missing) ? 'trailer' : photoField]: FILE_GONE }
  if (trailer.some((id) => kinds.get(id) !== 'video')) return { trailer: 'Please choose a video' }
  const photos = listUnitPhotos(unit, body, { idByHash: new Map() })
  if (photos.some((id) => kinds.get(id) !== 'image')) return { [photoField]: 'Please choose a picture' }
  await setReferences(tx, 'draft', [{ key: `${courseCode} ${unit}`, assetIds }])
  return null
}

const FILE_GONE = 'This file is no longer there. Please choose another one'

function findField({ media, files }: DraftLesson, id: string): string {
  if (id === media) return 'media'
  return files.some(({ file }) => file === id) ? 'files' : 'content.markdown'
}

/**
 * Of all units of a draft. A lesson that leaves the outline gives its files free, and one that comes back takes them
 * again.
 *
 * @param keys the lessons of the outline
 */
export async function putDraftUses(tx: Tx, courseCode: string, keys: readonly string[]): Promise<void> {
  const rows = (await listDraftRows(tx, courseCode)).filter(({ unit }) => unit.startsWith('lesson:') || hasPhotos(unit))
  const files = indexFiles(await listCourseFiles(tx, courseCode))
  const uses = rows.map(({ unit, body }) => {
    const isUsed = hasPhotos(unit) || keys.includes(unit.slice('lesson:'.length))
    return { key: `${courseCode} ${unit}`, ids: isUsed ? listUnitFiles(unit, body, files) : [] }
  })
  const locked = await lockCourseFiles(tx, courseCode, [...new Set(uses.flatMap(({ ids }) => ids))])
  const kept = new Set(locked.map(({ id }) => id))
  await setReferences(
    tx,
    'draft',
    uses.map(({ key, ids }) => ({ key, assetIds: ids.filter((id) => kept.has(id)) })),
  )
}

export const hasPhotos = (unit: string): unit is 'about' | 'page' => unit === 'about' || unit === 'page'

/** The ids of the files of a lesson, of the photos of `about` or `page`, and of the trailer. @param body also one that an import wrote */
export function listUnitFiles(unit: string, body: unknown, files: Pick<DraftFiles, 'idByHash'>): string[] {
  if (unit === 'about') return listUnitPhotos(unit, body, files)
  if (unit !== 'page') return listFileIds(toDraftLesson(body, files))
  const trailer = listTrailerFiles(toDraftPage(body as object, files))
  return [...new Set([...listUnitPhotos(unit, body, files), ...trailer])]
}

function listUnitPhotos(unit: 'about' | 'page', body: unknown, files: Pick<DraftFiles, 'idByHash'>): string[] {
  return unit === 'about'
    ? listPhotoFiles(listAboutPhotos(toDraftAbout(body as object, files)))
    : listPhotoFiles(listPagePhotos(toDraftPage(body as object, files)))
}
