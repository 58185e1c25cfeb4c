/** Watched seconds and completion under any order and in parallel. docs/contract §12, promises L4 and L5. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWatched, parseMultirange, type WatchedRange } from '#domain/learning/watched.ts'
import { transact } from '#platform/db/transaction.ts'
import { countPlacedOrders } from '../../../tests/support/laws.ts'
import { setCertificateRule } from '../../../tests/world/certificates.ts'
import { givenEnrolment } from '../../../tests/world/learning.ts'
import { givenAsset, givenLesson, givenSession, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { checkEndedCohorts, handleCourseChange } from './check-completions.ts'
import { completeLessons } from './complete-course.ts'
import { asLearner } from './is-teacher.ts'
import { markDone } from './mark-done.ts'
import { reportWatchedSeconds } from './report-watched.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const LENGTH = 200

async function createPerson(): Promise<string> {
  const { id } = await world.db
    .insertInto('person')
    .values({ email: `${randomUUID()}@understudy.test`, name: 'Ana Cruz', email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function givenLearner(videoCount = 1) {
  const cohortCode = await givenCourse(world)
  const course = cohortCode.slice(0, -2)
  const videos: { lessonId: string; assetId: string }[] = []
  for (let count = 0; count < videoCount; count++) videos.push(await givenVideo(world, course, { seconds: LENGTH }))
  const personId = await createPerson()
  await givenEnrolment(world, personId, cohortCode)
  return { personId, cohortCode, course, videos }
}

async function getRanges(personId: string, lessonId: string): Promise<WatchedRange[]> {
  const row = await world.db
    .selectFrom('watch')
    .select('ranges')
    .where('person_id', '=', personId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst()
  return row ? parseMultirange(String(row.ranges)) : []
}

const countCompletions = async (personId: string) =>
  (await world.db.selectFrom('course_completion').select('person_id').where('person_id', '=', personId).execute())
    .length

const second = fc.nat(LENGTH + 20)
const range = fc.tuple(second, second).map(([a, b]): WatchedRange => [Math.min(a, b), Math.max(a, b)])

test('any order, repetition and split of reports, from 8 tabs at once, stores the same row', async () => {
  const { videos, cohortCode } = await givenLearner()
  const { lessonId, assetId } = videos[0]!
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 12 }), fc.integer(), async (ranges, seed) => {
      const personId = await createPerson()
      await givenEnrolment(world, personId, cohortCode)
      const split = ranges.flatMap(([start, end]): WatchedRange[] => {
        const middle = Math.floor((start + end) / 2)
        return [
          [start, middle],
          [middle, end],
        ]
      })
      const sent = [...split, ...ranges].toSorted(
        (a, b) => ((a[0] * 7919 + seed) % 101) - ((b[1] * 104_729 + seed) % 101),
      )
      const tabs = Array.from({ length: 8 }, (_, tab) => sent.filter((_range, index) => index % 8 === tab))
      await Promise.all(
        tabs.map(async (tab) => {
          for (const one of tab) {
            const report = { lessonId, assetId, ranges: [one], position: one[1] }
            const reported = await reportWatchedSeconds(world, asLearner(personId), [report])
            if (!reported.ok) throw new Error(reported.refusal.code)
          }
        }),
      )
      expect(await getRanges(personId, lessonId)).toEqual(addWatched([], ranges, LENGTH))
    }),
    countPlacedOrders(8),
  )
})

test('50 parallel last reports give one completion and one certificate', async () => {
  const { personId, course, videos } = await givenLearner(10)
  await setCertificateRule(world, course)
  const reports = Array.from({ length: 50 }, (_, index) => {
    const { lessonId, assetId } = videos[index % 10]!
    return reportWatchedSeconds(world, asLearner(personId), [
      { lessonId, assetId, ranges: [[0, LENGTH]], position: LENGTH },
    ])
  })
  for (const reported of await Promise.all(reports)) expect(reported.ok).toBe(true)
  expect(await countCompletions(personId)).toBe(1)
  const certificates = await world.db.selectFrom('certificate').select('id').where('person_id', '=', personId).execute()
  expect(certificates).toHaveLength(1)
})

test('two tabs that each watch a half at the same moment complete the lesson', async () => {
  const { personId, videos } = await givenLearner(10)
  for (const { lessonId, assetId } of videos) {
    const halves = [[0, LENGTH / 2] as const, [LENGTH / 2, LENGTH] as const]
    await Promise.all(
      halves.map(([from, to]) =>
        reportWatchedSeconds(world, asLearner(personId), [{ lessonId, assetId, ranges: [[from, to]], position: to }]),
      ),
    )
  }
  const completed = await world.db
    .selectFrom('lesson_progress')
    .select('lesson_id')
    .where('person_id', '=', personId)
    .where('completed_at', 'is not', null)
    .execute()
  expect(completed).toHaveLength(videos.length)
})

test('a report of a lesson that the person completes by hand at the same moment deadlocks nobody', async () => {
  const { personId, videos } = await givenLearner(4)
  const calls = Array.from({ length: 24 }, (_, index) => {
    const { lessonId, assetId } = videos[index % 4]!
    return index % 3 === 0
      ? markDone(world, asLearner(personId), lessonId)
      : reportWatchedSeconds(world, asLearner(personId), [
          { lessonId, assetId, ranges: [[0, LENGTH]], position: 1 },
          { ...videos[(index + 1) % 4]!, ranges: [[0, LENGTH]], position: 1 },
        ])
  })
  for (const called of await Promise.all(calls)) expect(called.ok).toBe(true)
  expect(await countCompletions(personId)).toBe(1)
})

test('a late report of another device adds its seconds, and leaves the newer position', async () => {
  const { personId, videos } = await givenLearner()
  const { lessonId, assetId } = videos[0]!
  const report = (from: number, to: number, secondsAgo = 0) =>
    reportWatchedSeconds(world, asLearner(personId), [
      { lessonId, assetId, ranges: [[from, to]], position: to, secondsAgo },
    ])
  const read = () =>
    world.db
      .selectFrom('watch')
      .select(['position_seconds', 'updated_at'])
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
  await report(0, 40, 3600)
  await report(60, 120)
  const newest = await read()
  await report(40, 50, 1800)
  expect(await read()).toEqual({ ...newest, position_seconds: 120 })
  expect(await getRanges(personId, lessonId)).toEqual([
    [0, 50],
    [60, 120],
  ])
  await report(10, 20)
  expect(await read()).toMatchObject({ position_seconds: 20 })
})

test('a replaced video starts at 0 and the completion stays', async () => {
  const { personId, course, videos } = await givenLearner()
  const { lessonId, assetId } = videos[0]!
  const report = (file: string) =>
    reportWatchedSeconds(world, asLearner(personId), [{ lessonId, assetId: file, ranges: [[0, 190]], position: 190 }])
  expect(await report(assetId)).toMatchObject({
    value: { lessons: [{ percent: 95, completedAt: expect.any(String) }] },
  })
  const replacement = await givenAsset(world, course, 400)
  await world.db.updateTable('lesson').set({ asset_id: replacement }).where('id', '=', lessonId).execute()
  expect(await report(assetId)).toMatchObject({ value: { lessons: [{ percent: 0, completedAt: expect.any(String) }] } })
  expect(await report(replacement)).toMatchObject({
    value: { lessons: [{ percent: 47, completedAt: expect.any(String) }] },
  })
  expect(await countCompletions(personId)).toBe(1)
})

test('a file of another course, and one without a length, count for no lesson', async () => {
  const learner = await givenLearner()
  const other = await givenLearner()
  const { lessonId } = learner.videos[0]!
  const report = { lessonId, assetId: other.videos[0]!.assetId, ranges: [[0, 9]] as WatchedRange[], position: 9 }
  expect(await reportWatchedSeconds(world, asLearner(learner.personId), [report])).toMatchObject({
    ok: false,
    refusal: { code: 'LESSON_NOT_FOUND' },
  })
  expect(await getRanges(learner.personId, lessonId)).toEqual([])
})

test('a report writes the day when the learner was last here', async () => {
  const { personId, videos } = await givenLearner()
  const { lessonId, assetId } = videos[0]!
  await reportWatchedSeconds(world, asLearner(personId), [{ lessonId, assetId, ranges: [[0, 9]], position: 9 }])
  const seat = world.db.selectFrom('enrolment').select('last_seen_on').where('person_id', '=', personId)
  expect(await seat.execute()).toEqual([{ last_seen_on: world.clock().toISOString().slice(0, 10) }])
})

test('a withdrawn lesson, and the end of a cohort without all its sessions, complete the course of those who waited', async () => {
  const { personId, cohortCode, course, videos } = await givenLearner()
  const planned = await givenLesson(world, course, { isPlanned: true })
  const { lessonId, assetId } = videos[0]!
  await reportWatchedSeconds(world, asLearner(personId), [{ lessonId, assetId, ranges: [[0, LENGTH]], position: 1 }])
  expect(await countCompletions(personId)).toBe(0)
  const withdrawn = { state: 'withdrawn' as const, module_id: null, position: null }
  await world.db.updateTable('lesson').set(withdrawn).where('id', '=', planned.lessonId).execute()
  await handleCourseChange(world, course)
  expect(await countCompletions(personId)).toBe(1)

  const late = await givenLearner()
  const { sessionId, lessonId: liveId } = await givenSession(world, late.cohortCode)
  await world.db.deleteFrom('cohort_session').where('id', '=', sessionId).execute()
  const [video] = late.videos
  await reportWatchedSeconds(world, asLearner(late.personId), [{ ...video!, ranges: [[0, LENGTH]], position: 1 }])
  expect(await countCompletions(late.personId)).toBe(0)
  const ended = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) }
  await world.db.updateTable('cohort').set(ended).where('cohort_code', '=', late.cohortCode).execute()
  await checkEndedCohorts(world)
  expect([liveId !== '', cohortCode !== '', await countCompletions(late.personId)]).toEqual([true, true, 1])
})

test('an attended session completes its lesson and, with the rest, the course', async () => {
  const { personId, cohortCode, course, videos } = await givenLearner()
  const { lessonId } = await givenSession(world, cohortCode)
  await reportWatchedSeconds(world, asLearner(personId), [{ ...videos[0]!, ranges: [[0, LENGTH]], position: 1 }])
  expect(await countCompletions(personId)).toBe(0)
  await transact(world.db, (tx) =>
    completeLessons(world, tx, { personId, courseCode: course }, [{ lessonId, completedBy: 'attended' }]),
  )
  expect(await countCompletions(personId)).toBe(1)
})
