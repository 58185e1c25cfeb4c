/** Writes the modules and lessons of a course. Lessons keep their ids, because learners' rows refer to them. */
import { sql } from 'kysely'
import { setReferences } from '#media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import { formatImageTarget, getImageHash, replaceContentImages } from '../lesson-images.ts'
import { createModuleKey, type ReleaseRow } from '../outline-rows.ts'
import {
  type CourseDocument,
  listOutlineLessons,
  listUnitHashes,
  type OutlineLesson,
} from '../publish/course-document.ts'

/** The id of the course's asset with this hash. */
export type GetAssetId = (sha256: string) => string

const PRO_TITLE = 'Pro sessions'
const AT_ONCE: ReleaseRow = { rule: 'at-once', at: null, days: null, session: null }
type Lesson = OutlineLesson & CourseDocument['lessons'][string]
type Part = { key: string; title: string; kind: 'module' | 'pro'; release: ReleaseRow; lessons: Lesson[] }

/**
 * unique (course_code, key) of module and lesson; a lesson that the outline omits is withdrawn.
 *
 * @param isNew the course has no rows yet
 */
export async function putOutline(
  tx: Tx,
  courseCode: string,
  document: CourseDocument,
  getAssetId: GetAssetId,
  isNew: boolean,
): Promise<void> {
  const parts = listParts(document)
  const keys = parts.map(({ key }) => key)
  if (!isNew) await withdrawOmitted(tx, courseCode, document, keys)
  const moduleIds = await putModules(tx, courseCode, parts)
  const ids = await putLessons(tx, courseCode, parts, moduleIds, getAssetId)
  await putReleases(tx, courseCode, parts, ids)
  if (!isNew) await deleteLessonParts(tx, [...ids.values()])
  await putLessonParts(
    tx,
    courseCode,
    parts.flatMap(({ lessons }) => lessons),
    ids,
    getAssetId,
  )
  if (!isNew) await deleteOtherModules(tx, courseCode, keys)
}

function listParts({ outline, lessons }: CourseDocument): Part[] {
  const toLesson = (lesson: OutlineLesson): Lesson => ({ ...lesson, ...lessons[lesson.key]! })
  const modules = outline.modules.map(
    (module): Part => ({ ...module, kind: 'module', lessons: module.lessons.map(toLesson) }),
  )
  if (outline.proSessions.length === 0) return modules
  const key = createModuleKey(PRO_TITLE, new Set(modules.map((module) => module.key)))
  return [
    ...modules,
    { key, title: PRO_TITLE, kind: 'pro', release: AT_ONCE, lessons: outline.proSessions.map(toLesson) },
  ]
}

/**
 * unique (course_code, key); inserts those that are missing. Such a lesson shows nowhere until the outline that has it
 * is published, and dates can name it before.
 */
export async function ensureLiveLessons(
  tx: Tx,
  course_code: string,
  lessons: readonly Pick<OutlineLesson, 'key' | 'title' | 'minutes'>[],
): Promise<void> {
  if (lessons.length === 0) return
  await tx
    .insertInto('lesson')
    .values(
      lessons.map(({ key, title, minutes }) => ({
        course_code,
        key,
        title,
        minutes,
        kind: 'live' as const,
        summary: '',
        state: 'withdrawn' as const,
      })),
    )
    .onConflict((on) => on.columns(['course_code', 'key']).doNothing())
    .execute()
}

/** The keys of planned lessons that have content in the database. */
export async function listEmptiedLessons(tx: Tx, courseCode: string, { lessons }: CourseDocument): Promise<string[]> {
  const planned = Object.entries(lessons).flatMap(([key, { content }]) => (content === null ? key : []))
  const rows = await tx
    .selectFrom('lesson')
    .select('key')
    .where('course_code', '=', courseCode)
    .where('key', '=', sql<string>`any(${planned}::text[])`)
    .where('content', 'is not', null)
    .where('kind', '<>', 'live')
    .execute()
  return rows.map(({ key }) => key)
}

/** Also frees the kind `pro`, which one module has, for the module with that key. */
async function withdrawOmitted(tx: Tx, courseCode: string, { outline }: CourseDocument, moduleKeys: readonly string[]) {
  const presentKeys = listOutlineLessons(outline).map(({ key }) => key)
  await tx
    .updateTable('lesson')
    .set({ state: 'withdrawn', module_id: null, position: null })
    .where('course_code', '=', courseCode)
    .where((is) => is.not(is('key', '=', sql<string>`any(${presentKeys}::text[])`)))
    .where('state', '<>', 'withdrawn')
    .execute()
  const proKey = outline.proSessions.length > 0 ? moduleKeys.at(-1)! : ''
  await tx
    .updateTable('module')
    .set({ kind: 'module' })
    .where('course_code', '=', courseCode)
    .where('kind', '=', 'pro')
    .where('key', '<>', proKey)
    .execute()
}

