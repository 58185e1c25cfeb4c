/** The end of requests for news about a withdrawn course, on a real database. docs/contract §25. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { fresh } from '../../../tests/world/identity.ts'
import { refuseChanges } from '../../../tests/world/refuse-changes.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { endWithdrawnRequests } from './end-withdrawn.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a request that cannot be ended keeps no other waiting, and is ended by a later run', async () => {
  const courseCode = (await givenCourse(world)).slice(0, -2)
  const people = [fresh(), fresh(), fresh()].map((email) => ({
    kind: 'reminder' as const,
    course_code: courseCode,
    email,
    name: 'Ana',
    timezone_id: 'UTC',
    confirmed_at: new Date(),
  }))
  const requests = await world.db.insertInto('interest').values(people).returning(['id', 'email']).execute()
  const course = world.db.updateTable('course').set({ withdrawn_at: new Date() })
  await course.where('course_code', '=', courseCode).execute()
  const bad = requests.toSorted((a, b) => a.id.localeCompare(b.id))[0]!
  const condition = `old.id = '${bad.id}'`
  const allow = await refuseChanges(world.db, { event: 'update', table: 'interest', condition })
  const countMails = () =>
    Promise.all(requests.map(async ({ email }) => (await listNewestMails(world.db, email)).length))
  await endWithdrawnRequests(world)
  expect(await countMails()).toEqual(requests.map(({ id }) => (id === bad.id ? 0 : 1)))
  await allow()
  await endWithdrawnRequests(world)
  expect(await countMails()).toEqual([1, 1, 1])
})
