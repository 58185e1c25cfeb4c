/** Every call of learners, by every state of access and every caller. docs/contract §10 and §16, promises L1 and L14. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessState } from '#domain/learning/access.ts'
import type { Client } from '#http/client.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { type EnrolmentFields, givenEnrolment } from '../../../tests/world/learning.ts'
import { givenLesson, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import * as courseWire from './wire/course.ts'
import { courseRoom, learnHome, listCoursePeople, searchCourse } from './wire/course.ts'
import * as lessonWire from './wire/lesson.ts'
import { markLessonDone, readLesson, reportWatched, undoLessonDone } from './wire/lesson.ts'
import * as noteWire from './wire/notes.ts'
import { addNote, changeNote, deleteNote, listNotes } from './wire/notes.ts'
import * as playWire from './wire/play.ts'
import { playLesson } from './wire/play.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const toCourse = (cohortCode: string) => cohortCode.slice(0, -2)
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

/** The enrolment of each state. `none`: no enrolment. */
const STATES: Record<AccessState, EnrolmentFields | null> = {
  open: { accessEndsAt: hours(1) },
  locked: { pausedAt: hours(-1) },
  frozen: { frozenAt: hours(-1) },
  over: { accessEndsAt: hours(-48) },
  revoked: { state: 'cancelled' },
  unconfirmed: { state: 'unconfirmed' },
  none: null,
}

type Target = { course: string; lessonId: string; closedId: string; videoId: string; assetId: string; noteId: string }
type Call = (client: Client, target: Target) => Promise<{ status: number; errorCode: string | null }>

/** `outline`: allowed with the outline. `lesson`: only with open access. `note`: a note of the caller. */
const CALLS: Record<string, { needs: 'outline' | 'lesson' | 'note'; missing: string; call: Call }> = {
  'course room': {
    needs: 'outline',
    missing: 'COURSE_NOT_FOUND',
    call: (client, { course }) => client.call(courseRoom, { auth: 'learner', params: { course } }),
  },
  search: {
    needs: 'lesson',
    missing: 'COURSE_NOT_FOUND',
    call: (client, { course }) =>
      client.call(searchCourse, { auth: 'learner', params: { course }, query: { q: 'words' } }),
  },
  people: {
    needs: 'lesson',
    missing: 'COURSE_NOT_FOUND',
    call: (client, { course }) => client.call(listCoursePeople, { auth: 'learner', params: { course } }),
  },
  lesson: {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { lessonId }) => client.call(readLesson, { auth: 'learner', params: { lessonId } }),
  },
  done: {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { lessonId }) => client.call(markLessonDone, { auth: 'learner', params: { lessonId } }),
  },
  'undo done': {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { lessonId }) => client.call(undoLessonDone, { auth: 'learner', params: { lessonId } }),
  },
  watched: {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { videoId, assetId }) =>
      client.call(reportWatched, {
        auth: 'learner',
        body: {
          reports: [{ lessonId: videoId, assetId, ranges: [[0, 5]], position: 5 }],
        },
      }),
  },
  play: {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { videoId }) => client.call(playLesson, { auth: 'learner', params: { lessonId: videoId } }),
  },
  notes: {
    needs: 'outline',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { lessonId }) => client.call(listNotes, { auth: 'learner', params: { lessonId } }),
  },
  'add note': {
    needs: 'lesson',
    missing: 'LESSON_NOT_FOUND',
    call: (client, { lessonId }) =>
      client.call(addNote, { auth: 'learner', params: { lessonId }, body: { text: 'A note' } }),
  },
  'change note': {
    needs: 'note',
    missing: 'NOTE_NOT_FOUND',
    call: (client, { noteId }) =>
      client.call(changeNote, { auth: 'learner', params: { noteId }, body: { text: 'Changed' } }),
  },
  'delete note': {
    needs: 'note',
    missing: 'NOTE_NOT_FOUND',
    call: (client, { noteId }) => client.call(deleteNote, { auth: 'learner', params: { noteId } }),
  },
}

