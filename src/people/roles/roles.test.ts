import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { giveCourses } from './give-courses.ts'
import { deleteRoles, getSiteRole, putCourseRole } from './queries.ts'
import { requirePermission } from './require-permission.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function givenPerson(): Promise<string> {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Tess Teacher' }
  return (await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()).id
}

async function givenAdmin(): Promise<string> {
  const email = `${randomUUID()}@understudy.test`
  await grantAdminRole(world, { email, name: 'Addy Admin' })
  return (await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

const givenCourseCode = async () => (await givenCourse(world)).split('-')[0]!

async function getRoles(personId: string): Promise<string[]> {
  return (await world.db.selectFrom('person').select('roles').where('id', '=', personId).executeTakeFirstOrThrow())
    .roles
}

const learner = (personId: string) => ({ personId, audience: 'learner' }) as const

test('of ten first admins at the same moment exactly one becomes the owner', async () => {
  const admins = await Promise.all(Array.from({ length: 10 }, givenAdmin))
  const roles = await Promise.all(admins.map((id) => getSiteRole(world.db, id)))
  expect(roles.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'community_admin'), 'owner'])
})

test('a site role counts in an admin session only, and ends with the role', async () => {
  const personId = await givenAdmin()
  const courseCode = await givenCourseCode()
  const admin = { personId, audience: 'admin' } as const
  const refused = { refusal: { code: 'COURSE_NOT_FOUND' } }
  expect(await requirePermission(world.db, admin, 'session.manage', courseCode)).toMatchObject({ ok: true })
  expect(await requirePermission(world.db, learner(personId), 'session.manage', courseCode)).toMatchObject(refused)
  await world.db
    .updateTable('person')
    .set({ roles: ['learner'] })
    .where('id', '=', personId)
    .execute()
  expect(await requirePermission(world.db, admin, 'session.manage', courseCode)).toMatchObject(refused)
})

test('a role opens its own course: a foreign course is like a missing one, and a role that is too low is told', async () => {
  const personId = await givenPerson()
  const own = await givenCourseCode()
  const foreign = await givenCourseCode()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode: own, role: 'assistant' }))
  const ask = (action: 'session.manage' | 'course.edit', code: string) =>
    requirePermission(world.db, learner(personId), action, code)
  expect(await ask('session.manage', own)).toMatchObject({ ok: true })
  expect(await ask('course.edit', own)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  for (const code of [foreign, 'NOPE'])
    expect(await ask('session.manage', code)).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
})

test('courses are given to a creator once, and a person with a course is listed as a creator', async () => {
  const first = await givenPerson()
  const second = await givenPerson()
  const courseCode = await givenCourseCode()
  const give = (personId: string, codes: string[]) =>
    world.db.transaction().execute((tx) => giveCourses(world, tx, personId, codes))
  expect(await give(first, [courseCode, 'NOPE'])).toEqual([courseCode])
  expect(await give(second, [courseCode])).toEqual([])
  expect([await getRoles(first), await getRoles(second)]).toEqual([['learner', 'creator'], ['learner']])
  await world.db.transaction().execute((tx) => deleteRoles(tx, first))
  expect(await getRoles(first)).toEqual(['learner'])
})
