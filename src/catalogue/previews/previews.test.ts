/** Links that show a draft. docs/contract §36. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, saveAbout } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { loadDraftedCourse } from './load-drafted-course.ts'
import { countPreviewLinks, createPreviewLink, endPreviewLinks } from './preview-links.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

async function makeLink(courseCode: string, kind: 'shared' | 'frame' = 'shared', person = ines): Promise<string> {
  const { path } = must(await createPreviewLink(world, person, { courseCode, kind }))
  return path.replace('/draft/', '')
}

/** Without the addresses of pictures and files, which a draft has none of. */
function withoutAddresses(course: CourseDefinition | null) {
  return JSON.parse(JSON.stringify(course), (key, value) => (['poster', 'pdfLink'].includes(key) ? undefined : value))
}

const later = (days: number) => ({ ...world, clock: () => new Date(world.clock().getTime() + days * 86_400_000) })

test('a link shows what publishing would show, and every later text, while nobody else sees the course', async () => {
  const code = await givenDraft(world, ines)
  const token = await makeLink(code)
  expect(await getCourseDefinition(world, code)).toBeNull()
  const before = await loadDraftedCourse(world, createPhotoMaker(world), token)
  expect(before).toMatchObject({ title: 'Sketch the street', price: 45, state: { callToAction: 'enrol' } })
  await publishNow(world, ines, code)
  expect(withoutAddresses(before)).toEqual(withoutAddresses(await getCourseDefinition(world, code)))

  await saveAbout(world, ines, code, { title: 'Sketch the square' })
  expect(await loadDraftedCourse(world, createPhotoMaker(world), token)).toMatchObject({ title: 'Sketch the square' })
  expect(await getCourseDefinition(world, code)).toMatchObject({ title: 'Sketch the street' })
})

test('an imported course with lessons, previews and student work is shown as its page shows it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'previews-'))
  await copyCourses(folder, ['ng', 'mcom', 'mcom2', 'mtikpr'])
  must(await importContent(world, folder, new Date('2026-11-21T09:00:00Z')))
  for (const code of ['NG', 'MCOM']) {
    const teacher = await givenTeacher(world, code, 'creator')
    const shown = await loadDraftedCourse(world, createPhotoMaker(world), await makeLink(code, 'shared', teacher))
    expect(withoutAddresses(shown)).toEqual(withoutAddresses(await getCourseDefinition(world, code)))
    expect(JSON.stringify(shown)).not.toContain('"/art/')
  }
  await rm(folder, { recursive: true })
})

test('only the hash of a token is stored, and a link ends after seven days', async () => {
  const code = await givenDraft(world, ines)
  const token = await makeLink(code)
  const rows = await world.db.selectFrom('preview_link').selectAll().where('course_code', '=', code).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.token_hash).toEqual(world.secrets.hash(token))
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await loadDraftedCourse(later(6.99), createPhotoMaker(world), token)).not.toBeNull()
  expect(await loadDraftedCourse(later(7), createPhotoMaker(world), token)).toBeNull()
  expect(await loadDraftedCourse(world, createPhotoMaker(world), `${token}x`)).toBeNull()
})

test('one call ends all links of the course, and no other', async () => {
  const [code, other] = [await givenDraft(world, ines), await givenDraft(world, ines)]
  const tokens = [await makeLink(code), await makeLink(code, 'frame')]
  const kept = await makeLink(other)
  expect(await countPreviewLinks(world, ines, code)).toMatchObject({ value: { count: 1 } })
  must(await endPreviewLinks(world, ines, code))
  expect(await Promise.all(tokens.map((token) => loadDraftedCourse(world, createPhotoMaker(world), token)))).toEqual([
    null,
    null,
  ])
  expect(await countPreviewLinks(world, ines, code)).toEqual({ ok: true, value: { count: 0, lastExpiresAt: null } })
  expect(await loadDraftedCourse(world, createPhotoMaker(world), kept)).not.toBeNull()
})

test('frames of the studio end no link that was shared; a 21st shared link ends the oldest', async () => {
  const code = await givenDraft(world, ines)
  const first = await makeLink(code)
  for (let index = 0; index < 21; index++) await makeLink(code, 'frame')
  expect(await loadDraftedCourse(world, createPhotoMaker(world), first)).not.toBeNull()
  for (let index = 1; index <= 20; index++)
    must(await createPreviewLink(later(index / 1000), ines, { courseCode: code, kind: 'shared' }))
  expect(await loadDraftedCourse(world, createPhotoMaker(world), first)).toBeNull()
  expect(await countPreviewLinks(world, ines, code)).toMatchObject({ value: { count: 20 } })
})

test('links of a foreign course are like those of a missing one, and an assistant makes none', async () => {
  const code = await givenDraft(world, ines)
  const [foreign, assistant] = [await givenMaker(world, 'Otto'), await givenTeacher(world, code, 'assistant')]
  const callsOf = async (person: ActingPerson, courseCode: string) => [
    await createPreviewLink(world, person, { courseCode, kind: 'shared' }),
    await countPreviewLinks(world, person, courseCode),
    await endPreviewLinks(world, person, courseCode),
  ]
  for (const outcome of [...(await callsOf(foreign, code)), ...(await callsOf(ines, 'NOPE'))])
    expect(outcome).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  for (const outcome of await callsOf(assistant, code))
    expect(outcome).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  const coTeacher = await givenTeacher(world, code, 'co_teacher')
  expect(
    await loadDraftedCourse(world, createPhotoMaker(world), await makeLink(code, 'shared', coTeacher)),
  ).not.toBeNull()
})

test('an unfinished draft is shown as far as it goes', async () => {
  const code = await givenDraft(world, ines)
  await saveAbout(world, ines, code, { title: '', subtitle: '', creators: [] })
  expect(await loadDraftedCourse(world, createPhotoMaker(world), await makeLink(code))).toMatchObject({
    title: '',
    instructors: [],
  })
})
