/** "E-mail them now" (docs/contract §33), by its verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { tellNow } from './tell-now.ts'
import { writeDueNews } from './write-news.ts'
import { writeNewsNow } from './write-news-now.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => world.close())

const createEmail = () => `news-${randomUUID()}@understudy.test`

test('it counts first, then reaches each confirmed address once for the next dates', async () => {
  const courseCode = await givenCourse(world)
  const course = courseCode.slice(0, -2)
  const person = { email: createEmail(), name: 'Teacher' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.insertInto('course_role').values({ person_id: id, course_code: course, role: 'creator' }).execute()
  const [confirmed, unconfirmed] = [createEmail(), createEmail()]
  const about = { course_code: course, confirmed_at: new Date() }
  await world.db
    .insertInto('interest')
    .values([
      { ...about, kind: 'coming-soon', email: confirmed },
      { ...about, kind: 'reminder', email: confirmed },
      { ...about, kind: 'reminder', email: unconfirmed, confirmed_at: null },
    ])
    .execute()
  const send = (preview: boolean) =>
    tellNow(world, { personId: id, audience: 'learner' }, { courseCode: course, preview })
  const subjectsTo = async (email: string) => (await listNewestMails(world.db, email)).map(({ subject }) => subject)
  expect(await send(true)).toEqual({ ok: true, value: { courseCode, count: 1 } })
  expect(await subjectsTo(confirmed)).toEqual([])
  expect(await send(false)).toMatchObject({ value: { count: 1 } })
  await Promise.all([1, 2].map(() => writeNewsNow(world, { cohortCode: courseCode })))
  await writeDueNews(world)
  expect(await subjectsTo(confirmed)).toEqual(['Enrolment is open: A course'])
  expect(await subjectsTo(unconfirmed)).toEqual([])
  expect(await send(true)).toMatchObject({ value: { count: 0 } })
})

test('on a site without a payment provider it tells of the date, and not of an enrolment that is open', async () => {
  const courseCode = await givenCourse(world)
  const email = createEmail()
  await world.db
    .insertInto('interest')
    .values({ course_code: courseCode.slice(0, -2), confirmed_at: new Date(), kind: 'coming-soon', email })
    .execute()
  await writeNewsNow(withGateway(world, null), { cohortCode: courseCode })
  const [mail] = await listNewestMails(world.db, email)
  expect(mail).toMatchObject({
    subject: 'A new date: A course',
    text_body: expect.stringContaining('Enrolment is not open yet.'),
  })
})
