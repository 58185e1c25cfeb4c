/** A course from its name to its first sale, as the studio makes it. docs/contract §36. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition, listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { listFirstCodes } from '#catalogue/catalog/listing.ts'
import { type ActingPerson, allowCourseMaking, putCourseRole } from '#people/roles/queries.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createCourse } from './create-course.ts'
import { loadDraft, loadUnit } from './load-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { saveUnit } from './save-unit.ts'
import type { CourseDraft } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function givenPerson(name: string): Promise<ActingPerson> {
  const person = { email: `${randomUUID()}@understudy.test`, name }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  return { personId: id, audience: 'learner' }
}

async function givenMaker(name = 'Ines Valdez'): Promise<ActingPerson> {
  const person = await givenPerson(name)
  await world.db.transaction().execute((tx) => allowCourseMaking(tx, person.personId))
  return person
}

const SKETCH = {
  title: 'Sketch the street',
  sentence: 'Two hours, one pencil, one corner.',
  deliveryType: 'live',
  timezoneId: 'Europe/London',
} as const

async function create(person: ActingPerson, input: Partial<Parameters<typeof createCourse>[2]> = {}): Promise<string> {
  const made = await createCourse(world, person, { ...SKETCH, ...input })
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.coursePrefixCode
}

async function read(person: ActingPerson, courseCode: string): Promise<CourseDraft> {
  const draft = await loadDraft(world, person, courseCode)
  if (!draft.ok) throw new Error(draft.refusal.code)
  return draft.value
}

const listMissing = ({ needs }: CourseDraft) => needs.filter(({ isDone }) => !isDone).map(({ need }) => need)

const DATE = {
  timezoneId: 'Europe/London',
  sessions: [{ lessonKey: 'live-session', localStart: '2027-02-13T10:00', minutes: 120 }],
}

type CohortFields = Parameters<typeof changeCohort>[2]['change']
const change = (person: ActingPerson, cohortCode: string, fields: CohortFields, effectsHash?: string) =>
  changeCohort(world, person, { cohortCode, change: fields, effectsHash })

const publish = (person: ActingPerson, { coursePrefixCode: courseCode, versions: units }: CourseDraft) =>
  publishDraft(world, person, { courseCode, units, note: null })

test('five inputs make a page that sells: title, sentence, price, first date, seats', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const draft = await read(ines, code)
  expect(draft).toMatchObject({ state: 'draft', publishedAt: null, teachers: [{ name: 'Ines Valdez' }] })
  expect(listMissing(draft)).toEqual(['price', 'date', 'seats'])
  expect(await publish(ines, draft)).toMatchObject({ refusal: { code: 'NOT_READY' } })

  const { cohortCode } = draft.cohorts[0]!
  expect(await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })).toMatchObject({ ok: true })
  const ready = await read(ines, code)
  expect(listMissing(ready)).toEqual([])
  expect(await publish(ines, ready)).toEqual({ ok: true, value: { number: 1, isNew: true } })

  const page = await getCourseDefinition(world, code, 'Asia/Manila')
  expect(page).toMatchObject({
    url: '/sketch-the-street',
    title: 'Sketch the street',
    sectionTitle: 'Sketch the street',
    promise: 'Two hours, one pencil, one corner.',
    price: 45,
    duration: '2 hours',
    classTime: 'One Saturday, 10:00 to 12:00 London time',
    facts: [
      { label: 'Length', value: '2 hours' },
      { label: 'Where', value: 'Live online' },
      { label: 'Group', value: 'Up to 12' },
    ],
    instructor: { name: 'Ines Valdez', slug: 'ines-valdez' },
    state: { code: 'open', callToAction: 'enrol' },
    nextDate: { localTime: '18:00' },
  })
  expect(await read(ines, code)).toMatchObject({ state: 'published', changedUnits: [], lastVersion: { number: 1 } })
  expect(await publish(ines, await read(ines, code))).toEqual({ ok: true, value: { number: 1, isNew: false } })
})

test('nobody sees a draft: no page, card, list, cohort or address has it', async () => {
  const ines = await givenMaker()
  const code = await create(ines, { title: 'Hidden lines' })
  const { cohorts } = await read(ines, code)
  const { cohortCode } = cohorts[0]!
  await change(ines, cohortCode, { price: '0', seats: null, dates: DATE })
  expect(await getCourseDefinition(world, code)).toBeNull()
  expect(await listCourseCards(world, { codes: [code, cohortCode] })).toEqual([])
  expect(await listFirstCodes(world, 1000)).not.toContain(code)
  expect(await getCohortForCode(world.db, cohortCode, new Date())).toBeNull()
  expect(await world.db.selectFrom('course_page').selectAll().where('course_code', '=', code).execute()).toEqual([])
})

test('codes and addresses are proposed free, and a chosen code that is taken is refused', async () => {
  const ines = await givenMaker()
  const titles = ['Bread at home', 'Bread at home', 'Brot & Butter', '写真講座', 'Ñandú']
  const codes = []
  for (const title of titles) codes.push(await create(ines, { title }))
  expect(codes).toEqual(['BREAD', 'BAH', 'BROT', 'COURSE', 'NANDU'])
  const pages = await Promise.all(codes.map(async (code) => (await read(ines, code)).units.addresses.body.pages))
  expect(pages).toEqual([['/bread-at-home'], ['/bread-at-home-2'], ['/brot-butter'], ['/course'], ['/nandu']])
  expect(await createCourse(world, ines, { ...SKETCH, code: 'BREAD' })).toMatchObject({
    refusal: { code: 'CODE_TAKEN' },
  })
  expect(await createCourse(world, ines, { ...SKETCH, code: 'GIFT' })).toMatchObject({
    refusal: { code: 'CODE_TAKEN' },
  })
})

test('who may not make courses is refused, and a foreign draft is like a missing one', async () => {
  const [ines, learner] = [await givenMaker(), await givenPerson('Lea Learner')]
  expect(await createCourse(world, learner, SKETCH)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  const code = await create(ines)
  const { cohorts, versions } = await read(ines, code)
  const other = await givenMaker('Otto Other')
  for (const outcome of [
    await loadDraft(world, other, code),
    await loadUnit(world, other, { courseCode: code, unit: 'about' }),
    await saveUnit(world, other, { courseCode: code, unit: 'about', version: 1, body: {} }),
    await publishDraft(world, other, { courseCode: code, units: versions, note: null }),
  ])
    expect(outcome).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  const price = { price: '1' }
  expect(await change(other, cohorts[0]!.cohortCode, price)).toMatchObject({ refusal: { code: 'COHORT_NOT_FOUND' } })
  const assistant = await givenPerson('Asa Assistant')
  const role = { personId: assistant.personId, courseCode: code, role: 'assistant' } as const
  await world.db.transaction().execute((tx) => putCourseRole(tx, role))
  expect(await change(assistant, cohorts[0]!.cohortCode, price)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  const coTeacher = await givenPerson('Cora Coteacher')
  await world.db
    .transaction()
    .execute((tx) => putCourseRole(tx, { ...role, personId: coTeacher.personId, role: 'co_teacher' }))
  expect(await change(coTeacher, cohorts[0]!.cohortCode, price)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await change(coTeacher, cohorts[0]!.cohortCode, { seats: 3 })).toMatchObject({ ok: true })
})

test('a saved text is in the draft, or the conflict shows it with its author: no version is overwritten unread', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const about = (await read(ines, code)).units.about
  const save = (version: number, title: string, person = ines) =>
    saveUnit(world, person, { courseCode: code, unit: 'about', version, body: { ...about.body, title } })
  expect(await save(1, 'Draw the street')).toMatchObject({ ok: true, value: { version: 2 } })
  expect(await save(1, 'Draw the street')).toMatchObject({ ok: true, value: { version: 2 } })
  expect(await save(1, 'Paint the street')).toMatchObject({
    refusal: {
      code: 'VERSION_CONFLICT',
      data: { version: 2, body: { title: 'Draw the street' }, savedBy: 'Ines Valdez', isOwn: true },
    },
  })
  const cora = await givenPerson('Cora Coteacher')
  const role = { personId: cora.personId, courseCode: code, role: 'co_teacher' } as const
  await world.db.transaction().execute((tx) => putCourseRole(tx, role))
  expect(await save(1, 'Paint the street', cora)).toMatchObject({ refusal: { data: { isOwn: false } } })
  const parallel = await Promise.all(Array.from({ length: 8 }, (_, index) => save(2, `Title ${index}`)))
  expect(parallel.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await read(ines, code)).units.about.version).toBe(3)
})

test('an incomplete text is saved; a malformed one is refused at its field', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { body, version } = (await read(ines, code)).units.about
  const save = (fields: object) =>
    saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, ...fields } })
  expect(await save({ title: 'x'.repeat(81) })).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { title: 'Please use at most 80 characters' } },
  })
  expect(await save({ benefits: 'none' })).toMatchObject({ refusal: { fields: { benefits: 'This is not valid' } } })
  expect(await save({ title: '' })).toMatchObject({ ok: true })
  expect(listMissing(await read(ines, code))).toContain('title')
  const big = { summary: '', content: { markdown: 'ä'.repeat(130_000) }, media: null, files: [] }
  const unit = { courseCode: code, unit: 'lesson:live-session', version: 1, body: big }
  expect(await saveUnit(world, ines, unit)).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  expect(await saveUnit(world, ines, { ...unit, unit: 'prices' })).toMatchObject({
    refusal: { code: 'UNIT_NOT_FOUND' },
  })
})

test('publishing refuses units that were saved meanwhile, and changes nothing', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const seen = await read(ines, code)
  await change(ines, seen.cohorts[0]!.cohortCode, { price: '45', seats: 12, dates: DATE })
  const { body } = seen.units.about
  await saveUnit(world, ines, { courseCode: code, unit: 'about', version: 1, body: { ...body, title: 'Other' } })
  expect(await publish(ines, seen)).toMatchObject({
    refusal: { code: 'DRAFT_CHANGED', data: { unit: 'about', version: 2, savedBy: 'Ines Valdez' } },
  })
  expect(await read(ines, code)).toMatchObject({ state: 'draft', lastVersion: null })
})

test('dates of a published course move, and its seats never fall below those taken', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })
  await publish(ines, await read(ines, code))
  const [before] = (await read(ines, code)).cohorts[0]!.sessions
  const moved = { ...DATE, sessions: [{ ...DATE.sessions[0]!, localStart: '2027-02-20T10:00' }] }
  expect(await change(ines, cohortCode, { dates: moved })).toMatchObject({ ok: true })
  const [after] = (await read(ines, code)).cohorts[0]!.sessions
  expect(after).toMatchObject({ sessionId: before!.sessionId, startsAt: '2027-02-20T10:00:00.000Z' })

  await world.db.updateTable('cohort').set({ taken: 4 }).where('cohort_code', '=', cohortCode).execute()
  expect(await change(ines, cohortCode, { seats: 3 })).toMatchObject({ refusal: { code: 'SEATS_BELOW_TAKEN' } })
  const fewer = await change(ines, cohortCode, { seats: 4 })
  expect(fewer).toMatchObject({
    refusal: { code: 'EFFECTS_CHANGED', data: { effects: [{ code: 'fewer-seats', count: 0 }] } },
  })
  const { effectsHash } = (fewer as { refusal: { data: { effectsHash: string } } }).refusal.data
  expect(await change(ines, cohortCode, { seats: 5 }, effectsHash)).toMatchObject({ refusal: {} })
  expect(await change(ines, cohortCode, { seats: 4 }, effectsHash)).toMatchObject({ ok: true })
})

test('dates that somebody is buying move after their effects were read, and no date is past', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })
  await publish(ines, await read(ines, code))
  const quote = await createQuote(world, { cohortCode, seats: 1, ip: randomUUID() } as never)
  expect(quote).toMatchObject({ ok: true })
  const moved = { ...DATE, sessions: [{ ...DATE.sessions[0]!, localStart: '2027-02-20T10:00' }] }
  expect(await change(ines, cohortCode, { dates: moved })).toMatchObject({
    refusal: { code: 'EFFECTS_CHANGED', data: { effects: [{ code: 'checkouts-go-on', count: 1 }] } },
  })
  await world.db.deleteFrom('quote').where('cohort_code', '=', cohortCode).execute()
  const past = { ...DATE, sessions: [{ ...DATE.sessions[0]!, localStart: '2020-02-20T10:00' }] }
  expect(await change(ines, cohortCode, { dates: past })).toMatchObject({
    refusal: { fields: { 'dates.sessions.0.localStart': 'This time is past. Please choose a later one' } },
  })
  expect(await change(ines, cohortCode, { dates: moved })).toMatchObject({ ok: true })
})

test('a cohort of the studio closes at its start, also for who has its code', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })
  await publish(ines, await read(ines, code))
  const input = { cohortCode, seats: 1, ip: randomUUID() } as never
  expect(await createQuote(world, input)).toMatchObject({ ok: true })
  await world.db
    .updateTable('cohort')
    .set({ starts_at: new Date(Date.now() - 60_000), ends_at: new Date(Date.now() + 60_000) })
    .where('cohort_code', '=', cohortCode)
    .execute()
  expect(await createQuote(world, input)).toMatchObject({ refusal: { code: 'ENROLMENT_CLOSED' } })
})

test('more seats of an announced cohort do not open it, and a struck-through price stays above the real one', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })
  await publish(ines, await read(ines, code))
  await world.db.updateTable('cohort').set({ state: 'announced' }).where('cohort_code', '=', cohortCode).execute()
  await change(ines, cohortCode, { seats: 14 })
  expect((await read(ines, code)).cohorts[0]).toMatchObject({ state: 'announced', capacity: 14 })
  await world.db.updateTable('offer').set({ before_price_minor: 6000 }).where('cohort_code', '=', cohortCode).execute()
  expect(await change(ines, cohortCode, { price: '60' })).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  expect(await change(ines, cohortCode, { price: '59.99' })).toMatchObject({ ok: true })
})

test('what the database refuses is said as a need, and nothing is published', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  await change(ines, cohortCode, { price: '45', seats: 12, dates: DATE })
  const { outline } = (await read(ines, code)).units
  const body = structuredClone(outline.body) as { modules: { lessons: { preview: boolean }[] }[] }
  body.modules[0]!.lessons[0]!.preview = true
  expect(await saveUnit(world, ines, { courseCode: code, unit: 'outline', version: 1, body })).toMatchObject({
    ok: true,
  })
  expect(await publish(ines, await read(ines, code))).toMatchObject({
    refusal: { code: 'NOT_READY', data: { needs: [{ need: 'document' }] } },
  })
  expect(await read(ines, code)).toMatchObject({ state: 'draft', lastVersion: null })
  const faulty = { summary: '', content: { markdown: 'No live session has a text' }, media: null, files: [] }
  const unit = { courseCode: code, unit: 'lesson:live-session', version: 1, body: faulty }
  expect(await saveUnit(world, ines, unit)).toMatchObject({ ok: true })
  expect(listMissing(await read(ines, code))).toContain('document')
})

test('files never replace a draft of the studio', async () => {
  const ines = await givenMaker('Nora Newman')
  const code = await create(ines, { code: 'VFX', title: 'Mine' }).catch(() => create(ines, { title: 'Mine' }))
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'))
  await copyCourses(folder, ['vfx'])
  const path = join(folder, 'courses/vfx.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^code: VFX$/m, `code: ${code}`))
  const run = await importContent(world, folder, new Date('2026-11-21T09:00:00Z'), { overDrafts: true })
  expect(run).toMatchObject({ refusal: { reason: expect.stringContaining('is a draft in the studio') } })
  await rm(folder, { recursive: true })
})

test('an hour that the clocks skip or repeat is refused at its row', async () => {
  const ines = await givenMaker()
  const code = await create(ines)
  const { cohortCode } = (await read(ines, code)).cohorts[0]!
  for (const localStart of ['2027-03-28T01:30', '2027-10-31T01:30', '2027-02-30T10:00'])
    expect(
      await change(ines, cohortCode, { dates: { ...DATE, sessions: [{ ...DATE.sessions[0]!, localStart }] } }),
    ).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { 'dates.sessions.0.localStart': expect.any(String) } },
    })
})

test('an import leaves unpublished changes alone unless it is told, and then old tabs cannot overwrite its texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'))
  await copyCourses(folder, ['dat'])
  const run = (options = {}) => importContent(world, folder, new Date('2026-11-21T09:00:00Z'), options)
  expect(await run()).toMatchObject({ ok: true })
  const admin = await givenMaker('Addy Admin')
  const role = { personId: admin.personId, courseCode: 'DAT', role: 'creator' } as const
  await world.db.transaction().execute((tx) => putCourseRole(tx, role))
  const { about } = (await read(admin, 'DAT')).units
  expect(about.version).toBe(0)
  const input = { courseCode: 'DAT', unit: 'about' }
  const body = { ...about.body, title: 'Read your figures' }
  expect(await saveUnit(world, admin, { ...input, version: 0, body })).toMatchObject({ value: { version: 1 } })
  expect(await run()).toMatchObject({ refusal: { reason: expect.stringContaining('--over-drafts') } })

  const path = join(folder, 'courses/dat.yaml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('title: Read your own numbers', 'title: Read my numbers'))
  expect(await run({ overDrafts: true })).toMatchObject({ ok: true })
  const after = await read(admin, 'DAT')
  expect(after.units.about).toMatchObject({ version: 2, body: { title: 'Read my numbers' } })
  expect(after.changedUnits).toEqual([])
  expect(await saveUnit(world, admin, { ...input, version: 1, body })).toMatchObject({
    refusal: { code: 'VERSION_CONFLICT' },
  })
  await rm(folder, { recursive: true })
})

test('an import that removes what its files omit leaves drafts and their teachers', async () => {
  const ines = await givenMaker('Dora Draft')
  const code = await create(ines, { title: 'Only a draft' })
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'))
  await copyCourses(folder, ['vfx'])
  const removed = await importContent(world, folder, new Date('2026-11-21T09:00:00Z'), {
    removes: true,
    overDrafts: true,
  })
  expect(JSON.stringify(removed)).not.toContain('Dora')
  expect(await read(ines, code)).toMatchObject({ teachers: [{ name: 'Dora Draft' }], state: 'draft' })
  await rm(folder, { recursive: true })
})

test('files never replace the profile of a person', async () => {
  const [teacher] = await world.db.selectFrom('creator').select('slug').where('slug', '=', 'mika-osei').execute()
  await world.db.deleteFrom('course_creator').execute()
  if (teacher) await world.db.deleteFrom('creator').where('slug', '=', 'mika-osei').execute()
  await create(await givenMaker('Mika Osei'), { title: 'Another' })
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'))
  await copyCourses(folder, ['vfx'])
  const run = await importContent(world, folder, new Date('2026-11-21T09:00:00Z'), { overDrafts: true })
  expect(run).toMatchObject({ refusal: { reason: expect.stringContaining('`mika-osei` is the profile of a person') } })
  await rm(folder, { recursive: true })
})