test('every call of learners is in the matrix', async () => {
  const called = new Set<unknown>()
  const recorder = {
    call: async (endpoint: unknown) => {
      called.add(endpoint)
      return { status: 200, errorCode: null }
    },
  } as unknown as Client
  const target = { course: '', lessonId: '', closedId: '', videoId: '', assetId: '', noteId: '' }
  for (const { call } of Object.values(CALLS)) await call(recorder, target)
  // The home lists the own courses and takes no id.
  const endpoints = [courseWire, lessonWire, noteWire, playWire].flatMap((module) =>
    Object.values<object>({ ...module }),
  )
  const missing = endpoints.filter(
    (one) => 'actor' in one && one.actor === 'person' && one !== courseWire.learnHome && !called.has(one),
  )
  expect(missing).toEqual([])
})

/** The refusal of docs/contract §16; null: allowed. */
function getExpected(state: AccessState, needs: 'outline' | 'lesson' | 'note', missing: string): string | null {
  const refusals: Record<AccessState, string | null> = {
    open: null,
    locked: 'BALANCE_DUE',
    frozen: 'ACCESS_FROZEN',
    over: 'ACCESS_OVER',
    revoked: 'ACCESS_ENDED',
    unconfirmed: 'ENROLMENT_UNCONFIRMED',
    none: missing,
  }
  const seesOutline = ['open', 'locked', 'frozen', 'over'].includes(state)
  return needs !== 'lesson' && seesOutline ? null : refusals[state]
}

