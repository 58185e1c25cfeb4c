/** Limits on calls that signed-in people can repeat without end. docs/contract §2. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { createLearner } from '../../tests/world/learner.ts'
import { givenLesson } from '../../tests/world/lessons.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { createTeacher } from '../../tests/world/teacher.ts'

let setup: Identity
let cohortCode: string
beforeAll(async () => {
  setup = await createIdentityWorld()
  cohortCode = await givenCourse(setup.world)
})
afterAll(() => setup.close())

/** Repeats a call of one person. @returns how many were not refused, and the first refusal */
async function repeat(email: string, path: string, body: object, times: number) {
  const headers = await setup.as(email)
  for (let count = 0; count < times; count++) {
    const answer = await setup.post(path, body, headers)
    if (answer.status === 429)
      return { count, errorCode: answer.body.errorCode, wait: answer.headers.get('retry-after') }
  }
  return { count: times, errorCode: null, wait: null }
}

test('a person plays a lesson at most 600 times an hour', async () => {
  const { lessonId } = await givenLesson(setup.world, cohortCode.replace(/-1$/, ''))
  const learner = await createLearner(setup, cohortCode)
  expect(await repeat(learner.email, `lessons/${lessonId}/play`, {}, 601)).toEqual({
    count: 600,
    errorCode: 'RATE_LIMITED',
    wait: expect.stringMatching(/^\d+$/),
  })
})

test('a teacher begins at most 300 uploads an hour, refused ones included', async () => {
  const teacher = await createTeacher(setup, cohortCode)
  const coursePrefixCode = cohortCode.replace(/-1$/, '')
  const upload = { coursePrefixCode, kind: 'file', filename: 'a.pdf', bytes: 10 }
  expect(await repeat(teacher.email, 'assets', upload, 301)).toEqual({
    count: 300,
    errorCode: 'RATE_LIMITED',
    wait: expect.stringMatching(/^\d+$/),
  })
})
