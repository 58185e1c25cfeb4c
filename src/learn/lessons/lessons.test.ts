/** The calls of a learner, over HTTP, on a real database. docs/contract §16. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { givenLesson, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { courseRoom, learnHome, listCoursePeople, searchCourse } from './wire/course.ts'
import { markLessonDone, readLesson, reportWatched, undoLessonDone } from './wire/lesson.ts'
import { addNote, changeNote, deleteNote, listNotes } from './wire/notes.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const answer = (data: object) => ({ data: { data } })
const toCourse = (cohortCode: string) => cohortCode.slice(0, -2)

test('a learner sees the course room, opens a lesson, marks it done and completes the course', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  const { lessonId } = await givenLesson(setup.world, course, { key: 'first', title: 'First' })
  const second = await givenLesson(setup.world, course, { key: 'second', title: 'Second' })
  const { client } = await createLearner(setup, cohortCode)

  expect(await client.call(courseRoom, { auth: 'learner', params: { course } })).toMatchObject(
    answer({
      course: { coursePrefixCode: course },
      access: { state: 'open', isTeacher: false },
      cohort: { courseCode: cohortCode },
      modules: [{ lessons: [{ key: 'first', release: { state: 'open' }, completedAt: null }, { key: 'second' }] }],
      progress: { percent: 0, lessons: { complete: 0, total: 2 } },
      completion: null,
    }),
  )
  expect(await client.call(readLesson, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({
      content: { kind: 'text', text: [{ tag: 'p', children: ['Words'] }] },
      previous: null,
      next: { key: 'second' },
    }),
  )
  expect(await client.call(markLessonDone, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ progress: { percent: 100, completedBy: 'marked' } }),
  )
  expect(await client.call(learnHome, { auth: 'learner' })).toMatchObject(
    answer({ continue: { lessonKey: 'second' }, courses: [{ progress: { percent: 50 }, completedAt: null }] }),
  )
  await client.call(markLessonDone, { auth: 'learner', params: { lessonId: second.lessonId } })
  expect(await client.call(courseRoom, { auth: 'learner', params: { course } })).toMatchObject(
    answer({ completion: { completedAt: expect.any(String) }, progress: { percent: 100 } }),
  )
  expect(await client.call(undoLessonDone, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ progress: { completedAt: null } }),
  )
  expect(await client.call(learnHome, { auth: 'learner' })).toMatchObject(
    answer({ courses: [{ progress: { percent: 100 }, completedAt: expect.any(String) }] }),
  )
})

test('watched seconds are stored as their union, and complete a video and its course', async () => {
  const cohortCode = await givenCourse(setup.world)
  const { lessonId, assetId } = await givenVideo(setup.world, toCourse(cohortCode), { seconds: 100 })
  const { client } = await createLearner(setup, cohortCode)
  const report = (ranges: [number, number][], position = 0) =>
    client.call(reportWatched, { auth: 'learner', body: { reports: [{ lessonId, assetId, ranges, position }] } })
  expect(await report([[0, 40]], 40)).toMatchObject(
    answer({ lessons: [{ lessonId, percent: 40, completedAt: null }], renewed: [] }),
  )
  expect(await report([[20, 60]], 60)).toMatchObject(answer({ lessons: [{ percent: 60 }] }))
  expect(await client.call(readLesson, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ progress: { ranges: [[0, 60]], positionSeconds: 60 }, content: { media: { assetId } } }),
  )
  expect(await client.call(learnHome, { auth: 'learner' })).toMatchObject(
    answer({ continue: { lessonId, positionSeconds: 60, minutesLeft: 1, isStarted: true } }),
  )
  expect(await report([[60, 2000]], 2000)).toMatchObject(
    answer({ lessons: [{ percent: 100, completedAt: expect.any(String) }] }),
  )
  expect(await client.call(courseRoom, { auth: 'learner', params: { course: toCourse(cohortCode) } })).toMatchObject(
    answer({ completion: { completedAt: expect.any(String) } }),
  )
})

test('a report whose range runs backwards is refused', async () => {
  const cohortCode = await givenCourse(setup.world)
  const { lessonId, assetId } = await givenVideo(setup.world, toCourse(cohortCode))
  const { client } = await createLearner(setup, cohortCode)
  const reports = [{ lessonId, assetId, ranges: [[5, 4]] as [number, number][], position: 0 }]
  expect(await client.call(reportWatched, { auth: 'learner', body: { reports } })).toMatchObject({
    status: 400,
    errorCode: 'FIELD_INVALID',
  })
})

test('a person adds, changes and deletes own notes, at most 200 a lesson', async () => {
  const cohortCode = await givenCourse(setup.world)
  const { lessonId } = await givenLesson(setup.world, toCourse(cohortCode))
  const [{ client }, other] = [await createLearner(setup, cohortCode), await createLearner(setup, cohortCode)]
  const add = (text: string) =>
    client.call(addNote, { auth: 'learner', params: { lessonId }, body: { text, atSeconds: 12 } })
  const added = await add(' Look\r\nhere ')
  expect(added).toMatchObject(answer({ notes: [{ text: 'Look\nhere', atSeconds: 12 }] }))
  if (added.error !== null) throw new Error(added.error)
  const noteId = added.data.data.notes[0]!.noteId
  expect(await client.call(changeNote, { auth: 'learner', params: { noteId }, body: { text: 'There' } })).toMatchObject(
    answer({ notes: [{ text: 'There', atSeconds: 12 }] }),
  )
  expect(
    await other.client.call(changeNote, { auth: 'learner', params: { noteId }, body: { text: 'Mine' } }),
  ).toMatchObject({
    status: 404,
    errorCode: 'NOTE_NOT_FOUND',
  })
  expect(await other.client.call(listNotes, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ notes: [] }),
  )
  expect(await client.call(deleteNote, { auth: 'learner', params: { noteId } })).toMatchObject(answer({ notes: [] }))
  for (let count = 0; count < 200; count += 20) await Promise.all(Array.from({ length: 20 }, () => add('One of many')))
  expect(await add('One too many')).toMatchObject({ status: 409, errorCode: 'NOTES_LIMITED' })
})

test('a search finds captions and texts of open lessons', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  const text = await givenLesson(setup.world, course, { title: 'Colour' })
  const { lessonId, assetId } = await givenVideo(setup.world, course)
  const { id: track_id } = await setup.world.db
    .insertInto('caption_track')
    .values({ asset_id: assetId, language: 'en', kind: 'captions', label: 'English' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cue = { track_id, position: 0, starts_ms: 4200, ends_ms: 6000, text: 'Four words and an orange' }
  await setup.world.db.insertInto('caption_cue').values(cue).execute()
  const { client } = await createLearner(setup, cohortCode)
  expect(await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: 'word' } })).toMatchObject(
    answer({
      results: [
        { lessonId: text.lessonId, title: 'Colour', atSeconds: null, text: 'Words' },
        { lessonId, atSeconds: 4, text: 'Four words and an orange' },
      ],
    }),
  )
  const hindi = { ...cue, position: 1, starts_ms: 7000, ends_ms: 9000, text: 'हिन्दी में' }
  await setup.world.db.insertInto('caption_cue').values(hindi).execute()
  expect(await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: 'हिन्दी' } })).toMatchObject(
    answer({ results: [{ lessonId, atSeconds: 7 }] }),
  )
  const more = ['Im <i>Café</i> an der Straße &amp; am Ende', '新しいカメラで東京を撮る', 'שָׁלוֹם לכם'].map(
    (text, at) => ({
      ...cue,
      text,
      position: at + 2,
      starts_ms: 10_000 + at * 1000,
      ends_ms: 10_500 + at * 1000,
    }),
  )
  await setup.world.db.insertInto('caption_cue').values(more).execute()
  await givenLesson(setup.world, course, { title: 'Ćwiczenie', markdown: 'Der **Weißabgleich** und 白平衡' })
  const list = async (phrase: string) => {
    const found = await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: phrase } })
    return found.error === null
      ? found.data.data.results.map(({ atSeconds, title }) => atSeconds ?? title)
      : found.fields
  }
  for (const [phrase, expected] of [
    ['cafe', [10]],
    ['CAFÉ strasse', [10]],
    ['カメラ', [11]],
    ['京', [11]],
    ['京東', []],
    ['しい', [11]],
    ['שלום', [12]],
    ['amp', []],
    ['cwiczenie', ['Ćwiczenie']],
    ['weissabgleich', ['Ćwiczenie']],
    ['平', ['Ćwiczenie']],
    ['w', { q: 'Please enter at least 2 characters' }],
  ] as const)
    expect([phrase, await list(phrase)]).toEqual([phrase, expected])
  expect(await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: "o'r %" } })).toMatchObject(
    answer({ results: [] }),
  )
  expect(await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: ' w ' } })).toMatchObject({
    status: 400,
  })
})

test('a search finds a text after 50 lessons that have the phrase only in the address of a link', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  for (let number = 0; number < 51; number++)
    await givenLesson(setup.world, course, { key: `l${number}`, markdown: '[A link](https://papaya.test)' })
  const { lessonId } = await givenLesson(setup.world, course, { key: 'last', markdown: 'Eat a papaya' })
  const { client } = await createLearner(setup, cohortCode)
  expect(
    await client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: 'papaya' } }),
  ).toMatchObject(answer({ results: [{ lessonId, text: 'Eat a papaya' }] }))
})

test('people of a cohort see the first names and initials of those who chose to be shown', async () => {
  const cohortCode = await givenCourse(setup.world)
  const otherCohort = await givenCourse(setup.world)
  const { client } = await createLearner(setup, cohortCode)
  const [shown] = [await createLearner(setup, cohortCode), await createLearner(setup, otherCohort)]
  expect(
    await client.call(listCoursePeople, { auth: 'learner', params: { course: toCourse(cohortCode) } }),
  ).toMatchObject(answer({ isVisible: false, people: [] }))
  const visible = { visible_to_cohort: true, name: 'Ana Maria santos' }
  await setup.world.db.updateTable('person').set(visible).where('id', '=', shown.personId).execute()
  expect(
    await client.call(listCoursePeople, { auth: 'learner', params: { course: toCourse(cohortCode) } }),
  ).toMatchObject(answer({ people: [{ name: 'Ana S.' }] }))
})
