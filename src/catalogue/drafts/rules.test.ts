/** Rules, hidden parts and teachers of a course, as the studio changes them. docs/contract §44. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { handleCourseChange } from '#learn/lessons/check-completions.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import type { DraftAbout, DraftPage, DraftRules } from './page-schemas.ts'
import { saveUnit } from './save-unit.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

type Bodies = { rules: DraftRules; page: DraftPage; about: DraftAbout }

async function save<Unit extends keyof Bodies>(code: string, unit: Unit, change: Partial<Bodies[Unit]>, person = ines) {
  const { version, body } = (await readDraft(world, ines, code)).units[unit]
  return saveUnit(world, person, { courseCode: code, unit, version, body: { ...body, ...change } })
}

async function publishRules(code: string, change: Partial<DraftRules>): Promise<void> {
  must(await save(code, 'rules', change))
  await publishNow(world, ines, code)
  await handleCourseChange(world, code)
}

async function enrol(code: string): Promise<Date | null> {
  const { cohortCode } = (await readDraft(world, ines, code)).cohorts[0]!
  await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Ana', timezoneId: 'UTC' })
  return (await listEnds(cohortCode)).at(-1)!
}

async function listEnds(cohortCode: string): Promise<(Date | null)[]> {
  const rows = await world.db
    .selectFrom('enrolment')
    .select('access_ends_at')
    .where('cohort_code', '=', cohortCode)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.access_ends_at)
}

test('fewer days of access shorten nothing that was sold; they hold for seats from then on', async () => {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  const { cohortCode } = (await readDraft(world, ines, code)).cohorts[0]!
  const first = (await enrol(code))!
  await publishRules(code, { accessDays: 10 })
  expect(await listEnds(cohortCode)).toEqual([first])
  const second = (await enrol(code))!
  expect(second.getTime()).toBeLessThan(first.getTime())

  await publishRules(code, { accessDays: null })
  expect(await listEnds(cohortCode)).toEqual([null, null])
  await publishRules(code, { accessDays: 1 })
  expect(await listEnds(cohortCode)).toEqual([null, null])
})

test('who has completed the course stays so under stricter rules and without a certificate for others', async () => {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  const { personId } = await givenMaker(world, 'Lena Learner')
  const row = { person_id: personId, course_code: code, required_lesson_ids: [randomUUID()], gives_certificate: true }
  await world.db.insertInto('course_completion').values(row).execute()
  const certificate = { mode: 'off', text: '', signature: '', hours: null } as const
  await publishRules(code, { completion: { lessonsPercent: 100, sessionsPercent: 100 }, certificate })
  const kept = await world.db.selectFrom('course_completion').selectAll().where('course_code', '=', code).execute()
  expect(kept).toMatchObject([row])
})

test('teachers who may edit the course may change its rules, and nobody else', async () => {
  const code = await givenDraft(world, ines)
  const coTeacher = await givenTeacher(world, code, 'co_teacher')
  expect(await save(code, 'rules', { accessDays: 30 }, coTeacher)).toMatchObject({ ok: true })
  const assistant = await givenTeacher(world, code, 'assistant')
  expect(await save(code, 'rules', { accessDays: 31 }, assistant)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await save(code, 'rules', { accessDays: 31 }, await givenMaker(world))).toMatchObject({
    refusal: { code: 'COURSE_NOT_FOUND' },
  })
})

test.each([
  ['accessDays', { accessDays: 36_501 }],
  ['accessDays', { accessDays: 0 }],
  ['completion.lessonsPercent', { completion: { lessonsPercent: 101, sessionsPercent: 75 } }],
  ['certificate.hours', { certificate: { mode: 'off', text: '', signature: '', hours: 0 } }],
  ['certificate.text', { certificate: { mode: 'off', text: 'a'.repeat(601), signature: '', hours: null } }],
] as const)('a number or text out of bounds is refused at its field: %s', async (field, change) => {
  const code = await givenDraft(world, ines)
  expect(await save(code, 'rules', change)).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { [field]: expect.any(String) } },
  })
})

test('a hidden part is kept in the draft, and is neither on the page nor in its data', async () => {
  const code = await givenDraft(world, ines)
  must(await save(code, 'about', { benefits: ['One corner in two hours'], requirements: ['A pencil'] }))
  must(await save(code, 'page', { hiddenParts: ['teachers', 'benefits'] }))
  await publishNow(world, ines, code)
  expect(await getCourseDefinition(world, code)).toMatchObject({
    benefits: [],
    requirements: ['A pencil'],
    hiddenParts: ['benefits', 'teachers'],
  })
  const draft = await readDraft(world, ines, code)
  expect(draft.units.about.body).toMatchObject({ benefits: ['One corner in two hours'] })
  expect(draft.changedUnits).toEqual([])
})

test('a page names only teachers of the course, whom the person may choose', async () => {
  const code = await givenDraft(world, ines)
  const foreign = (await readDraft(world, await givenMakerOf('Otto Other'), otherCode)).teacherChoices[0]!
  expect((await readDraft(world, ines, code)).teacherChoices.map(({ name }) => name)).toEqual(['Ines Valdez'])
  const { creators } = (await readDraft(world, ines, code)).units.about.body as DraftAbout
  expect(await save(code, 'about', { creators: [...creators, foreign.slug] })).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { creators: 'Please choose people who teach this course' } },
  })
  expect(await save(code, 'about', { creators: [] })).toMatchObject({ ok: true })
  expect(await save(code, 'about', { creators })).toMatchObject({ ok: true })
})

let otherCode = ''
async function givenMakerOf(name: string): Promise<ActingPerson> {
  const person = await givenMaker(world, name)
  otherCode = await givenDraft(world, person, `A course of ${name}`)
  return person
}
