import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CourseRole, SiteRole } from '#domain/permission.ts'
import { anonymisePerson, personById } from '#people/accounts/queries/people.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { eraseAccount } from '#screens/portal/delete-account.ts'
import { countLockWaits } from '../../../tests/support/lock-waits.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { giveRole } from './give-role.ts'
import { type ActingPerson, getCourseRole, getSiteRole, putCourseRole } from './queries.ts'
import type { RoleChoice } from './role-choice.ts'
import { takeRole } from './take-role.ts'

let world: World
let owner: ActingPerson
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())
/** Each test begins with one owner. */
beforeEach(async () => {
  owner = await givenAdmin()
  await world.db.transaction().execute(async (tx) => {
    await tx.updateTable('site_role').set({ role: 'owner' }).where('person_id', '=', owner.personId).execute()
    await tx
      .updateTable('site_role')
      .set({ role: 'community_admin' })
      .where('person_id', '<>', owner.personId)
      .execute()
  })
})

async function givenAdmin(): Promise<ActingPerson> {
  const email = `${randomUUID()}@understudy.test`
  await grantAdminRole(world, { email, name: 'Addy Admin' })
  const { id } = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { personId: id, audience: 'admin' }
}
async function givenPerson(name = 'Tess Teacher'): Promise<string> {
  const person = { email: `${randomUUID()}@understudy.test`, name }
  return (await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()).id
}
const givenCourseCode = async () => (await givenCourse(world)).split('-')[0]!
const site = (role: SiteRole): RoleChoice => ({ role, courseCode: null })
const course = (role: CourseRole, courseCode: string): RoleChoice => ({ role, courseCode })

/** As a person in the browser: reads the effects, then confirms them. */
async function give(admin: ActingPerson, personId: string, choice: RoleChoice, keepsFormer = false) {
  const input = { personId, choice, keepsFormer }
  const read = await giveRole(world, admin, { ...input, preview: true })
  if (!read.ok) return read
  return giveRole(world, admin, { ...input, effectsHash: read.value.effectsHash })
}
async function take(admin: ActingPerson, personId: string, choice: RoleChoice) {
  const read = await takeRole(world, admin, { personId, choice, preview: true })
  if (!read.ok) return read
  return takeRole(world, admin, { personId, choice, effectsHash: read.value.effectsHash })
}
const codes = (outcome: Awaited<ReturnType<typeof give>>) =>
  outcome.ok ? outcome.value.effects.map(({ code }) => code) : [outcome.refusal.code]
const countOwners = async () =>
  (await world.db.selectFrom('site_role').select('person_id').where('role', '=', 'owner').execute()).length

describe('roles at the site', () => {
  test('an admin is made and removed by an owner; the log-ins as admin end', async () => {
    const personId = await givenPerson()
    expect(codes(await give(owner, personId, site('community_admin')))).toEqual(['role-given', 'password-missing'])
    expect(await getSiteRole(world.db, personId)).toBe('community_admin')
    expect((await personById(world.db, personId))!.roles).toContain('community-admin')
    await world.db
      .insertInto('session')
      .values({ person_id: personId, audience: 'admin', device: 'Firefox', expires_at: new Date(Date.now() + 1e6) })
      .execute()
    expect(codes(await take(owner, personId, site('community_admin')))).toEqual(['role-removed', 'sessions-end'])
    expect(await getSiteRole(world.db, personId)).toBeNull()
    const sessions = world.db.selectFrom('session').select('ended_because').where('person_id', '=', personId)
    expect(await sessions.execute()).toEqual([{ ended_because: 'logged-out-elsewhere' }])
    const events = await world.db
      .selectFrom('audit_event')
      .select(['action', 'actor_id', 'details'])
      .where('object_id', '=', personId)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'role-given', actor_id: owner.personId, details: { role: 'community_admin' } },
      { action: 'role-removed', actor_id: owner.personId, details: { role: 'community_admin' } },
    ])
  })

  test('a person who could make courses and was an admin keeps neither, and no open studio', async () => {
    const personId = await givenPerson()
    await give(owner, personId, site('creator'))
    await give(owner, personId, site('community_admin'))
    await take(owner, personId, site('community_admin'))
    expect((await personById(world.db, personId))!.roles).toEqual(['learner'])
  })

  test('an admin who is no owner gives and takes the roles of courses only', async () => {
    const admin = await givenAdmin()
    const personId = await givenPerson()
    for (const role of ['owner', 'community_admin'] as const)
      expect(codes(await give(admin, personId, site(role)))).toEqual(['OWNER_NEEDED'])
    for (const target of [owner, admin])
      expect(codes(await take(admin, target.personId, site('community_admin')))).toEqual(['OWNER_NEEDED'])
    expect(codes(await give(admin, personId, site('creator')))).toEqual(['role-given'])
    expect(codes(await take(admin, personId, site('creator')))).toEqual(['role-removed'])
    const asLearner = { ...owner, audience: 'learner' } as const
    expect(codes(await give(asLearner, personId, site('creator')))).toEqual(['OWNER_NEEDED'])
  })

  test('nothing happens before the effects were read, and a role that is held or gone is told', async () => {
    const personId = await givenPerson()
    const input = { personId, choice: site('creator'), keepsFormer: false }
    expect(await giveRole(world, owner, input)).toMatchObject({ refusal: { code: 'EFFECTS_CHANGED' } })
    expect(await getSiteRole(world.db, personId)).toBeNull()
    await give(owner, personId, site('creator'))
    expect(codes(await give(owner, personId, site('creator')))).toEqual(['ROLE_HELD'])
    expect(codes(await take(owner, personId, site('community_admin')))).toEqual(['ROLE_MISSING'])
    expect(codes(await give(owner, randomUUID(), site('creator')))).toEqual(['PERSON_NOT_FOUND'])
  })

  test('an owner hands over: makes another one, then stays as admin', async () => {
    const next = await givenAdmin()
    expect(codes(await give(owner, owner.personId, site('community_admin')))).toEqual(['LAST_OWNER'])
    expect(codes(await give(owner, next.personId, site('owner')))).toContain('role-given')
    expect(codes(await give(owner, owner.personId, site('community_admin')))).toContain('role-removed')
    expect([await getSiteRole(world.db, next.personId), await getSiteRole(world.db, owner.personId)]).toEqual([
      'owner',
      'community_admin',
    ])
  })
})

