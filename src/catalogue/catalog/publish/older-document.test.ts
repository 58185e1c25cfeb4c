/** Courses that were published before a field of their document existed. docs/contract §9 and §36. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexts } from '#catalogue/catalog/files/definition.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import type { CourseDocument } from './course-document.ts'
import { publishCourse } from './publish-course.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const work = { title: 'Rye', by: 'Ada', length: null, hue: 'azure', motif: 'strata', seed: 'a' }
const studentWork = { note: '', works: [{ ...work, photo: null }], stories: [] }

async function givenPublished(): Promise<{ code: string; document: CourseDocument }> {
  const code = await givenDraft(world, ines)
  const { version } = (await readDraft(world, ines, code)).units.page
  must(await saveUnit(world, ines, { courseCode: code, unit: 'page', version, body: { studentWork } }))
  await publishNow(world, ines, code)
  const { document } = await world.db
    .selectFrom('course_version')
    .select('document')
    .where('course_code', '=', code)
    .executeTakeFirstOrThrow()
  return { code, document: document as CourseDocument }
}

/** @param document as it was stored then */
async function givenVersion(code: string, document: object): Promise<void> {
  const row = { course_code: code, number: 2, sha256: randomBytes(32), source: 'import', unit_hashes: '{}' } as const
  await world.db
    .insertInto('course_version')
    .values({ ...row, document: JSON.stringify(document) })
    .execute()
}

const publish = (code: string, document: CourseDocument) =>
  world.db
    .transaction()
    .execute((tx) => publishCourse(tx, { courseCode: code, document, source: 'import', publishedBy: null, note: null }))

test('a document from before covers, photos of works and texts for search engines is not published again', async () => {
  const { code, document } = await givenPublished()
  const { cover, searchTitle, searchDescription, ...about } = document.about
  expect([cover, searchTitle, searchDescription]).toEqual([null, '', ''])
  await givenVersion(code, { ...document, about, page: { studentWork: { note: '', works: [work], stories: [] } } })
  expect(await publish(code, document)).toEqual({ isNew: false, number: 2, missing: [] })
  expect((await readDraft(world, ines, code)).changedUnits).toEqual([])
  const changed = { ...document, about: { ...document.about, searchTitle: 'Rye for all' } }
  expect(await publish(code, changed)).toMatchObject({ isNew: true, number: 3 })
})

test('blanks around the texts of a version are no change of the draft', async () => {
  const { code, document } = await givenPublished()
  const about = { ...document.about, promise: 'One corner.\n', questions: [{ question: 'Why? ', answer: 'So.\n' }] }
  await givenVersion(code, { ...document, about })
  await saveAbout(world, ines, code, { promise: 'One corner.\n', questions: about.questions })
  expect((await readDraft(world, ines, code)).changedUnits).toEqual([])
  await saveAbout(world, ines, code, { promise: 'Two corners.' })
  expect((await readDraft(world, ines, code)).changedUnits).toEqual(['about'])
})

test('a text that files made longer than the studio accepts does not stop another one from being saved', async () => {
  const { code, document } = await givenPublished()
  const long = 'x'.repeat(2500)
  await givenVersion(code, {
    ...document,
    about: { ...document.about, questions: [{ question: 'Why?', answer: long }] },
  })
  await world.db.deleteFrom('course_draft').where('course_code', '=', code).where('unit', '=', 'about').execute()
  await saveAbout(world, ines, code, { promise: 'Two corners.' })
  const { body, version } = (await readDraft(world, ines, code)).units.about
  expect(body).toMatchObject({ promise: 'Two corners.', questions: [{ answer: long }] })
  const typed = { ...body, questions: [{ question: 'Why?', answer: `${long}y` }] }
  expect(await saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: typed })).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { 'questions.0.answer': 'Please use at most 2000 characters' } },
  })
})

test('stored works from before photos compare equal to those of files without photos', () => {
  const read = readTexts({ studentWork: { note: '', works: [work], stories: [] } })
  expect(read).toMatchObject({ studentWork, cover: null, searchTitle: '' })
})
