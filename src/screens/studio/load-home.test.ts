/** The studio on the home page of a person who teaches, over HTTP, on a real database. docs/contract §21. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowCourseMaking } from '#people/roles/queries.ts'
import { learnerHome } from '#screens/portal/wire.ts'
import { givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenDraft, givenMaker } from '../../../tests/world/made-course.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { listTaughtCourses } from './wire.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const usd = (amount: string) => ({ amount, currency: 'USD' })
const toCourse = (cohortCode: string) => cohortCode.replace(/-1$/, '')

async function readStudio({ client }: Learner) {
  const response = await client.call(learnerHome, { auth: 'learner' })
  if (response.error !== null) throw new Error(response.error)
  return response.data.data.studio
}

test('a creator sees seats, kept money, new orders and the next session of the own courses only', async () => {
  const { world } = setup
  const own = await givenCourse(world)
  const foreign = await givenCourse(world)
  const startsAt = new Date(Date.now() + 3_600_000)
  await givenSession(world, own, { startsAt })
  await givenSession(world, foreign, { startsAt })
  const creator = await createTeacher(setup, own)
  const sold = await givenPaidOrder(world, { courseCode: own })
  await givenPaidOrder(world, { courseCode: foreign })
  const { total_minor: minor } = await world.db
    .selectFrom('orders')
    .select('total_minor')
    .where('id', '=', sold.orderId)
    .executeTakeFirstOrThrow()
  const price = usd((minor / 100).toFixed(2))
  const order = { orderId: sold.orderId, coursePrefixCode: toCourse(own), seats: 1, total: price }

  expect(await readStudio(creator)).toMatchObject({
    courseCount: 1,
    courses: [{ coursePrefixCode: toCourse(own), sale: 'open', seats: { taken: 1 }, kept: price, missingCount: null }],
    drafts: [],
    sessions: [{ course: { coursePrefixCode: toCourse(own) }, startsAt: startsAt.toISOString(), hasMeeting: false }],
    withoutLink: { count: 1, sessions: [{ startsAt: startsAt.toISOString() }] },
    money: { kept: price, due: usd('0.00') },
    orders: { count: 1, newest: [{ ...order, refunded: 'none' }] },
  })

  await refundFirstSeat(world, (await setup.admin()).id, sold.orderId)
  await sendRefunds(world, sold.orderId)
  expect(await readStudio(creator)).toMatchObject({
    courses: [{ kept: usd('0.00') }],
    money: { kept: usd('0.00') },
    orders: { count: 1, newest: [{ ...order, refunded: 'all' }] },
  })
})

test('an assistant sees seats and sessions, and no money', async () => {
  const own = await givenCourse(setup.world)
  const assistant = await createTeacher(setup, own, 'assistant')
  await givenPaidOrder(setup.world, { courseCode: own })
  expect(await readStudio(assistant)).toMatchObject({
    mayCreate: false,
    courses: [{ seats: { taken: 1 }, kept: null }],
    money: null,
    orders: null,
  })
  expect(await assistant.client.call(listTaughtCourses, { auth: 'learner' })).toMatchObject({
    data: { data: [{ kept: null }] },
  })
})

test('every session ahead without a meeting link counts, also after the next three', async () => {
  const own = await givenCourse(setup.world)
  for (const hours of [1, 2, 3, 4])
    await givenSession(setup.world, own, { startsAt: new Date(Date.now() + hours * 3_600_000) })
  const studio = await readStudio(await createTeacher(setup, own))
  expect([studio?.sessions.length, studio?.withoutLink.sessions.length, studio?.withoutLink.count]).toEqual([3, 3, 4])
})

test('a draft is something to do for a person who may publish it, and for no assistant', async () => {
  const draft = await givenDraft(setup.world, await givenMaker(setup.world))
  expect((await readStudio(await createTeacher(setup, draft, 'co_teacher')))?.drafts).toHaveLength(1)
  expect(await readStudio(await createTeacher(setup, draft, 'assistant'))).toMatchObject({
    courses: [{ missingCount: expect.any(Number) }],
    drafts: [],
  })
})

test('a new creator may make a course, and a learner has no studio', async () => {
  const person = await createLearner(setup)
  expect(await readStudio(person)).toBeNull()
  await setup.world.db.transaction().execute((tx) => allowCourseMaking(tx, person.personId))
  expect(await readStudio(person)).toMatchObject({ mayCreate: true, courseCount: 0, courses: [], money: null })
})
