/** Writes the modules, lessons and sessions of a course. Lessons and sessions keep their ids, because learners' rows refer to them. */
import { type Insertable, sql } from 'kysely'
import { setReferences } from '#features/media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CohortSession } from '#platform/db/types.gen.ts'
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
  const moduleIds = await putModules(tx, courseCode, parts)
  const ids = await putLessons(tx, courseCode, parts, moduleIds, getAssetId)
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

/** Without release rules, which may name a lesson that does not exist yet. Returns the ids by key. */
async function putModules(tx: Tx, course_code: string, parts: readonly Part[]): Promise<Map<string, string>> {
  if (parts.length === 0) return new Map()
  const rows = await tx
    .insertInto('module')
    .values(
      parts.map(({ id: key, title, kind }, position) => ({
        ...{ course_code, key, position, title, kind },
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
  const rows = parts.flatMap(({ id, items }) =>
    items.map((item, position) => ({
      course_code,
      ...{ module_id: moduleIds.get(id)!, position },
      ...toLessonColumns(item, getAssetId),
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

function toLessonColumns(item: LessonRow, getAssetId: GetAssetId) {
  const { id: key, title, summary, minutes, kind } = item
  return {
    ...{ key, title, summary, minutes, kind },
    state: item.content === null ? ('planned' as const) : ('published' as const),
    is_required: item.required,
    is_preview: item.preview,
    content: item.content && JSON.stringify(item.content),
    asset_id: item.media && getAssetId(item.media.sha256),
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
  if (rows.length > 0) await upsertSessions(tx, rows)
}

type NewSession = Insertable<CohortSession>

/** Index cohort_session_lesson */
async function upsertSessions(tx: Tx, rows: readonly NewSession[]): Promise<void> {
  const written = await tx
    .insertInto('cohort_session')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['cohort_code', 'lesson_id'])
        .where('cancelled_at', 'is', null)
        .doUpdateSet((is) => ({
          position: is.ref('excluded.position'),
          title: is.ref('excluded.title'),
          pro: is.ref('excluded.pro'),
          local_start: is.ref('excluded.local_start'),
          timezone_id: is.ref('excluded.timezone_id'),
          starts_at: is.ref('excluded.starts_at'),
          ends_at: is.ref('excluded.ends_at'),
          recap: is.ref('excluded.recap'),
          recording_asset_id: is.ref('excluded.recording_asset_id'),
          sequence: sql`cohort_session.sequence + (cohort_session.starts_at <> excluded.starts_at or cohort_session.ends_at <> excluded.ends_at)::int`,
        })),
    )
    .returning(['id', 'recording_asset_id'])
    .execute()
  await setReferences(
    tx,
    'session',
    written.map(({ id, recording_asset_id }) => ({
      key: id,
      assetIds: recording_asset_id === null ? [] : [recording_asset_id],
    })),
  )
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