async function givenTarget(personId: string): Promise<Target & { cohortCode: string }> {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  const { lessonId } = await givenLesson(setup.world, course)
  const video = await givenVideo(setup.world, course)
  const closed = await givenLesson(setup.world, course, { title: 'Opens later' })
  const later = { release_rule: 'on-date' as const, release_at: '2099-01-01T00:00' }
  await setup.world.db.updateTable('lesson').set(later).where('id', '=', closed.lessonId).execute()
  const { id: noteId } = await setup.world.db
    .insertInto('lesson_note')
    .values({ person_id: personId, lesson_id: lessonId, text: 'My secret note' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { lessonId: videoId, assetId } = video
  return { cohortCode, course, lessonId, closedId: closed.lessonId, videoId, assetId, noteId }
}

describe.each(Object.keys(STATES) as AccessState[])('with access %s', (state) => {
  let learner: Learner
  let target: Target
  beforeAll(async () => {
    learner = await createLearner(setup)
    const own = await givenTarget(learner.personId)
    const fields = STATES[state]
    if (fields) await givenEnrolment(setup.world, learner.personId, own.cohortCode, fields)
    target = own
  })

  test.each(Object.keys(CALLS))('%s is allowed or refused as docs/contract §16 says', async (name) => {
    const { needs, missing, call } = CALLS[name]!
    const expected = getExpected(state, needs, missing)
    const { status, errorCode } = await call(learner.client, target)
    expect([name, errorCode]).toEqual([name, expected])
    expect(status < 300).toBe(expected === null)
  })
})

test('a learner of another course, and one with only the id, get the 404 of an unknown one', async () => {
  const owner = await createLearner(setup)
  const other = await createLearner(setup)
  const target = await givenTarget(owner.personId)
  await givenEnrolment(setup.world, owner.personId, target.cohortCode)
  await givenEnrolment(setup.world, other.personId, await givenCourse(setup.world))
  const unknown = {
    course: 'NOSUCH',
    lessonId: randomUUID(),
    closedId: randomUUID(),
    videoId: randomUUID(),
    assetId: randomUUID(),
    noteId: randomUUID(),
  }
  for (const [name, { missing, call }] of Object.entries(CALLS)) {
    const foreign = await call(other.client, target)
    const absent = await call(owner.client, unknown)
    expect([name, foreign.status, foreign.errorCode]).toEqual([name, 404, missing])
    expect([name, absent.status, absent.errorCode]).toEqual([name, 404, missing])
  }
})

test('a lesson that opens later shows its title and date, and nothing else of it can be reached', async () => {
  const learner = await createLearner(setup)
  const target = await givenTarget(learner.personId)
  await givenEnrolment(setup.world, learner.personId, target.cohortCode)
  const refusal = { status: 403, errorCode: 'LESSON_NOT_OPEN' }
  const closed = { ...target, lessonId: target.closedId, videoId: target.closedId }
  for (const name of ['lesson', 'done', 'undo done', 'play', 'add note'])
    expect(await CALLS[name]!.call(learner.client, closed)).toMatchObject(refusal)
  const room = await learner.client.call(courseRoom, { auth: 'learner', params: { course: target.course } })
  expect(room).toMatchObject({
    data: {
      data: {
        modules: [
          { lessons: [{}, {}, { title: 'Opens later', release: { state: 'closed', opensAt: expect.any(String) } }] },
        ],
      },
    },
  })
})

test('a report up to 24 hours after the end of access counts, and later ones do not', async () => {
  for (const [ended, errorCode] of [
    [hours(-23), null],
    [hours(-25), 'ACCESS_OVER'],
  ] as const) {
    const learner = await createLearner(setup)
    const target = await givenTarget(learner.personId)
    await givenEnrolment(setup.world, learner.personId, target.cohortCode, { accessEndsAt: ended })
    expect(await CALLS.watched!.call(learner.client, target)).toMatchObject({ errorCode })
  }
})

test('a buyer is told where to pay an overdue balance, and a friend is not', async () => {
  const buyer = await createLearner(setup)
  const friend = await createLearner(setup)
  const target = await givenTarget(buyer.personId)
  const { cohortCode } = target
  const { orderId } = await givenEnrolment(setup.world, buyer.personId, cohortCode, { pausedAt: hours(-1) })
  await givenEnrolment(setup.world, friend.personId, cohortCode, { pausedAt: hours(-1), buyerId: buyer.personId })
  const payUrl = `/order/${orderId}`
  expect(await buyer.client.call(readLesson, { auth: 'learner', params: { lessonId: target.lessonId } })).toMatchObject(
    {
      status: 402,
      data: { data: { payUrl } },
    },
  )
  expect(await friend.client.call(courseRoom, { auth: 'learner', params: { course: target.course } })).toMatchObject({
    data: { data: { access: { state: 'locked', payUrl: null } } },
  })
})

test('no answer to another learner of the same cohort contains a person’s progress or notes', async () => {
  const owner = await createLearner(setup)
  const other = await createLearner(setup)
  const target = await givenTarget(owner.personId)
  await givenEnrolment(setup.world, owner.personId, target.cohortCode)
  await givenEnrolment(setup.world, other.personId, target.cohortCode)
  await CALLS.watched!.call(owner.client, target)
  await CALLS.done!.call(owner.client, target)
  const answers = await Promise.all([
    other.client.call(learnHome, { auth: 'learner' }),
    other.client.call(courseRoom, { auth: 'learner', params: { course: target.course } }),
    other.client.call(readLesson, { auth: 'learner', params: { lessonId: target.lessonId } }),
    other.client.call(readLesson, { auth: 'learner', params: { lessonId: target.videoId } }),
    other.client.call(listNotes, { auth: 'learner', params: { lessonId: target.lessonId } }),
    other.client.call(listCoursePeople, { auth: 'learner', params: { course: target.course } }),
    other.client.call(searchCourse, { auth: 'learner', params: { course: target.course }, query: { q: 'secret' } }),
  ])
  const text = JSON.stringify(answers)
  expect(text).not.toContain('My secret note')
  expect(text).not.toMatch(/"completedAt":"/)
  expect(text).not.toMatch(/"percent":[1-9]/)
  expect(text).not.toContain(owner.email)
})
