/** Free seats by a list: each row has its own answer, and each person one e-mail. docs/contract §42. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putCourseRole } from '#people/roles/queries.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { giveFreeSeats } from './give-free-seats.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(5)
})
afterAll(() => closeAudited(world))

async function givenPerson(role: 'creator' | 'co_teacher', courseCode: string) {
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Nina' }
  const { id: personId } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role }))
  return { personId, audience: 'learner' as const }
}

test('each row of a list is answered, seats end with the last one, and nobody gets two e-mails', async () => {
  const cohortCode = await givenCourse(world, { seats: 2 })
  const nina = await givenPerson('creator', cohortCode.slice(0, -2))
  const [lea, ben, mei] = ['lea', 'ben', 'mei'].map((name) => `${name}-${randomUUID()}@school.test`)
  const give = (emails: string[]) =>
    giveFreeSeats(world, nina, { cohortCode, people: emails.map((email) => ({ email, name: 'Guest' })) })
  const outcomes = async (emails: string[]) => {
    const given = await give(emails)
    return given.ok ? given.value.rows.map(({ outcome }) => outcome) : given.refusal.code
  }
  expect(await outcomes([lea!, ` ${lea!.toUpperCase()} `, 'nobody', ben!, mei!])).toEqual([
    'given',
    'repeated',
    'invalid',
    'given',
    'full',
  ])
  expect(await outcomes([lea!])).toEqual(['has-seat'])
  const events = world.db.selectFrom('audit_event').select(['object_kind', 'actor_id'])
  expect(await events.where('action', '=', 'seats-given').execute()).toEqual([
    { object_kind: 'enrolment', actor_id: nina.personId },
    { object_kind: 'enrolment', actor_id: nina.personId },
  ])
  const mails = await world.db
    .selectFrom('mail')
    .select(['to_address', 'text_body'])
    .where('dedupe_key', 'like', 'seat.given:%')
    .orderBy('created_at')
    .execute()
  expect(mails.map(({ to_address }) => to_address)).toEqual([lea, ben])
  expect(mails[0]!.text_body).toContain('/set-password#token=')
  const orders = world.db.selectFrom('orders').select(['state', 'total_minor']).where('cohort_code', '=', cohortCode)
  expect(await orders.execute()).toEqual([
    { state: 'complete', total_minor: 0 },
    { state: 'complete', total_minor: 0 },
  ])
})

test('seats that the waitlist waits for are not given away, nor those of dates that are over or cancelled', async () => {
  const cohortCode = await givenCourse(world, { seats: 1 })
  const nina = await givenPerson('creator', cohortCode.slice(0, -2))
  const people = [{ email: `${randomUUID()}@school.test` }]
  const waits = {
    cohort_code: cohortCode,
    email: `${randomUUID()}@school.test`,
    party_size: 1,
    confirmed_at: new Date(),
  }
  await world.db.insertInto('waitlist_entry').values(waits).execute()
  expect(await giveFreeSeats(world, nina, { cohortCode, people })).toMatchObject({
    value: { rows: [{ outcome: 'full' }] },
  })
  await world.db
    .updateTable('cohort')
    .set({ starts_at: new Date(Date.now() - 172_800_000), ends_at: new Date(Date.now() - 86_400_000) })
    .where('cohort_code', '=', cohortCode)
    .execute()
  expect(await giveFreeSeats(world, nina, { cohortCode, people })).toMatchObject({ refusal: { code: 'COHORT_OVER' } })
})

test('the e-mail about dates that have begun names the next session, and an unpublished course gives no seat', async () => {
  const cohortCode = await givenCourse(world, { seats: 5 })
  const courseCode = cohortCode.slice(0, -2)
  const nina = await givenPerson('creator', courseCode)
  const [day, now] = [86_400_000, Date.now()]
  await world.db
    .updateTable('cohort')
    .set({ starts_at: new Date(now - day), ends_at: new Date(now + 2 * day) })
    .where('cohort_code', '=', cohortCode)
    .execute()
  await givenSession(world, cohortCode, { startsAt: new Date(now + day) })
  const email = `${randomUUID()}@school.test`
  const give = () => giveFreeSeats(world, nina, { cohortCode, people: [{ email }] })
  expect(await give()).toMatchObject({ value: { rows: [{ outcome: 'given' }] } })
  const mail = world.db.selectFrom('mail').select('text_body').where('to_address', '=', email)
  expect((await mail.executeTakeFirstOrThrow()).text_body).toContain('The course has begun. The next session is on ')
  await world.db.updateTable('course').set({ published_at: null }).where('course_code', '=', courseCode).execute()
  expect(await give()).toMatchObject({ refusal: { code: 'COURSE_NOT_PUBLISHED' } })
})

test('a co-teacher may not give seats, and another teacher finds no such dates', async () => {
  const cohortCode = await givenCourse(world)
  const people = [{ email: `${randomUUID()}@school.test` }]
  const helper = await givenPerson('co_teacher', cohortCode.slice(0, -2))
  expect(await giveFreeSeats(world, helper, { cohortCode, people })).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  const stranger = await givenPerson('creator', (await givenCourse(world)).slice(0, -2))
  expect(await giveFreeSeats(world, stranger, { cohortCode, people })).toMatchObject({
    refusal: { code: 'COHORT_NOT_FOUND' },
  })
})
