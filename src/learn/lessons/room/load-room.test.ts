/** A course room loaded by the browser's client from a real server, by people without a seat. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { createLearner } from '../../../../tests/world/learner.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { loadLesson } from '../lesson-page/load-lesson.ts'
import { loadRoom } from './load-room.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const getPrefix = (cohortCode: string) => cohortCode.slice(0, cohortCode.lastIndexOf('-'))

test('a link to a room or a lesson of a course without a seat leads to the course', async () => {
  const courseCode = getPrefix(await givenCourse(setup.world)).toLowerCase()
  const { client } = await createLearner(setup)
  const missing = { is: 'missing', course: { title: 'A course', url: expect.stringMatching(/^\//) } }
  expect(await loadRoom(client, 'learner', courseCode)).toEqual(missing)
  expect(await loadLesson({ client, as: 'learner', courseCode, lessonKey: 'any' })).toEqual(missing)
})

test('an unknown address leads to no course', async () => {
  const { client } = await createLearner(setup)
  expect(await loadRoom(client, 'learner', 'nothing')).toEqual({ is: 'missing', course: null })
})
