/** Lessons and sessions of a test's course. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { LessonKind } from '#domain/learning/lesson.ts'
import type { Deps } from '#http/deps.ts'
import { insertStoredAssets } from '#media/queries/assets.ts'
import { derivedKey, derivedPrefix, originalKey } from '#platform/blobs/blob-keys.ts'

type LessonFields = {
  key?: string
  kind?: LessonKind
  title?: string
  isRequired?: boolean
  isPlanned?: boolean
  markdown?: string
}

/** Adds a lesson at the end of a course, in a module that is created with the first one. */
export async function givenLesson(
  { db }: Pick<Deps, 'db'>,
  coursePrefix: string,
  {
    key,
    kind = 'text',
    title = 'A lesson',
    isRequired = true,
    isPlanned = false,
    markdown = 'Words',
  }: LessonFields = {},
): Promise<{ lessonId: string; key: string }> {
  const { id: moduleId } = await db
    .insertInto('module')
    .values({ course_code: coursePrefix, key: 'module', position: 0, title: 'A module' })
    .onConflict((on) => on.columns(['course_code', 'key']).doUpdateSet({ title: 'A module' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { last } = await db
    .selectFrom('lesson')
    .select((is) => is.fn.max('position').as('last'))
    .where('module_id', '=', moduleId)
    .executeTakeFirstOrThrow()
  const lessonKey = key ?? `lesson-${randomBytes(4).toString('hex')}`
  const { id } = await db
    .insertInto('lesson')
    .values({
      course_code: coursePrefix,
      module_id: moduleId,
      key: lessonKey,
      position: last === null ? 0 : last + 1,
      kind,
      title,
      summary: 'What it is about',
      minutes: 60,
      is_required: isRequired,
      state: isPlanned ? 'planned' : 'published',
      content: isPlanned ? null : kind === 'text' ? JSON.stringify({ markdown }) : '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { lessonId: id, key: lessonKey }
}

/** Adds a video lesson with a stored file of some seconds. */
export async function givenVideo(
  { db }: Pick<Deps, 'db'>,
  coursePrefix: string,
  { seconds = 100, ...fields }: Omit<LessonFields, 'kind'> & { seconds?: number } = {},
): Promise<{ lessonId: string; key: string; assetId: string }> {
  const lesson = await givenLesson({ db }, coursePrefix, { ...fields, kind: 'video' })
  const assetId = await givenAsset({ db }, coursePrefix, seconds)
  await db.updateTable('lesson').set({ asset_id: assetId }).where('id', '=', lesson.lessonId).execute()
  return { ...lesson, assetId }
}

/** A video file of a course, ready to be played. */
export async function givenAsset(
  { db }: Pick<Deps, 'db'>,
  coursePrefix: string,
  seconds: number,
  state: 'ready' | 'stored' = 'ready',
): Promise<string> {
  const { id } = await db
    .insertInto('asset')
    .values({
      owner_kind: 'course',
      course_code: coursePrefix,
      kind: 'video',
      state,
      filename: 'lesson.mp4',
      content_type: 'video/mp4',
      bytes: 1,
      sha256: randomBytes(32),
      duration_ms: seconds * 1000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SessionFields = { title?: string; startsAt?: Date; endsAt?: Date; timezoneId?: string }

/** Adds a live lesson to the cohort's course, and its session to the cohort. */
export async function givenSession(
  { db }: Pick<Deps, 'db'>,
  cohortCode: string,
  { title = 'A session', startsAt = new Date(Date.now() + 86_400_000), endsAt, timezoneId = 'UTC' }: SessionFields = {},
): Promise<{ sessionId: string; lessonId: string }> {
  const { course_code } = await db
    .selectFrom('cohort')
    .select('course_code')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const { lessonId } = await givenLesson({ db }, course_code, { kind: 'live', title })
  const { count } = await db
    .selectFrom('cohort_session')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('cohort_session')
    .values({
      cohort_code: cohortCode,
      position: Number(count),
      lesson_id: lessonId,
      title,
      local_start: startsAt.toISOString().slice(0, 16),
      timezone_id: timezoneId,
      starts_at: startsAt,
      ends_at: endsAt ?? new Date(startsAt.getTime() + 90 * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: id, lessonId }
}

/** Adds a ready video with random bytes in the blob store to a course, as the file of a lesson. */
export async function givenStoredVideo(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  coursePrefix: string,
  lessonId: string,
  { bytes = 20_000_000, durationMs = 60_000 } = {},
): Promise<{ assetId: string; content: Buffer }> {
  const content = randomBytes(bytes)
  const id = randomUUID()
  const asset = {
    id,
    courseCode: coursePrefix,
    sha256: createHash('sha256').update(content).digest('hex'),
    kind: 'video' as const,
    filename: 'lesson.mp4',
    contentType: 'video/mp4',
    bytes,
    durationMs,
    width: 640,
    height: 360,
  }
  await db.transaction().execute((tx) => insertStoredAssets(tx, coursePrefix, [{ asset, state: 'ready' }]))
  await blobs.put(originalKey(id), content)
  await db.insertInto('asset_reference').values({ asset_id: id, source: 'lesson', source_key: lessonId }).execute()
  await db.updateTable('lesson').set({ asset_id: id }).where('id', '=', lessonId).execute()
  return { assetId: id, content }
}

/** Adds a size for streaming to a video: its start and segments of 6 s, with the same bytes in each. */
export async function givenSegments(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  assetId: string,
  count: number,
  content: Uint8Array = randomBytes(100),
): Promise<void> {
  const names = ['init.mp4', ...Array.from({ length: count }, (_, index) => `${index}.m4s`)]
  for (const name of names) await blobs.put(derivedKey(assetId, 'video-360', 1, name), content)
  await db
    .insertInto('rendition')
    .values({
      asset_id: assetId,
      name: 'video-360',
      folder: derivedPrefix(assetId, 'video-360', 1).slice(0, -1),
      codec: 'avc1.64001e,mp4a.40.2',
      width: 640,
      height: 360,
      frames_per_second: 30,
      bitrate: 800_000,
      bytes: count * content.length,
      duration_ms: count * 6000,
      segments: JSON.stringify(Array.from({ length: count }, () => ({ durationMs: 6000, bytes: content.length }))),
    })
    .execute()
}
