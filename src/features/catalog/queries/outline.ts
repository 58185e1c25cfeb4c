/** Writes the modules, lessons and sessions of a course. Lessons and sessions keep their ids, because learners' rows refer to them. */
import { sql } from 'kysely'
import { setReferences } from '#features/media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CohortRow } from '../catalogue-rows.ts'
import { createModuleKey, type LessonRow, type ModuleRow, type OutlineRows, type ReleaseRow } from '../outline-rows.ts'

/** The id of the course's asset with this hash. */
export type GetAssetId = (sha256: string) => string

const PRO_TITLE = 'Pro sessions'
const AT_ONCE: ReleaseRow = { rule: 'at-once', at: null, days: null, session: null }
type Part = ModuleRow & { kind: 'module' | 'pro' }

/**
 * unique (course_code, key) of module and lesson; a lesson that the outline omits is withdrawn. Returns the keys of
 * planned lessons that were published before, which is refused.
 */
export async function putOutline(
  tx: Tx,
  courseCode: string,
  { curriculum, proSessions }: OutlineRows,
  getAssetId: GetAssetId,
): Promise<string[]> {
  const modules = curriculum.map((module): Part => ({ ...module, kind: 'module' }))
  const proKey = createModuleKey(PRO_TITLE, new Set(modules.map(({ id }) => id)))
  const pro: Part = { id: proKey, title: PRO_TITLE, release: AT_ONCE, items: proSessions, kind: 'pro' }
  const parts = proSessions.length > 0 ? [...modules, pro] : modules
  const lessons = parts.flatMap(({ items }) => items)
  const planned = await listPublished(tx, courseCode, lessons)
  if (planned.length > 0) return planned
  await withdrawOthers(tx, courseCode, lessons)
  await tx
    .updateTable('module')
    .set({ kind: 'module' })
    .where('course_code', '=', courseCode)
    .where('kind', '=', 'pro')
    .where('key', '<>', proKey)
    .execute()
  const ids = new Map<string, string>()
  for (const [position, part] of parts.entries()) {
    const moduleId = await putModule(tx, courseCode, position, part)
    for (const [index, item] of part.items.entries())
      ids.set(
        item.id,
        await putLesson(tx, { course_code: courseCode, module_id: moduleId, position: index }, item, getAssetId),
      )
  }
  await putReleases(tx, courseCode, parts, ids)
  await putLessonParts(tx, courseCode, lessons, ids, getAssetId)
  const moduleKeys = parts.map(({ id }) => id)
  await tx
    .deleteFrom('module')
    .where('course_code', '=', courseCode)
    .where((is) => is.not(is('key', '=', sql<string>`any(${moduleKeys}::text[])`)))
    .execute()
  return []
}