describe('roles in a course', () => {
  test('a course is given to another creator, who was there before stays if that is wanted', async () => {
    const courseCode = await givenCourseCode()
    const [nina, omar, lea] = [await givenPerson('Nina'), await givenPerson('Omar'), await givenPerson('Lea')]
    expect(codes(await give(owner, nina, course('creator', courseCode)))).toEqual(['role-given'])
    const given = await give(owner, omar, course('creator', courseCode), true)
    expect(given).toMatchObject({ ok: true, value: { effects: [{}, { message: 'Nina stays as co-teacher.' }] } })
    expect([await getCourseRole(world.db, nina, courseCode), await getCourseRole(world.db, omar, courseCode)]).toEqual([
      'co_teacher',
      'creator',
    ])
    expect(codes(await give(owner, lea, course('creator', courseCode)))).toEqual(['role-given', 'creator-replaced'])
    expect(await getCourseRole(world.db, omar, courseCode)).toBeNull()
    expect(codes(await take(owner, lea, course('creator', courseCode)))).toEqual(['role-removed', 'course-orphaned'])
    expect(codes(await give(owner, lea, course('assistant', 'NOPE')))).toEqual(['COURSE_NOT_FOUND'])
  })

  test('of 50 parallel gifts of one course to fifty people, one is its creator in the end', async () => {
    const courseCode = await givenCourseCode()
    const people = await Promise.all(Array.from({ length: 50 }, () => givenPerson()))
    const outcomes = await Promise.all(people.map((personId) => give(owner, personId, course('creator', courseCode))))
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    // The list of effects names the creator before, so it may have changed; nothing else may go wrong.
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.refusal.code).toBe('EFFECTS_CHANGED')
    const rows = world.db.selectFrom('course_role').select('role').where('course_code', '=', courseCode)
    expect(await rows.execute()).toEqual([{ role: 'creator' }])
  })
})

