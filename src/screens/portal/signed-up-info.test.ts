import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#http/handle.ts'
import { asLearner } from '#learn/lessons/is-teacher.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { givenEnrolment } from '../../../tests/world/learning.ts'
import { givenLesson, givenSession } from '../../../tests/world/lessons.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { loadLearnerHome } from './load-home.ts'
import { getSignedUpInfo } from './signed-up-info.ts'
import { learnerHome, signedUpInfo } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const toActor = (personId: string): Actor => {
  return { kind: 'person', personId, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

async function createLearner() {
  const email = `${randomUUID()}@understudy.test`
  await createVerifiedAccount(
    world.db,
    createPasswords(),
    { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' },
    'a long enough password',
  )
  return (await personByEmail(world.db, email))!
}

test('an enrolled learner sees the course and its next session, and no other learner’s', async () => {
  const me = await createLearner()
  const other = await createLearner()
  const ownCourse = await givenCourse(world)
  const otherCourse = await givenCourse(world)
  await giveSeat(world, ownCourse, { email: me.email, name: me.name, timezoneId: 'UTC' })
  await giveSeat(world, otherCourse, { email: other.email, name: other.name, timezoneId: 'UTC' })
  const startsAt = new Date(Date.now() + 3_600_000)
  await givenSession(world, ownCourse, { title: 'The first', startsAt, endsAt: new Date(startsAt.getTime() + 1) })

  const info = await getSignedUpInfo(world, me.id)
  expect(info.courseCodes).toEqual([ownCourse])
  expect(info.enrolments).toMatchObject([
    {
      courseCode: ownCourse,
      status: 'active',
      paymentStatus: 'complete',
      nextSession: { startsAt: startsAt.toISOString() },
    },
  ])
  expect(signedUpInfo.answers[200].safeParse({ data: info }).success).toBe(true)
})

test('a cancelled session is not the next one', async () => {
  const me = await createLearner()
  const course = await givenCourse(world)
  await giveSeat(world, course, { email: me.email, name: me.name, timezoneId: 'UTC' })
  const [cancelledAt, startsAt] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
  const { sessionId } = await givenSession(world, course, { startsAt: cancelledAt })
  await givenSession(world, course, { startsAt })
  await world.db.updateTable('cohort_session').set({ cancelled_at: new Date() }).where('id', '=', sessionId).execute()
  const [enrolment] = (await getSignedUpInfo(world, me.id)).enrolments
  expect(enrolment!.nextSession).toMatchObject({ startsAt: startsAt.toISOString() })
})

test('each enrolment has the percent and completion of its course, and the access that it alone gives', async () => {
  const me = await createLearner()
  const cohortCode = await givenCourse(world)
  const course_code = cohortCode.slice(0, -2)
  const { lessonId } = await givenLesson(world, course_code)
  await givenLesson(world, course_code)
  const accessEndsAt = new Date(Date.now() + 86_400_000)
  await givenEnrolment(world, me.id, cohortCode, { state: 'cancelled' })
  await givenEnrolment(world, me.id, cohortCode, { accessEndsAt })
  const done = { person_id: me.id, lesson_id: lessonId, completed_at: new Date(), completed_by: 'marked' as const }
  await world.db.insertInto('lesson_progress').values(done).execute()
  const own = { progressPercent: 50, completedAt: null, url: `/portal/courses/${course_code.toLowerCase()}` }
  const load = async () => (await getSignedUpInfo(world, me.id)).enrolments
  expect(await load()).toMatchObject([
    { ...own, accessState: 'open', accessUntil: accessEndsAt.toISOString() },
    { ...own, accessState: 'revoked', accessUntil: null },
  ])
  await world.db
    .insertInto('course_completion')
    .values({ person_id: me.id, course_code, required_lesson_ids: [randomUUID()] })
    .execute()
  expect((await load())[0]).toMatchObject({ progressPercent: 100, completedAt: expect.any(String) })
})

test('a person who placed an unpaid order while logged in can resume it', async () => {
  const me = await createLearner()
  const courseCode = await givenCourse(world)
  await placeOrder(world, toActor(me.id), await checkoutBody(world, courseCode), '192.0.2.1')
  expect((await getSignedUpInfo(world, me.id)).pendingOrders).toMatchObject([
    { courseCode, status: 'pending', resumeUrl: expect.stringMatching(/^\/checkout\//) },
  ])
})

test('the home page has the profile, each course with its progress, and unpaid orders with their titles', async () => {
  const me = await createLearner()
  const first = await givenCourse(world)
  const second = await givenCourse(world)
  const unpaid = await givenCourse(world)
  for (const courseCode of [first, second])
    await giveSeat(world, courseCode, { email: me.email, name: me.name, timezoneId: 'UTC' })
  await placeOrder(world, toActor(me.id), await checkoutBody(world, unpaid), '192.0.2.1')

  const outcome = await loadLearnerHome(world, asLearner(me.id))
  const home = outcome.ok ? outcome.value : null
  expect(home?.profile).toMatchObject({ email: me.email, name: me.name })
  expect(home?.learning.courses.map(({ courseCode }) => courseCode).toSorted()).toEqual([first, second].toSorted())
  expect(home?.learning.courses[0]).toMatchObject({ access: { state: 'open' }, hue: expect.any(String) })
  expect(home?.unpaidOrders).toEqual([
    { orderId: expect.any(String), title: expect.any(String), resumeUrl: expect.stringMatching(/^\/checkout\//) },
  ])
  expect(learnerHome.answers[200].safeParse({ data: home }).success).toBe(true)
})

test('the home page takes the same number of statements for one course and for three', async () => {
  const one = await createLearner()
  const three = await createLearner()
  const courses = [await givenCourse(world), await givenCourse(world), await givenCourse(world)]
  await giveSeat(world, courses[0]!, { email: one.email, name: one.name, timezoneId: 'UTC' })
  for (const courseCode of courses)
    await giveSeat(world, courseCode, { email: three.email, name: three.name, timezoneId: 'UTC' })
  const countStatements = async (personId: string) => {
    let statements = 0
    const db = world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await loadLearnerHome({ ...world, db }, asLearner(personId))
    return statements
  }
  expect(await countStatements(three.id)).toBe(await countStatements(one.id))
})
