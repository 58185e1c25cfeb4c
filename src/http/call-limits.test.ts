/** Limits on calls that signed-in people can repeat without end. docs/contract §2. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { consumeLimit } from '#platform/limits.ts'
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

type Counted = { name: Parameters<typeof consumeLimit>[1]; points: number }

/**
 * Repeats a call of one person, at the beginning and at the end of the limit. What lies between is only counted, because
 * whole calls would take most of a minute. @returns how many were not refused, and the first refusal
 */
async function repeat(email: string, path: string, body: object, { name, points }: Counted) {
  const headers = await setup.as(email)
  const { id: personId } = (await personByEmail(setup.world.db, email))!
  const answers: Awaited<ReturnType<Identity['post']>>[] = []
  const call = async () => answers.push(await setup.post(path, body, headers))
  await call()
  for (let counted = 0; counted < points - 3; counted++) {
    expect(await consumeLimit(setup.world.db, name, personId)).toBeNull()
  }
  for (let last = 0; last < 4; last++) await call()
  const isRefused = (answer: (typeof answers)[number]) => answer.status === 429
  const refusal = answers.find(isRefused)
  return {
    count: points - 3 + answers.filter((answer) => !isRefused(answer)).length,
    errorCode: refusal?.body.errorCode,
    wait: refusal?.headers.get('retry-after'),
  }
}

test('a person plays a lesson at most 600 times an hour', async () => {
  const { lessonId } = await givenLesson(setup.world, cohortCode.replace(/-1$/, ''))
  const learner = await createLearner(setup, cohortCode)
  expect(await repeat(learner.email, `lessons/${lessonId}/play`, {}, { name: 'playPerPerson', points: 600 })).toEqual({
    count: 600,
    errorCode: 'RATE_LIMITED',
    wait: expect.stringMatching(/^\d+$/),
  })
})

test('a teacher begins at most 300 uploads an hour, refused ones included', async () => {
  const teacher = await createTeacher(setup, cohortCode)
  const coursePrefixCode = cohortCode.replace(/-1$/, '')
  const upload = { coursePrefixCode, kind: 'file', filename: 'a.pdf', bytes: 10 }
  expect(await repeat(teacher.email, 'assets', upload, { name: 'uploadPerPerson', points: 300 })).toEqual({
    count: 300,
    errorCode: 'RATE_LIMITED',
    wait: expect.stringMatching(/^\d+$/),
  })
})
