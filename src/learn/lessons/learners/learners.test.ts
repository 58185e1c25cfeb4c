/** Teachers read the progress of learners and extend access, over HTTP. docs/contract §19, promise L14. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { createLearner } from '../../../../tests/world/learner.ts'
import { type EnrolmentFields, givenEnrolment } from '../../../../tests/world/learning.ts'
import { givenLesson, givenVideo } from '../../../../tests/world/lessons.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { createTeacher } from '../../../../tests/world/teacher.ts'
import { extendLearnerAccess, listTaughtLessons, readLessonFigures } from '../wire/learners.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const toCourse = (cohortCode: string) => cohortCode.slice(0, -2)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A person without a log-in, with a seat in the cohort. */
async function givenSeat(cohortCode: string, name: string, fields: EnrolmentFields = {}) {
  const person = { email: `${randomUUID()}@understudy.test`, name }
  const { id } = await setup.world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  return { personId: id, ...(await givenEnrolment(setup.world, id, cohortCode, fields)) }
}

async function givenProgress(personId: string, lessonId: string, isComplete: boolean) {
  const completion = isComplete ? { completed_at: new Date(), completed_by: 'marked' as const } : {}
  await setup.world.db
    .insertInto('lesson_progress')
    .values({ person_id: personId, lesson_id: lessonId, ...completion })
    .execute()
}

const extend = (client: Client, enrolmentId: string, accessEndsAt: Date, reason = 'Was ill for a month') =>
  client.call(extendLearnerAccess, {
    auth: 'learner',
    params: { enrolmentId },
    body: { accessEndsAt: accessEndsAt.toISOString(), reason },
    idempotencyKey: randomUUID(),
  })

test('figures of a lesson appear with the fifth starter, and a learner without a seat never counts', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  const teacher = await createTeacher(setup, cohortCode)
  const { lessonId, assetId } = await givenVideo(setup.world, course, { seconds: 100 })
  const watch = async (personId: string, seconds: number) => {
    await givenProgress(personId, lessonId, seconds === 100)
    const row = { person_id: personId, lesson_id: lessonId, asset_id: assetId, ranges: `{[0,${seconds})}` }
    if (seconds > 0) await setup.world.db.insertInto('watch').values(row).execute()
  }
  for (const seconds of [100, 100, 50, 10]) await watch((await givenSeat(cohortCode, 'Ana')).personId, seconds)
  await watch((await givenSeat(cohortCode, 'Ana', { state: 'cancelled' })).personId, 100)
  const read = () => teacher.client.call(readLessonFigures, { auth: 'learner', params: { course, lessonId } })
  expect(await read()).toMatchObject({ data: { data: { lengthSeconds: 100, figures: null } } })
  await watch((await givenSeat(cohortCode, 'Ana')).personId, 0)
  const shares = [80, 80, ...Array(8).fill(60), ...Array(10).fill(40)]
  expect(await read()).toMatchObject({
    data: { data: { figures: { started: 5, completed: 2, medianMinutes: 0.8, playedShares: shares } } },
  })
})

test('access is extended once for each key, only later and with a reason, and the audit log says by whom', async () => {
  const { db } = setup.world
  const cohortCode = await givenCourse(setup.world)
  const teacher = await createTeacher(setup, cohortCode, 'co_teacher')
  const { enrolmentId } = await givenSeat(cohortCode, 'Ana', { accessEndsAt: inDays(-1) })
  const without = await givenSeat(cohortCode, 'Ben')
  const fault = (sentence: string) => ({ status: 400, errorCode: 'FIELD_INVALID', fields: { accessEndsAt: sentence } })
  expect(await extend(teacher.client, enrolmentId, inDays(-2))).toMatchObject(fault('Please choose a later day'))
  expect(await extend(teacher.client, enrolmentId, inDays(-0.5))).toMatchObject(
    fault('Please choose a day in the future'),
  )
  expect(await extend(teacher.client, without.enrolmentId, inDays(9))).toMatchObject(fault('This access has no end'))
  expect(await extend(teacher.client, enrolmentId, inDays(30), ' ')).toMatchObject({ errorCode: 'FIELD_INVALID' })

  const body = { accessEndsAt: inDays(30).toISOString(), reason: 'Was ill for a month' }
  const key = randomUUID()
  const send = () =>
    teacher.client.call(extendLearnerAccess, { auth: 'learner', params: { enrolmentId }, body, idempotencyKey: key })
  expect(await send()).toMatchObject({ data: { data: { enrolmentId, accessEndsAt: body.accessEndsAt } } })
  expect(await send()).toMatchObject({ status: 200 })
  expect(
    await db
      .selectFrom('access_extension')
      .select(['reason', 'extended_by'])
      .where('enrolment_id', '=', enrolmentId)
      .execute(),
  ).toEqual([{ reason: 'Was ill for a month', extended_by: teacher.personId }])
  expect(
    await db.selectFrom('audit_event').select(['action', 'actor_id']).where('object_id', '=', enrolmentId).execute(),
  ).toEqual([{ action: 'access-extended', actor_id: teacher.personId }])
})

test('a learner and a teacher of another course get the 404 of a missing one; an assistant may look and not extend', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = toCourse(cohortCode)
  const { lessonId } = await givenLesson(setup.world, course)
  const { enrolmentId } = await givenSeat(cohortCode, 'Ana', { accessEndsAt: inDays(3) })
  const foreigner = await createTeacher(setup, await givenCourse(setup.world))
  for (const { client } of [await createLearner(setup, cohortCode), foreigner]) {
    expect(await client.call(listTaughtLessons, { auth: 'learner', params: { course } })).toMatchObject({
      status: 404,
      errorCode: 'COURSE_NOT_FOUND',
    })
    expect(await client.call(readLessonFigures, { auth: 'learner', params: { course, lessonId } })).toMatchObject({
      errorCode: 'COURSE_NOT_FOUND',
    })
    expect(await extend(client, enrolmentId, inDays(9))).toMatchObject({
      status: 404,
      errorCode: 'ENROLMENT_NOT_FOUND',
    })
  }
  const own = await createTeacher(setup, cohortCode, 'assistant')
  expect(await extend(own.client, enrolmentId, inDays(9))).toMatchObject({ status: 403, errorCode: 'ROLE_NEEDED' })
  const { lessonId: foreignLesson } = await givenLesson(setup.world, toCourse(await givenCourse(setup.world)))
  expect(
    await own.client.call(readLessonFigures, { auth: 'learner', params: { course, lessonId: foreignLesson } }),
  ).toMatchObject({
    errorCode: 'LESSON_NOT_FOUND',
  })
})
