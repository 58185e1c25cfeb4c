/** The calls of the studio's frame, over HTTP, on a real database. docs/contract §21. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTaughtLessons } from '#learn/lessons/learners/list-taught-lessons.ts'
import { loadTaughtSessions } from '#learn/live/manage-session.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { withGateway } from '../../../tests/world/world.ts'
import { listStudioCards } from './studio-cards.ts'
import { listTaughtCourses, readTaughtCourse } from './wire.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

test('a teacher sees the own courses only, with the next session and the actions of the role', async () => {
  const own = await givenCourse(setup.world)
  const foreign = await givenCourse(setup.world)
  const startsAt = new Date(Date.now() + 3_600_000)
  await givenSession(setup.world, own, { startsAt })
  const assistant = await createTeacher(setup, own, 'assistant')
  const code = (cohortCode: string) => cohortCode.replace(/-1$/, '')
  const course = {
    coursePrefixCode: code(own),
    actions: ['course.read', 'learner.list', 'session.manage'],
    nextSession: { startsAt: startsAt.toISOString(), hasMeeting: false },
  }
  expect(await assistant.client.call(listTaughtCourses, { auth: 'learner' })).toMatchObject({
    data: { data: [course] },
  })
  expect(
    await assistant.client.call(readTaughtCourse, { auth: 'learner', params: { course: code(own).toLowerCase() } }),
  ).toMatchObject({
    data: { data: course },
  })
  const missing = { errorCode: 'COURSE_NOT_FOUND' }
  expect(
    await assistant.client.call(readTaughtCourse, { auth: 'learner', params: { course: code(foreign) } }),
  ).toMatchObject(missing)
  const learner = await createLearner(setup, own)
  expect(await learner.client.call(readTaughtCourse, { auth: 'learner', params: { course: code(own) } })).toMatchObject(
    missing,
  )
  expect(await learner.client.call(listTaughtCourses, { auth: 'learner' })).toMatchObject({ data: { data: [] } })
})

test('without a payment provider a course that costs something awaits payments, and is not on sale', async () => {
  const { world } = setup
  const own = await givenCourse(world)
  const teacher = await createTeacher(setup, own)
  const person = { personId: teacher.personId, audience: 'learner' } as const
  const listSales = async (deps: typeof world) => (await listStudioCards(deps, person)).map(({ sale }) => sale)
  expect(await listSales(world)).toEqual(['open'])
  expect(await listSales(withGateway(world, null))).toEqual(['awaits-payments'])
})

test('an admin finds every course, also one without sessions, and no course that does not exist', async () => {
  const course = (await givenCourse(setup.world)).replace(/-1$/, '')
  const admin = { personId: (await setup.admin()).id, audience: 'admin' as const }
  const world = setup.world
  expect(await loadTaughtSessions(world, admin, course)).toMatchObject({
    ok: true,
    value: { courseTitle: 'A course', sessions: [] },
  })
  const missing = { ok: false, refusal: { code: 'COURSE_NOT_FOUND' } }
  expect(await loadTaughtSessions(world, admin, 'NO-SUCH-COURSE')).toMatchObject(missing)
  expect(await listTaughtLessons(world, admin, 'NO-SUCH-COURSE')).toMatchObject(missing)
})
