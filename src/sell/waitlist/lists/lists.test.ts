/** Lists of people who wait (docs/contract §33), by their verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerInterest } from '#catalogue/leads/interest.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { getOfferTo, givenEntry, givenFull, givenWaiting } from '../../../../tests/world/waitlist.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { exportWaiting } from './export-waiting.ts'
import { inviteNow } from './invite-now.ts'
import { listWaiting } from './list-waiting.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => world.close())

const prefix = (code: string) => code.slice(0, -2)

async function givenTeacher(courseCode: string, role: 'creator' | 'assistant'): Promise<ActingPerson> {
  const person = { email: `teacher-${randomUUID()}@understudy.test`, name: 'Teacher' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db
    .insertInto('course_role')
    .values({ person_id: id, course_code: prefix(courseCode), role })
    .execute()
  return { personId: id, audience: 'learner' }
}

test('a teacher sees entries in their order, and requests with their source; a stranger sees no course', async () => {
  const { courseCode } = await givenFull(world, 1)
  const assistant = await givenTeacher(courseCode, 'assistant')
  const first = await givenWaiting(world, courseCode, 2)
  const unconfirmed = await givenEntry(world, courseCode)
  const third = await givenWaiting(world, courseCode)
  const email = `news-${randomUUID()}@understudy.test`
  const contact = { email, attribution: { source: 'newsletter', campaign: 'spring' } }
  await registerInterest(world, 'coming-soon', { code: courseCode, contact, ip: randomUUID() })
  expect(await listWaiting(world, assistant, prefix(courseCode))).toMatchObject({
    value: {
      waitlists: [
        {
          courseCode,
          freeSeats: 0,
          entries: [
            { email: first.email, seats: 2, state: 'waiting', position: 1 },
            { email: unconfirmed.email, state: 'unconfirmed', position: null },
            { email: third.email, state: 'waiting', position: 2 },
          ],
        },
      ],
      interests: [{ email, kind: 'coming-soon', state: 'unconfirmed', source: 'newsletter / spring' }],
      interestCount: 1,
      hasMore: false,
    },
  })
  const stranger = await givenTeacher(await givenCourse(world), 'creator')
  expect(await listWaiting(world, stranger, prefix(courseCode))).toMatchObject({
    refusal: { code: 'COURSE_NOT_FOUND' },
  })
})

test('an invitation out of turn names those who wait longer, takes free seats once, and is in the audit log', async () => {
  const { courseCode } = await givenFull(world, 1)
  const creator = await givenTeacher(courseCode, 'creator')
  await givenWaiting(world, courseCode, 3)
  const second = await givenWaiting(world, courseCode, 2)
  const input = { courseCode: prefix(courseCode), entryId: second.entryId }
  expect(await inviteNow(world, creator, { ...input, preview: true })).toMatchObject({
    refusal: { code: 'SEATS_TAKEN', data: { seatsRemaining: 0 } },
  })
  await world.db.updateTable('cohort').set({ capacity: 3 }).where('cohort_code', '=', courseCode).execute()
  expect(await inviteNow(world, creator, { ...input, preview: true })).toMatchObject({
    value: { waitingLonger: 1, isOffered: false },
  })
  const withoutPayments = { ...world, gateways: { ...world.gateways, forMethod: () => null } }
  expect(await inviteNow(withoutPayments, creator, { ...input, preview: true })).toMatchObject({
    refusal: { code: 'ENROLMENT_CLOSED' },
  })
  expect(await getOfferTo(world, second)).toBeUndefined()
  const assistant = await givenTeacher(courseCode, 'assistant')
  expect(await inviteNow(world, assistant, { ...input, preview: false })).toMatchObject({
    refusal: { code: 'ROLE_NEEDED' },
  })
  const both = await Promise.all([1, 2].map(() => inviteNow(world, creator, { ...input, preview: false })))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await getOfferTo(world, second)).toMatchObject({ state: 'offered', seats: 2 })
  const cohort = world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode)
  expect(await cohort.executeTakeFirst()).toEqual({ taken: 3 })
  const events = world.db.selectFrom('audit_event').select('action').where('actor_id', '=', creator.personId)
  expect((await events.execute()).map(({ action }) => action)).toEqual(['waitlist-invited'])
})

test('the export escapes formulas, and assistants may not export', async () => {
  const courseCode = await givenCourse(world)
  const email = `news-${randomUUID()}@understudy.test`
  const contact = { email, name: '=HYPERLINK("x")' }
  await registerInterest(world, 'reminder', { code: courseCode, contact, ip: randomUUID() })
  const creator = await givenTeacher(courseCode, 'creator')
  const exported = await exportWaiting(world, creator, prefix(courseCode))
  const text = exported.ok ? String(exported.value.content) : ''
  expect(text).toContain(email)
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  const assistant = await givenTeacher(courseCode, 'assistant')
  expect(await exportWaiting(world, assistant, prefix(courseCode))).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
})
