import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { givenLesson, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { courseRoom } from './wire/course.ts'

let statements = 0
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements++
    return node
  },
  transformResult: async ({ result }) => result,
}

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld((world) => ({ ...world, db: world.db.withPlugin(counter) }))
})
afterAll(() => setup.close())

test('the room of a course with 200 lessons takes at most 6 statements, with the check of the session', async () => {
  const cohortCode = await givenCourse(setup.world)
  const course = cohortCode.slice(0, -2)
  const { lessonId } = await givenLesson(setup.world, course)
  for (let count = 0; count < 3; count++) await givenSession(setup.world, cohortCode)
  await sql`insert into lesson (course_code, module_id, key, position, kind, title, summary, minutes, state, content)
    select course_code, module_id, 'copy-' || number, 100 + number, kind, title, summary, minutes, state, content
    from lesson cross join generate_series(1, 196) as number where id = ${lessonId}`.execute(setup.world.db)
  const { client, personId } = await createLearner(setup, cohortCode)
  await sql`insert into lesson_progress (person_id, lesson_id, completed_at, completed_by)
    select ${personId}, id, now(), 'marked' from lesson where course_code = ${course} and position % 2 = 0`.execute(
    setup.world.db,
  )
  // The first visit of a day writes the date.
  await client.call(courseRoom, { auth: 'learner', params: { course } })
  statements = 0
  const room = await client.call(courseRoom, { auth: 'learner', params: { course } })
  expect(statements).toBeGreaterThan(1)
  expect(statements).toBeLessThanOrEqual(6)
  if (room.error !== null) throw new Error(room.error)
  expect(room.data.data.modules.flatMap(({ lessons }) => lessons)).toHaveLength(200)
})

test('the room tells each session in the zone that was asked for, and else in the zone of the cohort', async () => {
  const cohortCode = await givenCourse(setup.world)
  await givenSession(setup.world, cohortCode, { startsAt: new Date('2027-01-12T12:00:00Z') })
  const { email } = await createLearner(setup, cohortCode)
  const headers = await setup.as(email)
  const ask = async (query: string) =>
    (await setup.api.call(`/api/v1/learn/courses/${cohortCode.slice(0, -2)}${query}`, { headers })).body
  const manila = { localDate: '2027-01-12', localTime: '20:00', utcOffset: '+08:00' }
  for (const name of ['timezone_id', 'timezoneId'])
    expect(await ask(`?${name}=Asia/Manila`)).toMatchObject({ data: { sessions: [manila] } })
  expect(await ask('')).toMatchObject({ data: { sessions: [{ localTime: '12:00', utcOffset: '+00:00' }] } })
  expect(await ask('?timezone_id=Mars/Base')).toMatchObject({ errorCode: 'TIMEZONE_INVALID' })
})
