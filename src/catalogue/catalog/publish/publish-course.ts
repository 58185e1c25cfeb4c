/** Publishes one version of a course: the one writer of its texts, outline, lessons, addresses and rules. */
import { isDeepStrictEqual } from 'node:util'
import { toDraftUnits } from '#catalogue/drafts/draft-units.ts'
import { hasPhotos, listUnitFiles } from '#catalogue/drafts/draft-uses.ts'
import { replaceDraftUnits } from '#catalogue/drafts/queries.ts'
import { addReferences, listCourseFiles, listStoredAssets, setReferences } from '#media/queries/assets.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { type GetAssetId, listEmptiedLessons, putOutline } from '../queries/outline.ts'
import { putCourse } from '../queries/published-course.ts'
import { getLastVersion, insertVersion, lockCourse } from '../queries/versions.ts'
import {
  CourseDocument,
  hashDocument,
  listCurriculumHashes,
  listFileHashes,
  listTrailerHashes,
  listUnitHashes,
  splitDocument,
} from './course-document.ts'

export type Publication = {
  courseCode: string
  document: CourseDocument
  source: 'studio' | 'import' | 'seed'
  /** Null: an import or the seed. */
  publishedBy: { kind: 'admin' | 'learner'; id: string } | null
  note: string | null
}

/** `missing`: the keys of lessons that were published and would lose their content. Nothing was written. */
export type PublishResult =
  | { isNew: boolean; number: number; missing: [] }
  | { isNew: false; number: null; missing: string[] }

/**
 * Publishes a document as the next version. A document that equals the last version publishes nothing and returns that
 * version. The files that it names are files of the course. docs/contract §9.
 */
export async function publishCourse(tx: Tx, publication: Publication): Promise<PublishResult> {
  const { courseCode, source, publishedBy, note } = publication
  const document = CourseDocument.parse(publication.document)
  const { sha256, unitHashes } = hashDocument(document)
  await lockCourse(tx, courseCode)
  const last = await getLastVersion(tx, courseCode)
  if (last.isStored && isPublished(last.document, sha256)) return { isNew: false, number: last.number, missing: [] }
  const missing = last.isStored ? await listEmptiedLessons(tx, courseCode, document) : []
  if (missing.length > 0) return { isNew: false, number: null, missing }

  const number = last.number + 1
  const getAssetId = await loadAssetIds(tx, courseCode, listFileHashes(document))
  await putCourse(tx, courseCode, document, !last.isStored)
  await putOutline(tx, courseCode, document, getAssetId, !last.isStored)
  const curriculum = listCurriculumHashes(document).map(getAssetId)
  await setReferences(tx, 'curriculum', [{ key: courseCode, assetIds: curriculum }])
  await setReferences(tx, 'page', [{ key: courseCode, assetIds: listTrailerHashes(document).map(getAssetId) }])
  await insertVersion(tx, {
    course_code: courseCode,
    number,
    sha256,
    source,
    note,
    document: JSON.stringify(document),
    unit_hashes: JSON.stringify(unitHashes),
    published_by: publishedBy?.id ?? null,
  })
  // What the studio publishes are the drafts themselves, and a new course has none.
  if (source !== 'studio' && last.isStored) await replaceDrafts(tx, courseCode, document, last.document, getAssetId)
  await addReferences(tx, 'version', `${courseCode} ${number}`, listFileHashes(document).map(getAssetId))
  await recordEvent({}, tx, {
    actor: publishedBy ?? { kind: 'operator' },
    action: 'course-published',
    object: { kind: 'course', id: courseCode },
    details: { version: number, source },
  })
  return { isNew: true, number, missing: [] }
}

/** By the document, not by the hash of the row: versions from before a field existed were hashed without it. */
function isPublished(lastDocument: unknown, sha256: Buffer): boolean {
  return lastDocument !== null && hashDocument(CourseDocument.parse(lastDocument)).sha256.equals(sha256)
}

/** The draft becomes what was published, and so do the files that it names. */
async function replaceDrafts(
  tx: Tx,
  courseCode: string,
  document: CourseDocument,
  lastDocument: unknown,
  getAssetId: GetAssetId,
): Promise<void> {
  const idByHash = new Map(listFileHashes(document).map((sha256) => [sha256, getAssetId(sha256)]))
  const units = toDraftUnits(splitDocument(document), { idByHash })
  const replaced = await replaceDraftUnits(tx, courseCode, units, listChangedUnits(lastDocument, document))
  const lessons = Object.entries(document.lessons).filter(([key]) => replaced.includes(`lesson:${key}`))
  const uses = lessons.map(([key, unit]) => ({
    key: `${courseCode} lesson:${key}`,
    assetIds: listUnitHashes(unit).map(getAssetId),
  }))
  const photos = replaced.filter(hasPhotos).map((unit) => ({
    key: `${courseCode} ${unit}`,
    assetIds: listUnitFiles(unit, units[unit], { idByHash }),
  }))
  await setReferences(tx, 'draft', [...uses, ...photos])
}

/** The units that differ from those of the last version. None for a course that was never published. */
function listChangedUnits(lastDocument: unknown, document: CourseDocument): string[] {
  if (lastDocument === null) return []
  const last: Record<string, unknown> = splitDocument(CourseDocument.parse(lastDocument))
  const units = Object.entries(splitDocument(document))
  return units.filter(([unit, body]) => !isDeepStrictEqual(last[unit], body)).map(([unit]) => unit)
}

/** The oldest of equal files. One that failed after it was published stays, so that a course can be withdrawn all the same. */
async function loadAssetIds(tx: Tx, courseCode: string, hashes: readonly string[]): Promise<GetAssetId> {
  const stored = hashes.length > 0 ? await listStoredAssets(tx, [courseCode], true) : []
  const failed =
    hashes.length > 0 ? (await listCourseFiles(tx, courseCode)).filter(({ state }) => state === 'failed') : []
  const ids = new Map([...stored, ...failed].toReversed().map(({ sha256, id }) => [sha256, id]))
  return (sha256) => {
    const id = ids.get(sha256)
    if (!id) throw new Error(`${courseCode} has no asset ${sha256}`)
    return id
  }
}
