import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarPath } from '#features/catalog/calendar.ts'
import { viewOrder } from '#features/checkout/view-order.ts'
import { signedUpInfoOf } from '#features/portal/signed-up-info.ts'
import { givenPaidOrder } from '../../tests/bought.ts'
import { givenCourse } from '../../tests/selling.ts'
import { guest, openWorld, type World } from '../../tests/world.ts'
import { mountCalendar } from './calendar.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await openWorld()
  app = Fastify()
  mountCalendar(app, world)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const status = async (url: string) => (await app.inject({ url })).statusCode

/** A cohort with one session; answers its code and the address of its calendar. */
async function givenCohort(course: { listed?: boolean; withdrawn_at?: Date } = {}) {
  const courseCode = await givenCourse(world)
  const prefixCode = courseCode.split('-')[0]!
  const startsAt = new Date(Date.now() + 30 * 86_400_000)
  await world.db
    .insertInto('cohort_session')
    .values({
      course_code: courseCode,
      position: 0,
      item_id: 's1',
      title: 'The first',
      local_start: '2027-01-12T20:00',
      timezone_id: 'Europe/London',
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 5_400_000),
    })
    .execute()
  const hide = world.db
    .updateTable('course')
    .set({ listed: true, ...course })
    .where('prefix_code', '=', prefixCode)
  await hide.execute()
  return { courseCode, url: `/calendar/${courseCode}.ics` }
}

test('the dates of a listed course are anybody’s, in whatever case its code is typed', async () => {
  const { url } = await givenCohort()
  const file = await app.inject({ url })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toContain('text/calendar')
  expect(file.body).toContain('SUMMARY:The first')
  expect(await status(url.toLowerCase())).toBe(200)
  expect(await status('/calendar/NOSUCH-1.ics')).toBe(404)
})

test.each([
  ['unlisted', { listed: false }],
  ['withdrawn', { withdrawn_at: new Date() }],
])('those of an %s course are for whoever has the key, which opens no other cohort', async (_what, course) => {
  const { courseCode, url } = await givenCohort(course)
  const other = await givenCohort(course)
  const key = new URL(calendarPath(world.secrets, courseCode), 'http://x').searchParams.get('key')
  expect(await status(`${url}?key=${key}`)).toBe(200)
  for (const wrong of [url, `${url}?key=`, `${url}?key=${randomUUID()}`, `${url}?key=${key}&key=${key}`])
    expect([wrong, await status(wrong)]).toEqual([wrong, 404])
  expect(await status(`${other.url}?key=${key}`)).toBe(404)
})

test('a course code that is excluded has no calendar by its code alone', async () => {
  const { courseCode, url } = await givenCohort()
  const excluded = Fastify()
  const config = { ...world.config, excludedCourseCodes: [courseCode.split('-')[0]!] }
  mountCalendar(excluded, { ...world, config })
  expect((await excluded.inject({ url })).statusCode).toBe(404)
  expect((await excluded.inject({ url: calendarPath(world.secrets, courseCode) })).statusCode).toBe(200)
})

test('the order and the portal of a learner lead to the dates of an unlisted course', async () => {
  const { courseCode } = await givenCohort({ listed: false })
  const paid = await givenPaidOrder(world, { courseCode })
  const order = await viewOrder(world, guest(paid.checkoutToken), paid.orderId)
  const person = world.db.selectFrom('person').select('id').where('email', '=', paid.email)
  const info = await signedUpInfoOf(world, (await person.executeTakeFirstOrThrow()).id)
  for (const url of [order.ok && order.value.calendarUrl, info.enrolments[0]?.calendarUrl])
    expect(await status(String(url))).toBe(200)
})
