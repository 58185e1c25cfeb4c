/** The texts of a page, from the draft to the page and to files and back. docs/contract §40. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { CourseFile } from '#catalogue/catalog/files/content-schema.ts'
import { exportContent } from '#catalogue/catalog/files/export.ts'
import { findMovedPath } from '#catalogue/catalog/queries.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { publishDraft } from './publish-draft.ts'
import { saveUnit } from './save-unit.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

async function savePage(code: string, studentWork: object | null) {
  const { body, version } = (await readDraft(world, ines, code)).units.page
  const input = { courseCode: code, unit: 'page', version, body: { ...body, studentWork } }
  return saveUnit(world, ines, input)
}

test('typed texts are published and replace the calculated ones, which come back when they are emptied', async () => {
  const code = await givenDraft(world, ines)
  const { calculated } = await readDraft(world, ines, code)
  expect(calculated).toMatchObject({ duration: '2 hours', facts: [{ label: 'Length', value: '2 hours' }, {}, {}] })
  await saveAbout(world, ines, code, {
    benefits: ['A sketchbook page', '', ' Eyes for light '],
    questions: [{ question: 'Do I need to draw well?', answer: 'No.' }],
    facts: [{ label: 'Paper', value: 'Yours' }],
    duration: 'A morning',
    searchTitle: 'Street sketching for beginners',
  })
  await publishNow(world, ines, code)
  expect(await getCourseDefinition(world, code)).toMatchObject({
    benefits: ['A sketchbook page', 'Eyes for light'],
    questions: [{ question: 'Do I need to draw well?', answer: 'No.' }],
    facts: [{ label: 'Paper', value: 'Yours' }],
    duration: 'A morning',
    searchTitle: 'Street sketching for beginners',
    searchDescription: '',
  })
  expect((await readDraft(world, ines, code)).changedUnits).toEqual([])

  await saveAbout(world, ines, code, { facts: [], duration: '' })
  await publishNow(world, ines, code)
  expect(await getCourseDefinition(world, code)).toMatchObject({ facts: calculated.facts, duration: '2 hours' })
})

test('an entry that is half typed is saved, named, and stops publishing until it is whole or gone', async () => {
  const code = await givenDraft(world, ines)
  await saveAbout(world, ines, code, { questions: [{ question: 'What do I bring?', answer: ' ' }] })
  const draft = await readDraft(world, ines, code)
  expect(draft.needs).toContainEqual({
    need: 'page',
    isDone: false,
    fault: 'The question “What do I bring?” has no answer',
  })
  expect(await publishDraft(world, ines, { courseCode: code, units: draft.versions, note: null })).toMatchObject({
    refusal: { code: 'NOT_READY' },
  })
  await saveAbout(world, ines, code, { questions: [] })
  expect((await readDraft(world, ines, code)).needs.map(({ need }) => need)).not.toContain('page')
})

test('lists and texts have limits, which are named at their field', async () => {
  const code = await givenDraft(world, ines)
  const { body, version } = (await readDraft(world, ines, code)).units.about
  const save = (fields: object) =>
    saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, ...fields } })
  expect(await save({ benefits: Array.from({ length: 13 }, () => 'x') })).toMatchObject({
    refusal: { fields: { benefits: 'Please keep at most 12' } },
  })
  expect(await save({ searchTitle: 'x'.repeat(71) })).toMatchObject({
    refusal: { fields: { searchTitle: 'Please use at most 70 characters' } },
  })
  const story = { quote: 'Good', name: 'Lea', about: '' }
  expect(await savePage(code, { note: '', works: [], stories: Array.from({ length: 7 }, () => story) })).toMatchObject({
    refusal: { fields: { 'studentWork.stories': 'Please keep at most 6' } },
  })
})

test('the exported file of a course without optional texts, and of one with all, can be imported', async () => {
  const bare = await givenDraft(world, ines, 'Bare bones')
  await publishNow(world, ines, bare)
  const full = await givenDraft(world, ines, 'Full house')
  await saveAbout(world, ines, full, { searchDescription: 'All about it', benefits: ['One'] })
  must(await savePage(full, { note: '', works: [], stories: [{ quote: 'Good', name: 'Lea', about: 'Nurse' }] }))
  await publishNow(world, ines, full)
  const folder = await mkdtemp(join(tmpdir(), 'page-'))
  const exported = await exportContent(world, folder, null)
  if (!exported.ok) throw new Error(exported.refusal.reason)
  const read = async (code: string) =>
    CourseFile.parse(parse(await readFile(join(folder, `courses/${code.toLowerCase()}.yaml`), 'utf8')))
  expect(await read(bare)).toMatchObject({ searchDescription: '', benefits: [], questions: [], promise: '' })
  expect(await read(full)).toMatchObject({
    searchDescription: 'All about it',
    studentWork: { works: [], stories: [{}] },
  })
  await rm(folder, { recursive: true })
})

test('further addresses show the page, each once; a reserved one is refused at its row, and a removed one leads to the main one', async () => {
  const code = await givenDraft(world, ines, 'Many doors')
  const save = async (pages: string[]) => {
    const { body, version } = (await readDraft(world, ines, code)).units.addresses
    return saveUnit(world, ines, { courseCode: code, unit: 'addresses', version, body: { ...body, pages } })
  }
  expect(await save(['/many-doors', '/faq'])).toMatchObject({
    refusal: { fields: { 'pages.1': 'This address is reserved for the site' } },
  })
  must(await save(['/many-doors', '', '/doors', '/doors']))
  await publishNow(world, ines, code)
  expect(await listPaths(code)).toEqual(['/many-doors', '/doors'])
  must(await save(['/doors']))
  await publishNow(world, ines, code)
  expect(await listPaths(code)).toEqual(['/doors'])
  expect(await findMovedPath(world.db, '/many-doors')).toBe('/doors')

  const other = await givenDraft(world, ines, 'Other doors')
  const { body, version } = (await readDraft(world, ines, other)).units.addresses
  const pages = ['/other-doors', '/many-doors']
  must(await saveUnit(world, ines, { courseCode: other, unit: 'addresses', version, body: { ...body, pages } }))
  expect((await readDraft(world, ines, other)).needs).toContainEqual({
    need: 'address',
    isDone: false,
    fault: '/many-doors leads to another course',
  })
})

const listPaths = async (code: string) =>
  (
    await world.db
      .selectFrom('course_page')
      .select('path')
      .where('course_code', '=', code)
      .orderBy('position')
      .execute()
  ).map(({ path }) => path)