/** Without release rules, which may name a lesson that does not exist yet. Returns the ids by key. */
async function putModules(tx: Tx, course_code: string, parts: readonly Part[]): Promise<Map<string, string>> {
  if (parts.length === 0) return new Map()
  const rows = await tx
    .insertInto('module')
    .values(
      parts.map(({ key, title, kind }, position) => ({
        course_code,
        key,
        position,
        title,
        kind,
        ...toReleaseColumns(AT_ONCE, null),
      })),
    )
    .onConflict((on) =>
      on.columns(['course_code', 'key']).doUpdateSet((is) => ({
        position: is.ref('excluded.position'),
        title: is.ref('excluded.title'),
        kind: is.ref('excluded.kind'),
        ...toReleaseColumns(AT_ONCE, null),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Without their release rules. Returns the ids by key. */
async function putLessons(
  tx: Tx,
  course_code: string,
  parts: readonly Part[],
  moduleIds: ReadonlyMap<string, string>,
  getAssetId: GetAssetId,
): Promise<Map<string, string>> {
  const rows = parts.flatMap(({ key, lessons }) =>
    lessons.map((lesson, position) => ({
      course_code,
      module_id: moduleIds.get(key)!,
      position,
      ...toLessonColumns(lesson, getAssetId),
    })),
  )
  if (rows.length === 0) return new Map()
  const written = await tx
    .insertInto('lesson')
    .values(rows)
    .onConflict((on) =>
      on.columns(['course_code', 'key']).doUpdateSet((is) => ({
        module_id: is.ref('excluded.module_id'),
        position: is.ref('excluded.position'),
        title: is.ref('excluded.title'),
        summary: is.ref('excluded.summary'),
        minutes: is.ref('excluded.minutes'),
        kind: is.ref('excluded.kind'),
        state: is.ref('excluded.state'),
        is_required: is.ref('excluded.is_required'),
        is_preview: is.ref('excluded.is_preview'),
        content: is.ref('excluded.content'),
        asset_id: is.ref('excluded.asset_id'),
        ...toReleaseColumns(AT_ONCE, null),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(written.map(({ key, id }) => [key, id]))
}

function toLessonColumns(lesson: Lesson, getAssetId: GetAssetId) {
  const { key, title, summary, minutes, kind, media } = lesson
  const content = replaceContentImages(lesson.content, (target) => {
    const sha256 = getImageHash(target)
    return sha256 === null ? null : formatImageTarget(getAssetId(sha256))
  })
  return {
    key,
    title,
    summary,
    minutes,
    kind,
    state: content === null ? ('planned' as const) : ('published' as const),
    is_required: lesson.required,
    is_preview: lesson.preview,
    content: content && JSON.stringify(content),
    asset_id: media && getAssetId(media),
    ...toReleaseColumns(AT_ONCE, null),
  }
}

function toReleaseColumns({ rule, at, days }: ReleaseRow, release_lesson_id: string | null) {
  return { release_rule: rule, release_at: at, release_days: days, release_lesson_id }
}

/** primary keys */
async function putReleases(tx: Tx, course_code: string, parts: readonly Part[], ids: ReadonlyMap<string, string>) {
  const put = async (table: 'module' | 'lesson', key: string, release: ReleaseRow) => {
    if (release.rule === 'at-once') return
    const columns = toReleaseColumns(release, release.session === null ? null : ids.get(release.session)!)
    await tx.updateTable(table).set(columns).where('course_code', '=', course_code).where('key', '=', key).execute()
  }
  for (const { key, release, lessons } of parts) {
    await put('module', key, release)
    for (const lesson of lessons) await put('lesson', lesson.key, lesson.release)
  }
}

async function deleteLessonParts(tx: Tx, lessonIds: readonly string[]): Promise<void> {
  for (const table of ['lesson_prerequisite', 'lesson_file'] as const)
    await tx.deleteFrom(table).where('lesson_id', '=', sql<string>`any(${lessonIds}::uuid[])`).execute()
}

/** Prerequisites, files and references to assets. primary keys */
async function putLessonParts(
  tx: Tx,
  course_code: string,
  lessons: readonly Lesson[],
  ids: ReadonlyMap<string, string>,
  getAssetId: GetAssetId,
): Promise<void> {
  const needs = lessons.flatMap((lesson) =>
    lesson.needs.map((need) => ({ lesson_id: ids.get(lesson.key)!, required_lesson_id: ids.get(need)! })),
  )
  const files = lessons.flatMap((lesson) =>
    lesson.files.map(({ sha256, label }, position) => ({
      lesson_id: ids.get(lesson.key)!,
      course_code,
      position,
      label,
      asset_id: getAssetId(sha256),
    })),
  )
  if (needs.length > 0) await tx.insertInto('lesson_prerequisite').values(needs).execute()
  if (files.length > 0) await tx.insertInto('lesson_file').values(files).execute()
  await setReferences(
    tx,
    'lesson',
    lessons.map(({ key, ...unit }) => ({
      key: ids.get(key)!,
      assetIds: listUnitHashes(unit).map(getAssetId),
    })),
  )
}

async function deleteOtherModules(tx: Tx, courseCode: string, moduleKeys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('module')
    .where('course_code', '=', courseCode)
    .where((is) => is.not(is('key', '=', sql<string>`any(${moduleKeys}::text[])`)))
    .execute()
}
