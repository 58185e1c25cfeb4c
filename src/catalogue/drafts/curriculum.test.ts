/** The lessons of a draft: their files, their keys, and what they become in a version. docs/contract §36. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { restoreVersion } from '#catalogue/course-life/replace-draft.ts'
import { reopenCourse, withdrawCourse } from '#catalogue/course-life/withdraw-course.ts'
import { deleteAsset } from '#media/delete-asset.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { givenAsset } from '../../../tests/world/lessons.ts'
import { givenMaker, must } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createCourse } from './create-course.ts'
import type { DraftLesson, DraftOutline } from './lesson-drafts.ts'
import { loadDraft, loadUnit } from './load-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { saveUnit } from './save-unit.ts'
import type { CourseDraft } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A course on demand that lacks lessons only. */
async function givenCourse() {
  const ines = await givenMaker(world)
  const made = await createCourse(world, ines, {
    title: 'Bread at home',
    sentence: 'Two loaves, one oven.',
    deliveryType: 'on-demand',
    timezoneId: 'Europe/London',
  })
  if (!made.ok) throw new Error(made.refusal.code)
  const code = made.value.coursePrefixCode
  await changeCohort(world, ines, { cohortCode: code, change: { price: '29' } })
  return { ines, code }
}
type Course = Awaited<ReturnType<typeof givenCourse>>

async function read({ ines, code }: Course): Promise<CourseDraft> {
  const draft = await loadDraft(world, ines, code)
  if (!draft.ok) throw new Error(draft.refusal.code)
  return draft.value
}

const listMissing = ({ needs }: CourseDraft) => needs.filter(({ isDone }) => !isDone).map(({ need }) => need)
const getFault = ({ needs }: CourseDraft) => needs.find(({ need }) => need === 'curriculum')?.fault

async function save({ ines, code }: Course, unit: string, body: unknown) {
  const row = await loadUnit(world, ines, { courseCode: code, unit })
  return saveUnit(world, ines, { courseCode: code, unit, version: row.ok ? row.value.version : 0, body })
}

const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const
type Lesson = DraftOutline['proSessions'][number]

const lesson = (key: string, fields: Partial<Lesson> = {}): Lesson => ({
  key,
  title: key,
  kind: 'video',
  minutes: null,
  required: true,
  preview: false,
  release: AT_ONCE,
  needs: [],
  ...fields,
})

const saveOutline = (course: Course, ...lessons: Lesson[]) =>
  save(course, 'outline', {
    modules: [{ key: 'module-1', title: 'Module 1', release: AT_ONCE, lessons }],
    proSessions: [],
  })

const saveLesson = (course: Course, key: string, fields: Partial<DraftLesson>) =>
  save(course, `lesson:${key}`, { summary: '', content: null, media: null, files: [], ...fields })

const publish = async (course: Course) => {
  const { versions: units } = await read(course)
  return publishDraft(world, course.ines, { courseCode: course.code, units, note: null, acceptWarnings: true })
}

const listUses = async (assetId: string) => {
  const rows = await world.db.selectFrom('asset_reference').select('source').where('asset_id', '=', assetId).execute()
  return rows.map(({ source }) => source).toSorted()
}

test('a course on demand sells with one video: its length and its hash are those of the file', async () => {
  const course = await givenCourse()
  expect(listMissing(await read(course))).toEqual(['lesson'])
  const media = await givenAsset(world, course.code, 130)
  expect(await saveLesson(course, 'mix', { content: {}, media })).toMatchObject({ ok: true })
  expect(await saveOutline(course, lesson('mix'))).toMatchObject({ ok: true })
  const ready = await read(course)
  expect(listMissing(ready)).toEqual([])
  expect(ready.lessons).toEqual([{ key: 'mix', mediaId: media, fileCount: 0, hasContent: true, minutes: 3 }])
  expect(await publish(course)).toMatchObject({ ok: true, value: { number: 1 } })
  expect(await read(course)).toMatchObject({ state: 'published', changedUnits: [], pastLessonKeys: ['mix'] })

  const page = await getCourseDefinition(world, course.code)
  expect(page).toMatchObject({
    duration: '3 minutes',
    videoTime: '3 minutes in 1 lesson',
    state: { code: 'on-demand' },
  })
  const quoted = await createQuote(world, { cohortCode: course.code, seats: 1, ip: randomUUID() } as never)
  expect(quoted).toMatchObject({ ok: true })
  const { document } = await world.db
    .selectFrom('course_version')
    .select('document')
    .where('course_code', '=', course.code)
    .executeTakeFirstOrThrow()
  expect(document).toMatchObject({ lessons: { mix: { media: expect.stringMatching(/^[0-9a-f]{64}$/) } } })
  expect(await listUses(media)).toEqual(['draft', 'lesson', 'version'])
})