describe('the last owner', () => {
  test('stays: no role is taken, no account erased, and the database itself refuses', async () => {
    await givenAdmin()
    const { personId } = owner
    expect(codes(await take(owner, personId, site('owner')))).toEqual(['LAST_OWNER'])
    expect(await eraseAccount(world, personId, { kind: 'learner', id: personId })).toMatchObject({
      refusal: { code: 'LAST_OWNER' },
    })
    const own = world.db.updateTable('site_role').where('person_id', '=', personId)
    const refused = /last owner/
    await expect(own.set({ role: 'community_admin' }).execute()).rejects.toThrow(refused)
    await expect(world.db.deleteFrom('site_role').where('person_id', '=', personId).execute()).rejects.toThrow(refused)
    await expect(world.db.deleteFrom('site_role').execute()).rejects.toThrow(refused)
    await expect(
      world.db
        .updateTable('person')
        .set({ roles: ['learner'] })
        .where('id', '=', personId)
        .execute(),
    ).rejects.toThrow(refused)
  })

  test('of an older backup is deleted again after its restore, and an admin becomes the owner', async () => {
    await givenAdmin()
    expect(await eraseAccount(world, owner.personId, { kind: 'operator' })).toMatchObject({ ok: true })
    expect([await getSiteRole(world.db, owner.personId), await countOwners()]).toEqual([null, 1])
    const learner = await givenPerson()
    expect(await eraseAccount(world, learner, { kind: 'operator' })).toMatchObject({ ok: true })
    expect(await countOwners()).toBe(1)
  })

  test('S10: 50 parallel demotions, transfers and deletions by ten owners leave an owner', async () => {
    const owners = [owner, ...(await Promise.all(Array.from({ length: 9 }, givenAdmin)))]
    for (const { personId } of owners.slice(1)) await give(owner, personId, site('owner'))
    expect(await countOwners()).toBe(10)
    const heirs = await Promise.all(Array.from({ length: 5 }, givenAdmin))
    const deeds = Array.from({ length: 50 }, (_, at) => async () => {
      const one = owners[at % 10]!
      const other = owners[(at * 7 + 3) % 10]!
      switch (at % 5) {
        case 0:
          return give(one, other.personId, site('community_admin'))
        case 1:
          return take(one, other.personId, site('owner'))
        case 2:
          return eraseAccount(world, other.personId, { kind: 'admin', id: one.personId })
        case 3:
          return give(other, heirs[at % 5]!.personId, at < 25 ? site('owner') : site('community_admin'))
        default:
          return take(one, one.personId, site('owner'))
      }
    })
    const outcomes = await Promise.all(deeds.map((deed) => deed()))
    const refusals = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code])))
    expect([...refusals].filter((code) => !KNOWN_REFUSALS.has(code))).toEqual([])
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    expect(await countOwners()).toBeGreaterThanOrEqual(1)
  })

  test('S10: 50 parallel statements that go round the program leave an owner', async () => {
    const owners = [owner, ...(await Promise.all(Array.from({ length: 9 }, givenAdmin)))]
    for (const { personId } of owners.slice(1)) await give(owner, personId, site('owner'))
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => {
        const { personId } = owners[at % 10]!
        return at % 2 === 0
          ? world.db.deleteFrom('site_role').where('person_id', '=', personId).execute()
          : world.db.updateTable('site_role').set({ role: 'creator' }).where('person_id', '=', personId).execute()
      }),
    )
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await countOwners()).toBe(1)
  })
})

const KNOWN_REFUSALS = new Set([
  'LAST_OWNER',
  'LAST_ADMIN',
  'OWNER_NEEDED',
  'ROLE_MISSING',
  'ROLE_HELD',
  'EFFECTS_CHANGED',
  'PERSON_NOT_FOUND',
  // Erased already.
  'TOKEN_INVALID',
])

test('a creator who is given a lower role in the own course leaves it without a creator, and the list says so', async () => {
  const courseCode = await givenCourseCode()
  const nina = await givenPerson('Nina')
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: nina, courseCode, role: 'creator' }))
  expect(codes(await give(owner, nina, course('assistant', courseCode)))).toEqual([
    'role-given',
    'role-lowered',
    'course-orphaned',
  ])
})

const sentences = (outcome: Awaited<ReturnType<typeof give>>) =>
  outcome.ok ? outcome.value.effects.map(({ message }) => message).join(' ') : outcome.refusal.code

test('a co-teacher who is made an assistant is told to lose the editing; an admin without a role still opens the course', async () => {
  const courseCode = await givenCourseCode()
  const nina = await givenPerson('Nina')
  await give(owner, nina, course('co_teacher', courseCode))
  expect(sentences(await give(owner, nina, course('assistant', courseCode)))).toContain('can no longer edit it')
  const removed = await take(owner, nina, course('assistant', courseCode))
  expect(sentences(removed)).toMatch(/^Nina can no longer open .* in the studio\.$/)
  await give(owner, owner.personId, course('creator', courseCode))
  const given = await give(owner, nina, course('creator', courseCode))
  expect(sentences(given)).toContain('still opens it as an admin')
})

test('who is no admin any more can make no new courses, and the list says so', async () => {
  const { personId } = await givenAdmin()
  const removed = await take(owner, personId, site('community_admin'))
  expect(sentences(removed)).toContain('and can make no new courses')
})

test('a creator who is erased while the course is given away keeps no role in it', async () => {
  const courseCode = await givenCourseCode()
  const [nina, omar] = [await givenPerson('Nina'), await givenPerson('Omar')]
  await give(owner, nina, course('creator', courseCode))
  const input = { personId: omar, choice: course('creator', courseCode), keepsFormer: true }
  const read = await giveRole(world, owner, { ...input, preview: true })
  if (!read.ok) throw new Error(read.refusal.code)
  const given = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('person').select('id').where('id', '=', nina).forUpdate().execute()
    await tx.deleteFrom('course_role').where('person_id', '=', nina).execute()
    const waiting = giveRole(world, owner, { ...input, effectsHash: read.value.effectsHash })
    while ((await countLockWaits(world.db)) === 0);
    await anonymisePerson(tx, nina, { email: `deleted-${nina}@deleted.invalid`, name: 'Deleted' })
    return { waiting }
  })
  expect(codes(await given.waiting)).toEqual(['EFFECTS_CHANGED'])
  expect(await getCourseRole(world.db, nina, courseCode)).toBeNull()
})
