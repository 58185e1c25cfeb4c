/** What a person is asked before a draft is published. docs/contract §36. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import type { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { publishDraft } from './publish-draft.ts'
import { listUncaptionedVideos } from './queries/warnings.ts'
import { readPublication } from './read-publication.ts'
import { saveUnit } from './save-unit.ts'
import { listWarnings, type WarningFacts } from './warnings.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const
const lesson = (key: string, fields: object = {}) => ({
  key,
  title: `Lesson ${key}`,
  kind: 'text',
  minutes: 5,
  required: true,
  preview: false,
  release: AT_ONCE,
  needs: [],
  ...fields,
})

async function givenPublished(learners = 0): Promise<{ code: string; cohortCode: string }> {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  const { cohortCode } = (await readDraft(world, ines, code)).cohorts[0]!
  for (let index = 0; index < learners; index++)
    await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Lea', timezoneId: 'UTC' })
  return { code, cohortCode }
}

/** Saves other lessons behind the live one. */
async function saveLessons(code: string, lessons: object[]) {
  const { version, body } = (await readDraft(world, ines, code)).units.outline
  const outline = body as CourseDocument['outline']
  const [module] = outline.modules
  const modules = [{ ...module, lessons: [module!.lessons[0], ...lessons] }]
  must(await saveUnit(world, ines, { courseCode: code, unit: 'outline', version, body: { ...outline, modules } }))
}

const publish = async (code: string, acceptWarnings = false) =>
  publishDraft(world, ines, {
    courseCode: code,
    units: (await readDraft(world, ines, code)).versions,
    note: null,
    acceptWarnings,
  })

test('a new required lesson is asked about with the people who have not finished, and published once they are accepted', async () => {
  const { code } = await givenPublished(2)
  await saveLessons(code, [lesson('warm-up')])
  const warnings = [{ warning: 'lesson-required', names: ['Lesson warm-up'], people: 2 }]
  expect(await readPublication(world, ines, code)).toMatchObject({
    value: { number: 2, changes: [{ unit: 'outline', title: null }], warnings },
  })
  expect(await publish(code)).toMatchObject({ refusal: { code: 'WARNINGS_UNSEEN', data: { warnings } } })
  expect(await publish(code, true)).toMatchObject({ value: { number: 2, isNew: true } })
  expect(await publish(code)).toMatchObject({ value: { number: 2, isNew: false } })
})

test('stricter rules are asked about while people have not finished, easier ones never', async () => {
  const { code } = await givenPublished(2)
  const save = async (change: object) => {
    const { version, body } = (await readDraft(world, ines, code)).units.rules
    must(await saveUnit(world, ines, { courseCode: code, unit: 'rules', version, body: { ...body, ...change } }))
  }
  const certificate = { text: '', signature: '', hours: null }
  const easy = { completion: { lessonsPercent: 80, sessionsPercent: 70 }, recordingCounts: true }
  await save({ ...easy, certificate: { ...certificate, mode: 'on-completion' } })
  must(await publish(code, true))
  await save({
    completion: { lessonsPercent: 100, sessionsPercent: 70 },
    recordingCounts: false,
    certificate: { ...certificate, mode: 'off' },
  })
  const names = [
    'no certificate any more',
    '100% of the lessons instead of 80%',
    'a watched recording no longer counts as a live session',
  ]
  expect(await publish(code)).toMatchObject({
    refusal: { data: { warnings: [{ warning: 'rules-stricter', names, people: 2 }] } },
  })
  must(await publish(code, true))
  await save(easy)
  expect(await publish(code)).toMatchObject({ ok: true })
})

test('a removed lesson is asked about with the people who have begun it, and not before anybody has', async () => {
  const { code } = await givenPublished(1)
  await saveLessons(code, [lesson('warm-up')])
  must(await publish(code, true))
  await saveLessons(code, [])
  expect(await readPublication(world, ines, code)).toMatchObject({ value: { warnings: [] } })
  await world.db
    .insertInto('lesson_progress')
    .columns(['person_id', 'lesson_id'])
    .expression((is) =>
      is
        .selectFrom('enrolment')
        .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
        .innerJoin('lesson', 'lesson.course_code', 'cohort.course_code')
        .select(['enrolment.person_id', 'lesson.id'])
        .where('lesson.course_code', '=', code)
        .where('lesson.key', '=', 'warm-up')
        .where('enrolment.person_id', 'is not', null),
    )
    .execute()
  expect(await publish(code)).toMatchObject({
    refusal: { data: { warnings: [{ warning: 'lesson-removed', names: ['Lesson warm-up'], people: 1 }] } },
  })
})

