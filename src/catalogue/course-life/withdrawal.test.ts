/** Withdrawing and reopening a course, and deleting a draft. docs/contract §36. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { listFirstCodes } from '#catalogue/catalog/listing.ts'
import { loadDraft } from '#catalogue/drafts/load-draft.ts'
import { publishDraft } from '#catalogue/drafts/publish-draft.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { endWithdrawnRequests } from '#catalogue/interests/end-withdrawn.ts'
import { createPreviewLink } from '#catalogue/previews/preview-links.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { givenOrder } from '../../../tests/world/bought.ts'
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
import { deleteDraft } from './delete-draft.ts'
import { reopenCourse, withdrawCourse } from './withdraw-course.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

async function givenPublished(): Promise<{ code: string; cohortCode: string }> {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  return { code, cohortCode: (await readDraft(world, ines, code)).cohorts[0]!.cohortCode }
}

const preview = (courseCode: string, person = ines) => withdrawCourse(world, person, { courseCode, preview: true })
async function withdraw(courseCode: string, person = ines) {
  const listed = await preview(courseCode, person)
  if (!listed.ok) return listed
  const { effectsHash } = listed.value
  return withdrawCourse(world, person, { courseCode, reason: 'A pause', effectsHash })
}
const countEffects = async (courseCode: string) =>
  Object.fromEntries(must(await preview(courseCode)).effects.map(({ code, count }) => [code, count]))
const quote = (cohortCode: string) => createQuote(world, { cohortCode, seats: 1, ip: randomUUID() } as never)
const remove = (courseCode: string, typedCode = courseCode, person = ines) =>
  deleteDraft(world, person, { courseCode, typedCode })

test('a withdrawn course has its page without a way to buy, is on no list, and opens again as it was', async () => {
  const { code, cohortCode } = await givenPublished()
  const before = await getCourseDefinition(world, code)
  must(await withdraw(code))
  expect(await getCourseDefinition(world, code)).toMatchObject({ state: { callToAction: 'none' }, pdfLink: null })
  expect(await listFirstCodes(world, 1000)).not.toContain(code)
  expect(await quote(cohortCode)).toMatchObject({ ok: false })
  expect(await readDraft(world, ines, code)).toMatchObject({ state: 'withdrawn', lastVersion: { number: 2 } })
  must(await reopenCourse(world, ines, code))
  expect(await getCourseDefinition(world, code)).toEqual(before)
  expect(await quote(cohortCode)).toMatchObject({ ok: true })
})

test('withdrawing and reopening publish no word of the draft', async () => {
  const { code } = await givenPublished()
  await saveAbout(world, ines, code, { title: 'Not public' })
  must(await withdraw(code))
  expect(await getCourseDefinition(world, code)).toMatchObject({ title: 'Sketch the street' })
  must(await reopenCourse(world, ines, code))
  expect(await getCourseDefinition(world, code)).toMatchObject({ title: 'Sketch the street' })
  expect(await readDraft(world, ines, code)).toMatchObject({
    changedUnits: ['about'],
    units: { about: { body: { title: 'Not public' } } },
    lastVersion: { number: 3 },
  })
})

test('the effects count open checkouts, the people who get an e-mail, and those who keep their access', async () => {
  const { code, cohortCode } = await givenPublished()
  await givenOrder(world, { courseCode: cohortCode })
  for (let index = 0; index < 2; index++)
    await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Lea', timezoneId: 'UTC' })
  const confirmed_at = new Date()
  const email = () => `${randomUUID()}@understudy.test`
  await world.db
    .insertInto('waitlist_entry')
    .values([
      { cohort_code: cohortCode, email: email(), party_size: 1, confirmed_at },
      { cohort_code: cohortCode, email: email(), party_size: 1 },
    ])
    .execute()
  await world.db
    .insertInto('interest')
    .values([
      { kind: 'reminder', course_code: code, email: email(), confirmed_at },
      { kind: 'coming-soon', course_code: code, email: email(), confirmed_at },
      { kind: 'curriculum', course_code: code, email: email(), confirmed_at },
      { kind: 'reminder', course_code: code, email: email() },
    ])
    .execute()
  expect(await countEffects(code)).toEqual({
    'sale-ends': 1,
    'checkouts-go-on': 1,
    'waitlist-ends': 1,
    'news-ends': 2,
    'access-stays': 2,
  })
  expect(await readDraft(world, ines, code)).toMatchObject({ state: 'published' })
  must(await withdraw(code))
  await endWithdrawnRequests(world)
  const mails = await world.db
    .selectFrom('mail')
    .select('dedupe_key')
    .where('dedupe_key', 'like', 'interest-closed:%')
    .execute()
  expect(mails).toHaveLength(2)
})

test('a withdrawal whose effects have changed since they were read is refused with the new list', async () => {
  const { code, cohortCode } = await givenPublished()
  const { effectsHash } = must(await preview(code))
  await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Lea', timezoneId: 'UTC' })
  for (const hash of [undefined, effectsHash])
    expect(await withdrawCourse(world, ines, { courseCode: code, reason: 'A pause', effectsHash: hash })).toMatchObject(
      {
        refusal: {
          code: 'EFFECTS_CHANGED',
          data: { effects: [{ code: 'sale-ends' }, { code: 'access-stays', count: 1 }] },
        },
      },
    )
  expect(await readDraft(world, ines, code)).toMatchObject({ state: 'published' })
})

test('a second withdrawal keeps the first, and ten at the same moment make one version', async () => {
  const { code } = await givenPublished()
  const results = await Promise.all(Array.from({ length: 10 }, () => withdraw(code)))
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await readDraft(world, ines, code)).toMatchObject({ lastVersion: { number: 2 } })
  const row = await world.db
    .selectFrom('course_version')
    .select('note')
    .where('course_code', '=', code)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  expect(row.note).toBe('Withdrawn: A pause')
})

test('only its creator closes a course: a co-teacher may not, and a foreign course is like a missing one', async () => {
  const { code } = await givenPublished()
  const [coTeacher, foreign] = [await givenTeacher(world, code, 'co_teacher'), await givenMaker(world, 'Otto')]
  const callsOf = async (person: ActingPerson) => [
    await withdraw(code, person),
    await reopenCourse(world, person, code),
    await remove(code, code, person),
  ]
  for (const outcome of await callsOf(coTeacher)) expect(outcome).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  for (const outcome of await callsOf(foreign)) expect(outcome).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
})

test('a draft is deleted with everything of it by typing its code, which is then free', async () => {
  const code = await givenDraft(world, ines, 'Short lived')
  expect(await remove(code, 'OTHER')).toMatchObject({ refusal: { fields: { code: `Please type ${code}` } } })
  must(await remove(code))
  for (const table of ['course', 'course_draft', 'cohort', 'course_role', 'lesson', 'preview_link'] as const)
    expect(await world.db.selectFrom(table).select('course_code').where('course_code', '=', code).execute()).toEqual([])
  expect(await remove(code)).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  expect(await givenDraft(world, ines, 'Short lived')).toBe(code)
})

test('a course that was published, or that an order refers to, is not deleted', async () => {
  const { code } = await givenPublished()
  expect(await remove(code)).toMatchObject({ refusal: { code: 'COURSE_PUBLISHED' } })
  const draft = await givenDraft(world, ines)
  const { cohortCode } = (await readDraft(world, ines, draft)).cohorts[0]!
  await world.db
    .insertInto('waitlist_entry')
    .values({ cohort_code: cohortCode, email: `${randomUUID()}@understudy.test`, party_size: 1 })
    .execute()
  expect(await remove(draft)).toMatchObject({ refusal: { code: 'COURSE_IN_USE' } })
  expect(await readDraft(world, ines, draft)).toMatchObject({ state: 'draft', cohorts: [{ cohortCode }] })
})

test('whoever works on a draft while it is deleted has done it before, or finds no course', async () => {
  for (let round = 0; round < 6; round++) {
    const courseCode = await givenDraft(world, ines, 'Short lived')
    const { versions: units, units: texts } = await readDraft(world, ines, courseCode)
    const { version, body } = texts.about
    const [deleted, ...others] = await Promise.all([
      remove(courseCode),
      saveUnit(world, ines, { courseCode, unit: 'about', version, body: { ...body, title: `Round ${round}` } }),
      createPreviewLink(world, ines, { courseCode, kind: 'shared' }),
      changeCohort(world, ines, { cohortCode: `${courseCode}-1`, change: { seats: 20 } }),
      loadDraft(world, ines, courseCode),
      publishDraft(world, ines, { courseCode, units, note: null }),
    ])
    for (const outcome of others) if (!outcome.ok) expect(outcome.refusal.code).toMatch(/_NOT_FOUND$|^DRAFT_CHANGED$/)
    const isPublished = others.at(-1)!.ok
    expect(deleted).toMatchObject(isPublished ? { refusal: { code: 'COURSE_PUBLISHED' } } : { ok: true })
    if (isPublished) must(await withdraw(courseCode))
  }
})
