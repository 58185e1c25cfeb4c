import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import { getSignedUpInfo } from '#screens/portal/signed-up-info.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { mountCalendar } from './calendar.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await createWorld()
  app = Fastify()
  mountCalendar(app, world)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const status = async (url: string) => (await app.inject({ url })).statusCode

/** Creates a cohort with one session. Returns its code and the URL of its calendar. */
async function givenCohort(course: { listed?: boolean; withdrawn_at?: Date } = {}) {
  const courseCode = await givenCourse(world)
  const prefixCode = courseCode.split('-')[0]!
  const startsAt = new Date(Date.now() + 30 * 86_400_000)
  await givenSession(world, courseCode, {
    title: 'The first',
    startsAt,
    timezoneId: 'Europe/London',
    endsAt: new Date(startsAt.getTime() + 5_400_000),
  })
  const hide = world.db
    .updateTable('course')
    .set({ listed: true, ...course })
    .where('course_code', '=', prefixCode)
  await hide.execute()
  return { courseCode, url: `/calendar/${courseCode}.ics` }
}

test('the calendar of a listed course is public, and its code is not case-sensitive', async () => {
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
])('the calendar of an %s course needs its key, which opens no other cohort', async (_what, course) => {
  const { courseCode, url } = await givenCohort(course)
  const other = await givenCohort(course)
  const key = new URL(createCalendarPath(world.secrets, courseCode), 'http://x').searchParams.get('key')
  expect(await status(`${url}?key=${key}`)).toBe(200)
  for (const wrong of [url, `${url}?key=`, `${url}?key=${randomUUID()}`, `${url}?key=${key}&key=${key}`])
    expect([wrong, await status(wrong)]).toEqual([wrong, 404])
  expect(await status(`${other.url}?key=${key}`)).toBe(404)
})

test('an excluded course code has no calendar without a key', async () => {
  const { courseCode, url } = await givenCohort()
  const excluded = Fastify()
  const config = { ...world.config, excludedCourseCodes: [courseCode.split('-')[0]!] }
  mountCalendar(excluded, { ...world, config })
  expect((await excluded.inject({ url })).statusCode).toBe(404)
  expect((await excluded.inject({ url: createCalendarPath(world.secrets, courseCode) })).statusCode).toBe(200)
})

test('a learner’s order and portal link to the calendar of an unlisted course', async () => {
  const { courseCode } = await givenCohort({ listed: false })
  const paid = await givenPaidOrder(world, { courseCode })
  const order = await viewOrder(world, guest(paid.checkoutToken), paid.orderId)
  const person = world.db.selectFrom('person').select('id').where('email', '=', paid.email)
  const info = await getSignedUpInfo(world, (await person.executeTakeFirstOrThrow()).id)
  for (const url of [order.ok && order.value.calendarUrl, info.enrolments[0]?.calendarUrl])
    expect(await status(String(url))).toBe(200)
})

test('an event keeps its id when its session moves, and gets a higher number; a cancelled one says so', async () => {
  const { courseCode, url } = await givenCohort()
  const readFields = async () => {
    const { body, headers } = await app.inject({ url })
    const get = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(body)?.[1]?.trim()
    return {
      method: get('METHOD'),
      type: headers['content-type'],
      id: get('UID'),
      number: get('SEQUENCE'),
      status: get('STATUS'),
    }
  }
  const change = (fields: { starts_at?: Date; sequence?: number; cancelled_at?: Date }) =>
    world.db.updateTable('cohort_session').set(fields).where('cohort_code', '=', courseCode).execute()
  const first = await readFields()
  expect(first).toMatchObject({ method: 'PUBLISH', number: '0', status: 'CONFIRMED' })
  await change({ starts_at: new Date(Date.now() + 30 * 86_400_000 - 60_000), sequence: 1 })
  expect(await readFields()).toEqual({ ...first, number: '1' })
  await change({ cancelled_at: new Date() })
  const cancelled = {
    method: 'CANCEL',
    number: '2',
    status: 'CANCELLED',
    type: 'text/calendar; charset=utf-8; method=CANCEL',
  }
  expect(await readFields()).toEqual({ ...first, ...cancelled })
})
