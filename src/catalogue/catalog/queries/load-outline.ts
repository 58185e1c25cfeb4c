/** Reads the modules and lessons of all courses, for exports and for the comparison with files. */
import { sql } from 'kysely'
import { listTrackHashes } from '#media/queries/tracks.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type LessonContent, parseLessonContent } from '../lesson-content.ts'
import {
  formatImageTarget,
  getImageAssetId,
  getMarkdown,
  listTextImages,
  replaceContentImages,
} from '../lesson-images.ts'
import type { LessonRow, MediaRow, OutlineRows, ReleaseRow, TrackRow } from '../outline-rows.ts'

export type StoredMedia = (assetId: string | null) => MediaRow | null

/** By course code. Withdrawn lessons are left out. module and lesson: seq scans */
export async function loadOutlines(db: Db | Tx, getMedia: StoredMedia): Promise<Map<string, OutlineRows>> {
  const modules = await db.selectFrom('module').selectAll().orderBy('course_code').orderBy('position').execute()
  const lessons = await db
    .selectFrom('lesson')
    .select(['id', 'key', 'module_id', 'title', 'summary', 'minutes', 'kind', 'state', 'content', 'asset_id'])
    .select(['is_required', 'is_preview', 'release_rule', 'release_at', 'release_days', 'release_lesson_id'])
    .where('state', '<>', 'withdrawn')
    .orderBy('position')
    .execute()
  const keys = new Map(lessons.map(({ id, key }) => [id, key]))
  const { needs, files } = await loadLessonParts(db, keys)
  const contents = new Map(
    lessons.map(({ id, state, kind, content }) => [id, state === 'planned' ? null : parseLessonContent(kind, content)]),
  )
  const nameImage = await loadImageNames(db, [...contents.values()])
  const toRelease = (row: (typeof modules)[number] | (typeof lessons)[number]): ReleaseRow => ({
    rule: row.release_rule,
    at: row.release_at,
    days: row.release_days,
    session: row.release_lesson_id === null ? null : (keys.get(row.release_lesson_id) ?? null),
  })
  const toLesson = (row: (typeof lessons)[number]): LessonRow => ({
    id: row.key,
    title: row.title,
    summary: row.summary,
    minutes: row.minutes,
    kind: row.kind,
    required: row.is_required,
    preview: row.is_preview,
    release: toRelease(row),
    needs: needs.get(row.id) ?? [],
    content: replaceContentImages(contents.get(row.id) ?? null, nameImage),
    media: getMedia(row.asset_id),
    files: files.get(row.id) ?? [],
  })
  const lessonsByModule = Map.groupBy(lessons, (row) => row.module_id)
  const outlines = new Map<string, OutlineRows>()
  for (const [courseCode, parts] of Map.groupBy(modules, (row) => row.course_code)) {
    const listItems = ({ id }: { id: string }) => (lessonsByModule.get(id) ?? []).map(toLesson)
    outlines.set(courseCode, {
      curriculum: parts
        .filter(({ kind }) => kind === 'module')
        .map((part) => ({ id: part.key, title: part.title, release: toRelease(part), items: listItems(part) })),
      proSessions: parts.filter(({ kind }) => kind === 'pro').flatMap(listItems),
    })
  }
  return outlines
}

/** primary key; replaces the id in the address of a picture by its hash. A picture that is gone keeps its address. */
async function loadImageNames(db: Db | Tx, contents: readonly (LessonContent | null)[]) {
  const texts = contents.map((content) => getMarkdown(content) ?? '')
  const ids = texts.flatMap(listTextImages).flatMap(({ target }) => getImageAssetId(target) ?? [])
  const rows = await db
    .selectFrom('asset')
    .select(['id', 'sha256'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['stored', 'processing', 'ready'])
    .execute()
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256!.toString('hex')]))
  return (target: string) => {
    const sha256 = hashes.get(getImageAssetId(target) ?? '')
    return sha256 === undefined ? null : formatImageTarget(sha256)
  }
}

/** Prerequisites in course order, and files, by the id of their lesson. lesson_prerequisite and lesson_file: seq scans */
async function loadLessonParts(db: Db | Tx, keys: ReadonlyMap<string, string>) {
  const needs = await db
    .selectFrom('lesson_prerequisite')
    .innerJoin('lesson', 'lesson.id', 'required_lesson_id')
    .innerJoin('module', 'module.id', 'module_id')
    .select(['lesson_id', 'required_lesson_id'])
    .orderBy('module.position')
    .orderBy('lesson.position')
    .execute()
  const files = await db
    .selectFrom('lesson_file')
    .innerJoin('asset', 'asset.id', 'asset_id')
    .select(['lesson_id', 'label', 'sha256'])
    .orderBy('position')
    .execute()
  const toHash = (sha256: Buffer | null) => sha256?.toString('hex') ?? ''
  return {
    needs: mapGroups(needs, (row) => keys.get(row.required_lesson_id)!),
    files: mapGroups(files, ({ sha256, label }) => ({ sha256: toHash(sha256), label })),
  }
}

function mapGroups<Row extends { lesson_id: string }, Value>(rows: Row[], toValue: (row: Row) => Value) {
  return new Map([...Map.groupBy(rows, (row) => row.lesson_id)].map(([id, group]) => [id, group.map(toValue)]))
}

/** Files with their tracks, by the id of the asset. lesson and cohort_session: seq scans */
export async function loadMedia(db: Db | Tx): Promise<StoredMedia> {
  const rows = await db
    .selectFrom('asset')
    .select(['id', 'sha256'])
    .where((is) =>
      is.or([
        is('id', 'in', db.selectFrom('lesson').select('asset_id').where('asset_id', 'is not', null)),
        is(
          'id',
          'in',
          db.selectFrom('cohort_session').select('recording_asset_id').where('recording_asset_id', 'is not', null),
        ),
      ]),
    )
    .execute()
  const tracks = await listTrackRows(
    db,
    rows.map(({ id }) => id),
  )
  const media = new Map(
    rows.map(({ id, sha256 }): [string, MediaRow] => [
      id,
      { sha256: sha256?.toString('hex') ?? '', tracks: tracks.get(id) ?? [] },
    ]),
  )
  return (assetId) => (assetId === null ? null : (media.get(assetId) ?? null))
}

/** The tracks of trailers by course code. asset_reference: seq scan */
export async function loadTrailerTracks(db: Db | Tx): Promise<Map<string, TrackRow[]>> {
  const rows = await db
    .selectFrom('asset_reference')
    .select(['source_key as courseCode', 'asset_id as assetId'])
    .where('source', '=', 'page')
    .execute()
  const tracks = await listTrackRows(
    db,
    rows.map(({ assetId }) => assetId),
  )
  return new Map(rows.map(({ courseCode, assetId }) => [courseCode, tracks.get(assetId) ?? []]))
}

/** By the id of the asset. */
async function listTrackRows(db: Db | Tx, assetIds: readonly string[]): Promise<Map<string, TrackRow[]>> {
  const tracks = Map.groupBy(await listTrackHashes(db, assetIds), ({ assetId }) => assetId)
  return new Map(
    [...tracks].map(([id, group]) => [
      id,
      group.map(({ kind, language, sha256 }) => ({ id: `${kind} ${language}`, sha256 })),
    ]),
  )
}
