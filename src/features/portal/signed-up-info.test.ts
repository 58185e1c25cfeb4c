import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { giveSeat } from '#features/checkout/complimentary.ts'
import { placeOrder } from '#features/checkout/order.ts'
import type { Actor } from '#http/handle.ts'
import { checkoutBody, givenCourse } from '../../../tests/selling.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { signedUpInfoOf } from './signed-up-info.ts'
import { signedUpInfo } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const signedIn = (personId: string): Actor => {
  return { kind: 'person', personId, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

async function learner() {
  const email = `${randomUUID()}@understudy.test`
  await makeAccount(
    world.db,
    openPasswords(),
    { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' },
    'a long enough password',
  )
  return (await personByEmail(world.db, email))!
}

test('a learner who is enrolled sees the course and its next session, and nobody else’s', async () => {
  const [me, other] = [await learner(), await learner()]
  const [mine, theirs] = [await givenCourse(world), await givenCourse(world)]
  await giveSeat(world, mine, { email: me.email, name: me.name, timezoneId: 'UTC' })
  await giveSeat(world, theirs, { email: other.email, name: other.name, timezoneId: 'UTC' })
  const startsAt = new Date(Date.now() + 3_600_000)
  await world.db
    .insertInto('cohort_session')
    .values({
      course_code: mine,
      position: 0,
      item_id: 's1',
      title: 'The first',
      local_start: '2027-01-12T20:00',
      timezone_id: 'UTC',
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 1),
    })
    .execute()

  const info = await signedUpInfoOf(world, me.id)
  expect(info.courseCodes).toEqual([mine])
  expect(info.enrolments).toMatchObject([
    {
      courseCode: mine,
      status: 'active',
      paymentStatus: 'complete',
      nextSession: { startsAt: startsAt.toISOString() },
    },
  ])
  expect(signedUpInfo.answers[200].safeParse({ data: info }).success).toBe(true)
})

test('an unpaid order can be taken up again by the person who placed it signed in', async () => {
  const me = await learner()
  const courseCode = await givenCourse(world)
  await placeOrder(world, signedIn(me.id), await checkoutBody(world, courseCode), '192.0.2.1')
  expect((await signedUpInfoOf(world, me.id)).pendingOrders).toMatchObject([
    { courseCode, status: 'pending', resumeUrl: expect.stringMatching(/^\/checkout\//) },
  ])
})
