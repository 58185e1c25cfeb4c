/** A copy of a course: equal but for its code, its address and its dates. docs/contract §44. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import type { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { changeGroupDiscount } from '#catalogue/prices/change-group-discount.ts'
import { changeRefundPolicy } from '#catalogue/prices/change-refund-policy.ts'
import { addOffer } from '#catalogue/prices/edit-offers.ts'
import { loadPrices } from '#catalogue/prices/load-prices.ts'
import { getAsset } from '#media/queries/processed-assets.ts'
import { receiveUpload } from '#media/uploads/receive-upload.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { givenDraft, givenMaker, givenTeacher, must, readDraft, saveAbout } from '../../../tests/world/made-course.ts'
import { givenFile } from '../../../tests/world/media.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { publishDraft } from './publish-draft.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
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

/** As the media worker reads them, without what it makes of them. */
async function copyFiles(courseCode: string) {
  const copies = await world.db
    .selectFrom('asset')
    .select('id')
    .where('course_code', '=', courseCode)
    .where('state', '=', 'uploading')
    .execute()
  const ended = []
  for (const { id } of copies)
    ended.push(await receiveUpload(world, (await getAsset(world.db, id))!, AbortSignal.timeout(60_000)))
  return ended
}

const readStorage = (courseCode: string) =>
  world.db
    .selectFrom('course_storage')
    .select(['used_bytes', 'reserved_bytes'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()

/** A file of a course that is whole, of 24 bytes. */
async function givenText(courseCode: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'duplicate-')), 'notes.txt')
  await writeFile(path, 'Bring paper and a pencil')
  return givenFile(world, courseCode, path, { kind: 'file', contentType: 'text/plain' })
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
    await copyFiles(copy)
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
    expect(made.about.studentCount).toBe(0)
    expect({
      ...made,
      about: { ...made.about, position: original.about.position, studentCount: original.about.studentCount },
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
  must(await changeGroupDiscount(world, ines, { courseCode: code, hasGroupDiscount: false }))
  const { coursePrefixCode: copy } = must(await duplicateCourse(world, ines, { courseCode: code, title: 'Again' }))
  expect(must(await loadPrices(world, ines, copy))).toMatchObject({
    refundPolicy: 'final',
    hasGroupDiscount: false,
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

async function givenLessonWith(courseCode: string, lesson: object): Promise<void> {
  const unit = await world.db
    .selectFrom('course_draft')
    .select('unit')
    .where('course_code', '=', courseCode)
    .where('unit', 'like', 'lesson:%')
    .orderBy('unit')
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('course_draft')
    .set({
      version: sql`version + 1`,
      body: JSON.stringify({ summary: '', content: null, media: null, files: [], ...lesson }),
    })
    .where('course_code', '=', courseCode)
    .where('unit', '=', unit.unit)
    .execute()
}

test('the files of a copy take room in its quota before their bytes come, and give it back with them', async () => {
  const code = await givenDraft(world, ines)
  const file = await givenText(code)
  await givenLessonWith(code, { files: [{ file, label: 'Notes' }] })
  const small = { ...world, config: { ...world.config, media: { ...world.config.media, courseQuotaBytes: 20 } } }
  const input = { courseCode: code, title: 'Too large' }
  expect(await duplicateCourse(small, ines, input)).toMatchObject({ refusal: { code: 'QUOTA_EXCEEDED' } })
  const full = { ...world, blobs: { ...world.blobs, getFreeSpace: async () => ({ free: 1e9, total: 100e9 }) } }
  expect(await duplicateCourse(full, ines, input)).toMatchObject({ refusal: { code: 'STORAGE_FULL' } })

  const { coursePrefixCode: copy } = must(await duplicateCourse(world, ines, { ...input, title: 'Fits' }))
  expect(await readStorage(copy)).toEqual({ used_bytes: 0, reserved_bytes: 24 })
  expect(await copyFiles(copy)).toMatchObject([{ state: 'stored', contentType: 'text/plain' }])
  expect(await readStorage(copy)).toEqual({ used_bytes: 24, reserved_bytes: 0 })

  const { coursePrefixCode: late } = must(await duplicateCourse(world, ines, { ...input, title: 'Too late' }))
  await world.db.updateTable('asset').set({ state: 'deleted' }).where('id', '=', file).execute()
  expect(await copyFiles(late)).toMatchObject([{ ok: false, isFinal: true, fault: expect.stringContaining('deleted') }])
})

test('a copy names no file of the other course, so that each of its units can be saved', async () => {
  const code = await givenDraft(world, ines)
  const [file, failed] = [await givenText(code), await givenText(code)]
  await world.db.updateTable('asset').set({ state: 'failed' }).where('id', '=', failed).execute()
  const photo = { file: failed, alt: 'A street', isDecorative: false, focalX: 50, focalY: 50 }
  await sql`update course_draft set version = version + 1, body = jsonb_set(body, '{cover}', ${JSON.stringify(photo)}::jsonb)
    where course_code = ${code} and unit = 'about'`.execute(world.db)
  const files = [failed, file].map((one) => ({ file: one, label: 'Notes' }))
  await givenLessonWith(code, { content: { markdown: `One ![a](asset:${failed}) two` }, files })
  const { coursePrefixCode: copy } = must(await duplicateCourse(world, ines, { courseCode: code, title: 'Clean' }))
  expect((await readDraft(world, ines, copy)).units.about.body).toMatchObject({ cover: null })
  await saveAbout(world, ines, copy, { title: 'Cleaner' })
  const bodies = await world.db.selectFrom('course_draft').select('body').where('course_code', '=', copy).execute()
  expect(JSON.stringify(bodies)).not.toContain(failed)
  expect(JSON.stringify(bodies)).not.toContain(file)
  expect(JSON.stringify(bodies)).toContain('One  two')
})