test('dates that contradict a typed class time are asked about, also at the first publication', async () => {
  const code = await givenDraft(world, ines)
  await saveAbout(world, ines, code, { classTime: 'Tuesdays, 19:30' })
  expect(await publish(code)).toMatchObject({
    refusal: {
      data: { warnings: [{ warning: 'class-time', names: ['One Saturday, 10:00 to 12:00 London time'], people: 0 }] },
    },
  })
  await saveAbout(world, ines, code, { classTime: 'Saturday morning, 10:00' })
  expect(await publish(code)).toMatchObject({ ok: true })
})

test('a video that is shown for the first time is asked about without captions, and never again', () => {
  const document = (media: string | null, trailer: string | null = null) =>
    ({
      about: { classTime: '' },
      outline: { modules: [{ lessons: [lesson('intro', { kind: 'video' })] }], proSessions: [] },
      lessons: { intro: { media } },
      page: { trailer },
    }) as unknown as CourseDocument
  const facts = { uncaptioned: ['a'], unfinished: 0, begun: { keys: [], people: 0 }, cohorts: [] }
  const list = (now: string, before: string | null | undefined) =>
    listWarnings({
      ...facts,
      document: document(now),
      last: before === undefined ? null : document(before),
    } as WarningFacts)
  const warning = { warning: 'captions-missing', names: ['Lesson intro'], people: 0 }
  expect(list('a', undefined)).toEqual([warning])
  expect(list('a', null)).toEqual([warning])
  expect(list('a', 'b')).toEqual([warning])
  expect(list('a', 'a')).toEqual([])
  expect(list('b', null)).toEqual([])

  const listTrailer = (now: string, before: string | null) =>
    listWarnings({ ...facts, document: document('b', now), last: document('b', before) } as WarningFacts)
  expect(listTrailer('a', null)).toEqual([{ ...warning, names: ['Trailer'] }])
  expect([listTrailer('a', 'a'), listTrailer('b', null)]).toEqual([[], []])
})

test('captions or subtitles of one of equal files are enough', async () => {
  const { code } = await givenPublished()
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')
  const insert = async (name: string, kind: 'captions' | 'chapters' | null) => {
    const asset = {
      owner_kind: 'course' as const,
      course_code: code,
      kind: 'video' as const,
      state: 'ready' as const,
      filename: `${name}.mp4`,
      content_type: 'video/mp4',
      bytes: 10,
      sha256: Buffer.from(hashOf(name), 'hex'),
      duration_ms: 1000,
    }
    const { id } = await world.db.insertInto('asset').values(asset).returning('id').executeTakeFirstOrThrow()
    if (kind)
      await world.db
        .insertInto('caption_track')
        .values({ asset_id: id, language: 'en', kind, label: 'English' })
        .execute()
  }
  await insert('bare', null)
  await insert('chapters', 'chapters')
  await insert('captioned', 'captions')
  await insert('captioned', null)
  const hashes = ['bare', 'chapters', 'captioned', 'unknown'].map(hashOf)
  const found = await listUncaptionedVideos(world.db, code, hashes)
  expect(found.toSorted()).toEqual([hashOf('bare'), hashOf('chapters')].toSorted())
})

test('publishing beside a save publishes what its person has seen, or nothing', async () => {
  const { code } = await givenPublished()
  for (let round = 0; round < 8; round++) {
    await saveAbout(world, ines, code, { title: `Seen ${round}` })
    const seen = await readDraft(world, ines, code)
    const { body, version } = seen.units.about
    const [published, saved] = await Promise.all([
      publishDraft(world, ines, { courseCode: code, units: seen.versions, note: null }),
      saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, title: `Unseen ${round}` } }),
    ])
    expect(saved).toMatchObject({ ok: true })
    if (!published.ok) expect(published.refusal.code).toBe('DRAFT_CHANGED')
    const page = await getCourseDefinition(world, code)
    expect(page!.title).toMatch(published.ok ? `Seen ${round}` : /^(Seen|Sketch)/)
  }
})
