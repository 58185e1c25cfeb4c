/** E-mails about access: to whom, when, and once. docs/contract §22. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeEnrolments } from '#learn/enrolments/queries.ts'
import { changeOptOut } from '#people/mailing/opt-out.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { givenEnrolment } from '../../../tests/world/learning.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { writeAccessChange, writeEndingEmails } from './write-access-mails.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const runAfter = (days: number) => writeEndingEmails({ ...setup.world, clock: () => inDays(days) })
const listSubjects = async (email: string) =>
  (await listNewestMails(setup.world.db, email)).map(({ subject }) => subject.replace(/ on \d.*/, ''))

test('the end of access is announced 14 and 2 days before, once each, and again for a later end', async () => {
  const learner = await createLearner(setup)
  const cohortCode = await givenCourse(setup.world)
  const { enrolmentId } = await givenEnrolment(setup.world, learner.personId, cohortCode, { accessEndsAt: inDays(20) })
  const counts: number[] = []
  for (const day of [5, 6.5, 7, 12, 17, 18.5, 18.8, 19.5]) {
    await runAfter(day)
    counts.push((await listSubjects(learner.email)).length)
  }
  expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2])
  await setup.world.db
    .updateTable('enrolment')
    .set({ access_ends_at: inDays(60) })
    .where('id', '=', enrolmentId)
    .execute()
  await runAfter(47)
  expect(await listSubjects(learner.email)).toEqual(Array(3).fill('Your access to A course ends'))
})

test('nobody is warned who has later access by another seat, is not enrolled any more, has no proved address, or turned it off', async () => {
  const { db } = setup.world
  const soon = { accessEndsAt: inDays(10) }
  const [twice, ended, unproved, off] = await Promise.all(Array.from({ length: 4 }, () => createLearner(setup)))
  const cohortCode = await givenCourse(setup.world)
  for (const { personId } of [twice!, unproved!, off!]) await givenEnrolment(setup.world, personId, cohortCode, soon)
  await givenEnrolment(setup.world, ended!.personId, cohortCode, { ...soon, state: 'cancelled' })
  await db
    .insertInto('cohort')
    .values({ cohort_code: `${cohortCode}-2`, course_code: cohortCode.slice(0, -2), timezone_id: 'UTC' })
    .execute()
  const { orderId } = await givenEnrolment(setup.world, (await createLearner(setup)).personId, cohortCode)
  await db
    .insertInto('enrolment')
    .values({ person_id: twice!.personId, cohort_code: `${cohortCode}-2`, order_id: orderId, seat: 2 })
    .execute()
  await db
    .updateTable('person')
    .set({ email_verified_at: null, password_hash: null })
    .where('id', '=', unproved!.personId)
    .execute()
  const other = await givenEnrolment(setup.world, off!.personId, await givenCourse(setup.world), {
    accessEndsAt: inDays(25),
  })
  expect(other.enrolmentId).toBeDefined()
  await runAfter(12)
  const [mail] = await listNewestMails(db, off!.email)
  const token = decodeURIComponent(/token=([^\s"&<]+)/.exec(mail!.text_body)![1]!)
  expect(await changeOptOut(setup.world, { token, isOff: true })).toMatchObject({ ok: true })
  await runAfter(23.5)
  expect(await listSubjects(off!.email)).toHaveLength(1)
  for (const { email } of [twice!, ended!, unproved!]) expect(await listSubjects(email)).toEqual([])
})

test('a hold and its end are one e-mail each to every seat; a seat that ended gets none', async () => {
  const { world } = setup
  const learner = await createLearner(setup)
  const { orderId, enrolmentId } = await givenEnrolment(world, learner.personId, await givenCourse(world))
  const freeze = (frozen: boolean) => transact(world.db, (tx) => freezeEnrolments(tx, orderId, frozen))
  const [since] = await freeze(true)
  expect(await freeze(true)).toEqual([])
  const change = { orderId, kind: 'frozen' as const, since: since!.toISOString() }
  for (const _ of [1, 2]) await writeAccessChange(world, { ...change, isOver: false })
  await writeAccessChange(world, { ...change, isOver: true })
  expect(await listSubjects(learner.email)).toEqual(['A course is on hold'])
  expect(await freeze(false)).toEqual([since])
  for (const _ of [1, 2]) await writeAccessChange(world, { ...change, isOver: true })
  expect(await listSubjects(learner.email)).toEqual(['A course is open again', 'A course is on hold'])
  await freeze(true)
  await world.db.updateTable('enrolment').set({ state: 'cancelled' }).where('id', '=', enrolmentId).execute()
  await writeAccessChange(world, { ...change, since: new Date().toISOString(), isOver: false })
  expect(await listSubjects(learner.email)).toHaveLength(2)
})

test('a person whose access has ended gets no e-mail about a hold or its end', async () => {
  const { world } = setup
  const learner = await createLearner(setup)
  const { orderId } = await givenEnrolment(world, learner.personId, await givenCourse(world), {
    accessEndsAt: inDays(5),
  })
  const freeze = (frozen: boolean) => transact(world.db, (tx) => freezeEnrolments(tx, orderId, frozen))
  const [since] = await freeze(true)
  const change = { orderId, kind: 'frozen' as const, since: since!.toISOString() }
  const later = { ...world, clock: () => inDays(6) }
  await writeAccessChange(later, { ...change, isOver: false })
  expect(await listSubjects(learner.email)).toEqual([])
  await writeAccessChange(world, { ...change, isOver: false })
  await freeze(false)
  await writeAccessChange(later, { ...change, isOver: true })
  expect(await listSubjects(learner.email)).toEqual(['A course is on hold'])
})

test('a pause is written to the friends, because the buyer gets the e-mail about the balance', async () => {
  const { world } = setup
  const buyer = await createLearner(setup)
  const friend = await createLearner(setup)
  const cohortCode = await givenCourse(world)
  const pausedAt = new Date()
  const { orderId } = await givenEnrolment(world, buyer.personId, cohortCode, { pausedAt })
  await world.db.updateTable('orders').set({ email: buyer.email }).where('id', '=', orderId).execute()
  await world.db
    .insertInto('enrolment')
    .values({ person_id: friend.personId, cohort_code: cohortCode, order_id: orderId, seat: 2 })
    .execute()
  await writeAccessChange(world, { orderId, kind: 'locked', since: pausedAt.toISOString(), isOver: false })
  expect([await listSubjects(buyer.email), await listSubjects(friend.email)]).toEqual([[], ['A course is paused']])
})
