/** A copy of a course: equal but for its code, its address and its dates. docs/contract §44. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import type { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { changeRefundPolicy } from '#catalogue/prices/change-refund-policy.ts'
import { addOffer } from '#catalogue/prices/edit-offers.ts'
import { loadPrices } from '#catalogue/prices/load-prices.ts'
import { copyFile } from '#media/copy-files.ts'
import { mediaFileCopiedJob } from '#media/queue.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { handleJob } from '#platform/jobs/define-job.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { givenDraft, givenMaker, givenTeacher, must, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { publishDraft } from './publish-draft.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  await world.jobs.work([handleJob(mediaFileCopiedJob, (copy) => copyFile(world, copy))])
  ines = await givenMaker(world)
  const folder = await mkdtemp(join(tmpdir(), 'duplicate-'))
  // With the courses that they name for comparison.
  await copyCourses(folder, ['ng', 'mcom', 'mcom2', 'mtikpr'])
  must(await importContent(world, folder, new Date('2026-11-21T09:00:00Z')))
  await rm(folder, { recursive: true })
})
afterAll(() => world.close())

async function readLastDocument(code: string): Promise<CourseDocument> {
  const { document } = await world.db
    .selectFrom('course_version')
    .select('document')
    .where('course_code', '=', code)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  return document as CourseDocument
}

const COURSES = { live: 'NG', 'on-demand': 'MCOM' } as const

test.each(['live', 'on-demand'] as const)(
  'a copy of a course from files (%s) publishes the same document, but for code, address and place on lists',
  async (kind) => {
    const code = COURSES[kind]
    const owner = await givenMaker(world, 'Olu Owner')
    await world.db
      .transaction()
      .execute((tx) => putCourseRole(tx, { personId: owner.personId, courseCode: code, role: 'creator' }))
    const original = await readLastDocument(code)

    const { title } = original.about
    const { coursePrefixCode: copy } = must(await duplicateCourse(world, owner, { courseCode: code, title }))
    await world.runJobs()
    const { cohortCode, price } = (await readDraft(world, owner, copy)).cohorts[0]!
    expect(price).not.toBeNull()
    if (kind === 'live') {
      const lessonKey = original.outline.modules
        .flatMap(({ lessons }) => lessons)
        .find((one) => one.kind === 'live')!.key
      const sessions = [{ lessonKey, localStart: '2027-05-03T18:00', minutes: 60 }]
      must(await changeCohort(world, owner, { cohortCode, change: { dates: { timezoneId: 'UTC', sessions } } }))
    }
    must(await changeCohort(world, owner, { cohortCode, change: { seats: 12 } }))
    const { versions: units } = await readDraft(world, owner, copy)
    const published = await publishDraft(world, owner, { courseCode: copy, units, acceptWarnings: true, note: null })
    expect(must(published)).toEqual({ number: 1, isNew: true })

    const made = await readLastDocument(copy)
    expect(made.addresses.pages).not.toEqual(original.addresses.pages)
    expect({
      ...made,
      about: { ...made.about, position: original.about.position },
      addresses: { ...made.addresses, pages: original.addresses.pages },
    }).toEqual(original)
    const { rows } =
      await sql`select (select count(*) from enrolment join cohort using (cohort_code) where course_code = ${copy})::int
      + (select count(*) from course_role where course_code = ${copy} and person_id <> ${owner.personId})::int as people`.execute(
        world.db,
      )
    expect(rows).toEqual([{ people: 0 }])
  },
)

test('prices and refund rule come along, the sold seats and the early price do not', async () => {
  const code = await givenDraft(world, ines)
  const { cohortCode } = (await readDraft(world, ines, code)).cohorts[0]!
  must(await addOffer(world, ines, { cohortCode, offer: { price: '30', name: 'Students', deposit: '10' } }))
  must(await changeRefundPolicy(world, ines, { courseCode: code, policy: 'final' }))
  const { coursePrefixCode: copy } = must(await duplicateCourse(world, ines, { courseCode: code, title: 'Again' }))
  expect(must(await loadPrices(world, ines, copy))).toMatchObject({
    refundPolicy: 'final',
    cohorts: [
      {
        startsAt: null,
        offers: [
          { name: '', price: { amount: '45.00' } },
          { name: 'Students', price: { amount: '30.00' }, deposit: { amount: '10.00' } },
        ],
      },
    ],
  })
  expect(await readDraft(world, ines, copy)).toMatchObject({
    state: 'draft',
    cohorts: [{ state: 'announced', sessions: [] }],
  })
})

test('only the creator of a course may copy it; a stranger gets the answer of a missing one', async () => {
  const code = await givenDraft(world, ines)
  const input = { courseCode: code, title: 'Mine now' }
  const coTeacher = await givenTeacher(world, code, 'co_teacher')
  expect(await duplicateCourse(world, coTeacher, input)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await duplicateCourse(world, await givenMaker(world), input)).toMatchObject({
    refusal: { code: 'COURSE_NOT_FOUND' },
  })
  expect(await duplicateCourse(world, ines, { ...input, code })).toMatchObject({ refusal: { code: 'CODE_TAKEN' } })
})