test('publishing waits for no file in processing, and names one that is on its way, failed or gone', async () => {
  const course = await givenCourse()
  const media = await givenAsset(world, course.code, 60, 'stored')
  await saveLesson(course, 'mix', { content: {}, media })
  await saveOutline(course, lesson('mix', { title: 'Mix' }))
  const set = (change: object) => world.db.updateTable('asset').set(change).where('id', '=', media).execute()
  await set({ state: 'failed' })
  expect(getFault(await read(course))).toBe('“lesson.mp4” in “Mix” failed. Please choose another file')
  expect(await publish(course)).toMatchObject({ refusal: { code: 'NOT_READY' } })
  const next = await world.db
    .insertInto('asset')
    .values({ owner_kind: 'course', course_code: course.code, kind: 'video', filename: 'mix.mov', bytes: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveLesson(course, 'mix', { content: {}, media: next.id })
  expect(getFault(await read(course))).toBe('“mix.mov” in “Mix” is still on its way')
  await world.db.updateTable('asset').set({ state: 'deleted' }).where('id', '=', next.id).execute()
  expect(getFault(await read(course))).toContain('no longer there')
  const fresh = await givenAsset(world, course.code, 60, 'stored')
  await saveLesson(course, 'mix', { content: {}, media: fresh })
  expect(await publish(course)).toMatchObject({ ok: true })
})

test('a file that a draft names cannot be deleted until its lesson leaves the draft', async () => {
  const course = await givenCourse()
  const media = await givenAsset(world, course.code, 60)
  await saveLesson(course, 'mix', { content: {}, media })
  await saveOutline(course, lesson('mix'))
  const remove = () => world.db.transaction().execute((tx) => deleteAsset(world, tx, media))
  expect(await remove()).toMatchObject({ refusal: { code: 'ASSET_IN_USE' } })
  await saveOutline(course)
  expect(await listUses(media)).toEqual([])
  await saveOutline(course, lesson('mix'))
  expect(await listUses(media)).toEqual(['draft'])
  await saveOutline(course)
  expect(await remove()).toMatchObject({ ok: true })
})

test('a lesson names files of its course only, and a video is no picture', async () => {
  const [course, other] = [await givenCourse(), await givenCourse()]
  const foreign = await givenAsset(world, other.code, 60)
  const gone = { refusal: { code: 'FIELD_INVALID', fields: { media: expect.stringContaining('no longer there') } } }
  expect(await saveLesson(course, 'mix', { content: {}, media: foreign })).toMatchObject(gone)
  expect(await saveLesson(course, 'mix', { content: {}, media: randomUUID() })).toMatchObject(gone)
  expect(await saveLesson(course, 'mix', { files: [{ file: foreign, label: 'Recipe' }] })).toMatchObject({
    refusal: { fields: { files: expect.any(String) } },
  })
  expect(await saveLesson(course, 'mix', { content: { markdown: `![A loaf](asset:${foreign})` } })).toMatchObject({
    refusal: { fields: { 'content.markdown': expect.any(String) } },
  })
  const picture = await givenAsset(world, course.code, 60)
  await world.db.updateTable('asset').set({ kind: 'image' }).where('id', '=', picture).execute()
  expect(await saveLesson(course, 'mix', { content: {}, media: picture })).toMatchObject({
    refusal: { fields: { media: 'Please choose a video or an audio file' } },
  })
})

test('a new lesson never gets the key of an earlier one, so that no old progress returns', async () => {
  const course = await givenCourse()
  const markdown = 'Flour, water, salt.'
  for (const key of ['mix', 'rest']) await saveLesson(course, key, { content: { markdown } })
  await saveOutline(course, lesson('mix', { kind: 'text' }), lesson('rest', { kind: 'text' }))
  await publish(course)
  await saveOutline(course, lesson('rest', { kind: 'text' }))
  expect(await saveOutline(course, lesson('mix', { kind: 'text' }), lesson('rest', { kind: 'text' }))).toMatchObject({
    ok: true,
  })
  await saveOutline(course, lesson('rest', { kind: 'text' }))
  expect(await publish(course)).toMatchObject({ ok: true, value: { number: 2 } })
  expect(await saveOutline(course, lesson('mix', { kind: 'text' }), lesson('rest', { kind: 'text' }))).toMatchObject({
    refusal: {
      code: 'FIELD_INVALID',
      fields: { modules: expect.stringContaining('“mix” was deleted in a published version') },
    },
  })
  expect(await saveOutline(course, lesson('rest'), lesson('rest'))).toMatchObject({
    refusal: { code: 'FIELD_INVALID' },
  })
})

test('text, files and an embedded video are lessons, and what they lack makes them planned', async () => {
  const course = await givenCourse()
  const file = await givenAsset(world, course.code, 60)
  await world.db.updateTable('asset').set({ kind: 'file', duration_ms: null }).where('id', '=', file).execute()
  await saveLesson(course, 'read', { content: { markdown: 'word '.repeat(450) } })
  await saveLesson(course, 'sheet', { files: [{ file, label: 'Recipe' }] })
  expect(await saveLesson(course, 'watch', { content: { url: 'https://example.com/film' } })).toMatchObject({
    refusal: { fields: { 'content.url': expect.stringContaining('YouTube') } },
  })
  await saveLesson(course, 'watch', { content: { url: 'https://youtu.be/dQw4w9WgXcQ?t=90' } })
  await saveOutline(
    course,
    lesson('read', { kind: 'text', preview: true }),
    lesson('sheet', { kind: 'files', minutes: 7 }),
    lesson('watch', { kind: 'embed', required: false }),
    lesson('later'),
  )
  expect((await read(course)).lessons.map(({ hasContent, minutes }) => [hasContent, minutes])).toEqual([
    [true, 3],
    [true, 7],
    [true, 1],
    [false, 1],
  ])
  expect(await publish(course)).toMatchObject({ ok: true })
  const rows = await world.db
    .selectFrom('lesson')
    .select(['key', 'state', 'content', 'is_preview'])
    .where('course_code', '=', course.code)
    .orderBy('position')
    .execute()
  expect(rows).toMatchObject([
    { key: 'read', state: 'published', is_preview: true },
    { key: 'sheet', state: 'published' },
    { key: 'watch', content: { url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90' } },
    { key: 'later', state: 'planned', content: null },
  ])
  expect((await read(course)).changedUnits).toEqual([])
})

test('lessons without a title, and those that open after a later one, are named', async () => {
  const course = await givenCourse()
  await saveLesson(course, 'mix', { content: { markdown: 'Flour' } })
  await saveOutline(
    course,
    lesson('mix', { kind: 'text', title: 'Mix', needs: ['rest'] }),
    lesson('rest', { title: 'Rest' }),
  )
  expect(getFault(await read(course))).toBe('“Mix” opens after “Rest”, which has to come earlier')
  await saveOutline(course, lesson('mix', { kind: 'text', title: ' ' }))
  expect(getFault(await read(course))).toBe('A lesson has no title')
  expect(await publish(course)).toMatchObject({ refusal: { code: 'NOT_READY' } })
})

test('a restored version brings back its lessons with their files, which nobody can delete then', async () => {
  const course = await givenCourse()
  const [first, second] = [await givenAsset(world, course.code, 60), await givenAsset(world, course.code, 120)]
  await saveLesson(course, 'mix', { content: {}, media: first })
  await saveOutline(course, lesson('mix'))
  await publish(course)
  await saveLesson(course, 'mix', { content: {}, media: second })
  await publish(course)
  expect(await listUses(first)).toEqual(['version'])
  const { versions: units } = await read(course)
  const restored = await restoreVersion(world, course.ines, { courseCode: course.code, units, number: 1 })
  expect(restored).toMatchObject({ ok: true })
  expect(await read(course)).toMatchObject({
    lessons: [{ key: 'mix', mediaId: first }],
    changedUnits: expect.anything(),
  })
  expect(await listUses(first)).toEqual(['draft', 'version'])
  expect(await publish(course)).toMatchObject({ ok: true, value: { number: 3 } })
})

test('a version that is restored after its file was deleted names the lesson instead of failing', async () => {
  const course = await givenCourse()
  const [first, second] = [await givenAsset(world, course.code, 60), await givenAsset(world, course.code, 120)]
  await saveLesson(course, 'mix', { content: {}, media: first })
  await saveOutline(course, lesson('mix', { title: 'Mix' }))
  await publish(course)
  await saveLesson(course, 'mix', { content: {}, media: second })
  await publish(course)
  expect(await world.db.transaction().execute((tx) => deleteAsset(world, tx, first))).toMatchObject({ ok: true })
  const { versions: units } = await read(course)
  await restoreVersion(world, course.ines, { courseCode: course.code, number: 1, units })
  expect(getFault(await read(course))).toBe('A file of “Mix” is no longer there. Please choose another one')
  expect(await publish(course)).toMatchObject({ refusal: { code: 'NOT_READY' } })
})

test('a course whose file failed after it was published can be withdrawn and reopened', async () => {
  const course = await givenCourse()
  const media = await givenAsset(world, course.code, 60, 'stored')
  await saveLesson(course, 'mix', { content: {}, media })
  await saveOutline(course, lesson('mix'))
  expect(await publish(course)).toMatchObject({ ok: true })
  await world.db.updateTable('asset').set({ state: 'failed' }).where('id', '=', media).execute()
  const { ines, code: courseCode } = course
  const { effectsHash } = must(await withdrawCourse(world, ines, { courseCode, preview: true }))
  expect(await withdrawCourse(world, ines, { courseCode, reason: 'A pause', effectsHash })).toMatchObject({ ok: true })
  expect(await reopenCourse(world, ines, courseCode)).toMatchObject({ ok: true })
})

test('publishing waits for the length of a film, unless a teacher typed one', async () => {
  const course = await givenCourse()
  const media = await givenAsset(world, course.code, 60, 'stored')
  await world.db.updateTable('asset').set({ duration_ms: null }).where('id', '=', media).execute()
  await saveLesson(course, 'mix', { content: {}, media })
  await saveOutline(course, lesson('mix', { title: 'Mix' }))
  expect(getFault(await read(course))).toBe('“lesson.mp4” in “Mix” is still on its way')
  await saveOutline(course, lesson('mix', { title: 'Mix', minutes: 3 }))
  expect(getFault(await read(course))).toBeUndefined()
})