/** The keys of planned lessons that have content in the database. */
async function listPublished(tx: Tx, courseCode: string, lessons: readonly LessonRow[]): Promise<string[]> {
  const planned = lessons.filter(({ content }) => content === null).map(({ id }) => id)
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

async function withdrawOthers(tx: Tx, courseCode: string, lessons: readonly LessonRow[]): Promise<void> {
  const presentKeys = lessons.map(({ id }) => id)
  await tx
    .updateTable('lesson')
    .set({ state: 'withdrawn', module_id: null, position: null })
    .where('course_code', '=', courseCode)
    .where((is) => is.not(is('key', '=', sql<string>`any(${presentKeys}::text[])`)))
    .where('state', '<>', 'withdrawn')
    .execute()
}

/** Without a release rule, which may name a lesson that does not exist yet. Returns the id. */
async function putModule(tx: Tx, course_code: string, position: number, part: Part): Promise<string> {
  const columns = { position, title: part.title, kind: part.kind, ...toReleaseColumns(AT_ONCE, null) }
  const { id } = await tx
    .insertInto('module')
    .values({ course_code, key: part.id, ...columns })
    .onConflict((on) => on.columns(['course_code', 'key']).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type LessonPosition = { course_code: string; module_id: string; position: number }

/** Without its release rule. Returns the id. */
async function putLesson(
  tx: Tx,
  { course_code, ...position }: LessonPosition,
  item: LessonRow,
  getAssetId: GetAssetId,
): Promise<string> {
  const { title, summary, minutes, kind } = item
  const columns = {
    ...{ ...position, title, summary, minutes, kind },
    state: item.content === null ? ('planned' as const) : ('published' as const),
    is_required: item.required,
    is_preview: item.preview,
    content: item.content && JSON.stringify(item.content),
    asset_id: item.media && getAssetId(item.media.sha256),
    ...toReleaseColumns(AT_ONCE, null),
  }
  const { id } = await tx
    .insertInto('lesson')
    .values({ course_code, key: item.id, ...columns })
    .onConflict((on) => on.columns(['course_code', 'key']).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
  for (const { id, release, items } of parts) {
    await put('module', id, release)
    for (const item of items) await put('lesson', item.id, item.release)
  }
}

/** Prerequisites, files and references to assets. primary keys */
async function putLessonParts(
  tx: Tx,
  course_code: string,
  lessons: readonly LessonRow[],
  ids: ReadonlyMap<string, string>,
  getAssetId: GetAssetId,
): Promise<void> {
  const lessonIds = [...ids.values()]
  for (const table of ['lesson_prerequisite', 'lesson_file'] as const)
    await tx.deleteFrom(table).where('lesson_id', '=', sql<string>`any(${lessonIds}::uuid[])`).execute()
  const needs = lessons.flatMap((lesson) =>
    lesson.needs.map((need) => ({ lesson_id: ids.get(lesson.id)!, required_lesson_id: ids.get(need)! })),
  )
  const files = lessons.flatMap((lesson) =>
    lesson.files.map(({ sha256, label }, position) => ({
      ...{ lesson_id: ids.get(lesson.id)!, course_code, position, label },
      asset_id: getAssetId(sha256),
    })),
  )
  if (needs.length > 0) await tx.insertInto('lesson_prerequisite').values(needs).execute()
  if (files.length > 0) await tx.insertInto('lesson_file').values(files).execute()
  await setReferences(
    tx,
    'lesson',
    lessons.map(({ id, media, files }) => ({
      key: ids.get(id)!,
      assetIds: [...(media ? [media] : []), ...files].map(({ sha256 }) => getAssetId(sha256)),
    })),
  )
}

type CohortSessions = Pick<CohortRow, 'cohort_code' | 'course_code' | 'timezone_id' | 'sessions'>

/**
 * Index cohort_session_lesson. A session keeps its id when it moves, and its sequence grows. One that is omitted is
 * deleted, or cancelled if learners could have joined it.
 */
export async function putSessions(
  tx: Tx,
  { cohort_code, course_code, timezone_id, sessions }: CohortSessions,
  getAssetId: GetAssetId,
): Promise<void> {
  const lessons = await tx.selectFrom('lesson').select(['id', 'key']).where('course_code', '=', course_code).execute()
  const ids = new Map(lessons.map(({ id, key }) => [key, id]))
  const rows = sessions.map(({ lesson_key, recording, ...session }, position) => ({
    ...session,
    recording_asset_id: recording && getAssetId(recording.sha256),
    cohort_code,
    position,
    timezone_id,
    lesson_id: ids.get(lesson_key)!,
  }))
  const presentLessons = rows.map(({ lesson_id }) => lesson_id)
  const omitted = await tx
    .selectFrom('cohort_session')
    .select(['id', sql<boolean>`starts_at <= now() + interval '1 hour'`.as('can_be_joined')])
    .where('cohort_code', '=', cohort_code)
    .where('cancelled_at', 'is', null)
    .where('lesson_id', '<>', sql<string>`all(${presentLessons}::uuid[])`)
    .execute()
  for (const { id, can_be_joined } of omitted) {
    if (can_be_joined) await cancelSession(tx, id)
    else await deleteSession(tx, id)
  }
  const uses: { key: string; assetIds: string[] }[] = []
  for (const row of rows) {
    const { id } = await tx
      .insertInto('cohort_session')
      .values(row)
      .onConflict((on) =>
        on
          .columns(['cohort_code', 'lesson_id'])
          .where('cancelled_at', 'is', null)
          .doUpdateSet({
            ...row,
            sequence: sql`cohort_session.sequence + (cohort_session.starts_at <> excluded.starts_at or cohort_session.ends_at <> excluded.ends_at)::int`,
          }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    uses.push({ key: id, assetIds: row.recording_asset_id === null ? [] : [row.recording_asset_id] })
  }
  await setReferences(tx, 'session', uses)
}

/** primary key */
async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cohort_session').where('id', '=', id).execute()
  await setReferences(tx, 'session', [{ key: id, assetIds: [] }])
}

/** primary key; cancelled sessions come after all others */
async function cancelSession(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('cohort_session')
    .set({
      cancelled_at: sql`now()`,
      sequence: sql`sequence + 1`,
      position: sql`(select greatest(1000, max(other.position) + 1) from cohort_session as other
        where other.cohort_code = cohort_session.cohort_code)`,
    })
    .where('id', '=', id)
    .execute()
}
