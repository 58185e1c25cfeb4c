/** The recording of a session as the next thing of a learner. docs/contract §16. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learnHome } from '#learn/lessons/wire/course.ts'
import { reportWatched } from '#learn/lessons/wire/lesson.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { givenAsset, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { changeMeeting } from './wire/studio.ts'

const HOUR_MS = 3_600_000

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

/** A cohort whose session is over, a learner and a teacher. */
async function givenClass() {
  const cohortCode = await givenCourse(setup.world)
  const session = await givenSession(setup.world, cohortCode, { startsAt: new Date(Date.now() - 3 * HOUR_MS) })
  const learner = await createLearner(setup, cohortCode)
  const teacher = await createTeacher(setup, cohortCode)
  return { courseCode: cohortCode.replace(/-1$/, ''), ...session, learner, teacher }
}

/** Reads the portal's home, and reports the first seconds of the recording. */
function createViewer({ client }: Learner, lessonId: string, assetId: string) {
  return {
    async getNext() {
      const home = await client.call(learnHome, { auth: 'learner' })
      return home.error === null ? home.data.data.continue : home.error
    },
    watch(seconds: number) {
      const ranges: [number, number][] = [[0, seconds]]
      return client.call(reportWatched, {
        auth: 'learner',
        body: { reports: [{ lessonId, assetId, ranges, position: seconds }] },
      })
    },
  }
}

test('a recording is what a learner continues with, until its lesson is complete', async () => {
  const { sessionId, lessonId, courseCode, learner, teacher } = await givenClass()
  const assetId = await givenAsset(setup.world, courseCode, 600)
  const { getNext, watch } = createViewer(learner, lessonId, assetId)
  expect(await getNext()).toBeNull()
  await teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId },
    body: { recordingAssetId: assetId },
  })
  expect(await getNext()).toMatchObject({ lessonId, sessionId, isStarted: false, minutesLeft: 10 })
  await watch(120)
  expect(await getNext()).toMatchObject({ sessionId, isStarted: true, positionSeconds: 120, minutesLeft: 8 })
  await watch(600)
  expect(await getNext()).toBeNull()
})

test('a recording that does not count is continued only once it was begun', async () => {
  const { sessionId, lessonId, courseCode, learner, teacher } = await givenClass()
  await setup.world.db
    .updateTable('course')
    .set({ recording_counts: false })
    .where('course_code', '=', courseCode)
    .execute()
  const assetId = await givenAsset(setup.world, courseCode, 600)
  const { getNext, watch } = createViewer(learner, lessonId, assetId)
  await teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId },
    body: { recordingAssetId: assetId },
  })
  expect(await getNext()).toBeNull()
  await watch(120)
  expect(await getNext()).toMatchObject({ sessionId, isStarted: true })
  await watch(600)
  expect(await getNext()).toBeNull()
})
