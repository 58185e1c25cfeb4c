/** Versions of a course, and the way back to one. docs/contract §36. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import {
  givenDraft,
  givenMaker,
  givenTeacher,
  must,
  publishNow,
  readDraft,
  saveAbout,
} from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listVersions } from './list-versions.ts'
import { discardChanges, restoreVersion } from './replace-draft.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

/** Published once as “One”, and once as “Two”. */
async function givenTwoVersions(): Promise<string> {
  const code = await givenDraft(world, ines, 'One')
  await publishNow(world, ines, code)
  await saveAbout(world, ines, code, { title: 'Two' })
  await publishNow(world, ines, code, 'A better title')
  return code
}

const read = (code: string) => readDraft(world, ines, code)
const restore = async (code: string, number: number, units?: Record<string, number>, person = ines) =>
  restoreVersion(world, person, { courseCode: code, number, units: units ?? (await read(code)).versions })
const discard = async (code: string, units?: Record<string, number>, person = ines) =>
  discardChanges(world, person, { courseCode: code, units: units ?? (await read(code)).versions })
const titleOf = async (code: string) => (await getCourseDefinition(world, code))?.title

test('versions are listed with number, person and note, newest first, a page at a time', async () => {
  const code = await givenTwoVersions()
  expect(await listVersions(world, ines, { courseCode: code, before: null })).toMatchObject({
    value: {
      versions: [
        { number: 2, publishedBy: 'Ines Valdez', note: 'A better title', source: 'studio' },
        { number: 1, publishedBy: 'Ines Valdez', note: null },
      ],
      next: null,
    },
  })
  expect(await listVersions(world, ines, { courseCode: code, before: 2 })).toMatchObject({
    value: { versions: [{ number: 1 }] },
  })
})

test('restoring copies a version into the draft, and nothing is public before it is published', async () => {
  const code = await givenTwoVersions()
  const [about] = must(await restore(code, 1)).replaced
  expect(about).toMatchObject({ unit: 'about', body: { title: 'Two' } })
  expect(await read(code)).toMatchObject({
    units: { about: { version: about!.version, body: { title: 'One' } } },
    changedUnits: ['about'],
  })
  expect(await titleOf(code)).toBe('Two')
  await publishNow(world, ines, code)
  expect(await titleOf(code)).toBe('One')
  expect(await read(code)).toMatchObject({ lastVersion: { number: 3 }, changedUnits: [] })
})

test('restoring the public version changes nothing of an unchanged draft', async () => {
  const code = await givenTwoVersions()
  expect(must(await restore(code, 2))).toEqual({ replaced: [] })
})

test('discarding goes back to the last version, and saving the returned texts undoes it', async () => {
  const code = await givenTwoVersions()
  await saveAbout(world, ines, code, { title: 'Three' })
  const { replaced } = must(await discard(code))
  expect(await read(code)).toMatchObject({ changedUnits: [], units: { about: { body: { title: 'Two' } } } })
  for (const { unit, version, body } of replaced)
    must(await saveUnit(world, ines, { courseCode: code, unit, version, body }))
  expect(await read(code)).toMatchObject({ changedUnits: ['about'], units: { about: { body: { title: 'Three' } } } })
})

test('a page that was opened before gets a conflict, and text that nobody has seen is never replaced', async () => {
  const code = await givenTwoVersions()
  await saveAbout(world, ines, code, { title: 'Three' })
  const seen = await read(code)
  must(await discard(code))
  const { body, version } = seen.units.about
  expect(
    await saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, title: 'Four' } }),
  ).toMatchObject({
    refusal: { code: 'VERSION_CONFLICT', data: { body: { title: 'Two' } } },
  })
  for (const outcome of [await discard(code, seen.versions), await restore(code, 1, seen.versions)])
    expect(outcome).toMatchObject({ refusal: { code: 'DRAFT_CHANGED', data: { unit: 'about' } } })

  await saveAbout(world, ines, code, { title: 'Five' })
  const now = await read(code)
  const [saved, discarded] = await Promise.all([
    saveUnit(world, ines, {
      courseCode: code,
      unit: 'about',
      version: now.units.about.version,
      body: { ...now.units.about.body, title: 'Six' },
    }),
    discard(code, now.versions),
  ])
  expect([saved.ok, discarded.ok].filter(Boolean)).toHaveLength(1)
  expect((await read(code)).units.about.body.title).toBe(saved.ok ? 'Six' : 'Two')
})

test('a draft that was never published has nothing to go back to', async () => {
  const code = await givenDraft(world, ines)
  expect(await discard(code)).toMatchObject({ refusal: { code: 'VERSION_NOT_FOUND' } })
  expect(await restore(code, 1)).toMatchObject({ refusal: { code: 'VERSION_NOT_FOUND' } })
  expect(await listVersions(world, ines, { courseCode: code, before: null })).toMatchObject({ value: { versions: [] } })
})

test('versions of a foreign course are like those of a missing one; an assistant reads them, and restores none', async () => {
  const code = await givenTwoVersions()
  const foreign = await givenMaker(world, 'Otto')
  const units = (await read(code)).versions
  for (const outcome of [
    await listVersions(world, foreign, { courseCode: code, before: null }),
    await restore(code, 1, units, foreign),
    await discard(code, units, foreign),
  ])
    expect(outcome).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  const assistant = await givenTeacher(world, code, 'assistant')
  expect(await listVersions(world, assistant, { courseCode: code, before: null })).toMatchObject({ ok: true })
  expect(await restore(code, 1, units, assistant)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await restore(code, 1, units, await givenTeacher(world, code, 'co_teacher'))).toMatchObject({ ok: true })
})
