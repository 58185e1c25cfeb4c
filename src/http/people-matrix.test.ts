/**
 * Promise S1 for people, roles and invitations: every endpoint below `admin/people`, `admin/invitations` and
 * `admin/role-courses` is tried by every kind of caller on every kind of account.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import { type Action, can, type SiteRole } from '#domain/permission.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { createIdentityWorld, fresh, type Identity } from '../../tests/world/identity.ts'
import { givenCourse } from '../../tests/world/selling.ts'

type Target = 'learner' | 'admin' | 'owner'
/** `needs`: the action on the account of a learner. An account of an admin also needs `admin.manage` if `isGuarded`. */
type Row = { needs: Action; isGuarded?: true; body?: () => object }

const effects = (body: object) => ({ ...body, preview: true })
const site = (role: SiteRole) => ({ choice: { role, course: null } })

/** Every endpoint with its action. No body makes a lasting change, except of sessions and e-mails. */
const ROWS: Record<string, Row> = {
  'GET people': { needs: 'person.help' },
  'GET people/:personId': { needs: 'person.help' },
  'POST people/:personId/log-in-link': { needs: 'person.help' },
  'POST people/:personId/sessions/end': { needs: 'person.help', isGuarded: true },
  'POST people/:personId/second-factor/reset': { needs: 'person.help', isGuarded: true },
  'POST people/:personId/erase': { needs: 'person.erase', isGuarded: true, body: () => effects({}) },
  'POST people/:personId/roles': {
    needs: 'role.give',
    body: () => effects({ choice: { role: 'assistant', course: courseCode } }),
  },
  'POST people/:personId/roles#admin': { needs: 'admin.manage', body: () => effects(site('community_admin')) },
  'POST people/:personId/roles#owner': { needs: 'admin.manage', body: () => effects(site('owner')) },
  'POST people/:personId/roles/remove': {
    needs: 'role.give',
    body: () => effects({ choice: { role: 'creator', course: courseCode } }),
  },
  'POST people/:personId/roles/remove#admin': { needs: 'admin.manage', body: () => effects(site('community_admin')) },
  'GET role-courses': { needs: 'role.give' },
  'GET invitations': { needs: 'role.give' },
  'POST invitations': { needs: 'role.give', body: () => ({ email: fresh(), role: 'creator', course: null }) },
  'POST invitations#admin': {
    needs: 'admin.manage',
    body: () => ({ email: fresh(), role: 'community_admin', course: null }),
  },
  'POST invitations/:invitationId/send-again': { needs: 'role.give' },
  'POST invitations/:invitationId/revoke': { needs: 'role.give' },
}
const PREFIX = 'admin/'
const isOurs = (path: string) => /^admin\/(people|invitations|role-courses)(\/|$)/.test(path)

const CALLERS = ['nobody', 'learner', 'creator', 'admin as learner', 'owner as learner', 'admin', 'owner'] as const
type Caller = (typeof CALLERS)[number]

let setup: Identity
let courseCode: string
const tokens = {} as Record<Caller, string | null>
const targets = {} as Record<Target, string>
beforeAll(async () => {
  setup = await createIdentityWorld()
  const { world } = setup
  courseCode = (await givenCourse(world)).split('-')[0]!
  const idOf = async (email: string) => (await personByEmail(world.db, email))!.id
  const [owner, admin, otherOwner] = [await setup.admin(), await setup.admin(), await setup.admin()]
  await world.db.updateTable('site_role').set({ role: 'owner' }).where('person_id', '=', otherOwner.id).execute()
  const creator = await setup.known()
  const role = { personId: await idOf(creator), courseCode, role: 'creator' as const }
  await world.db.transaction().execute((tx) => putCourseRole(tx, role))
  const learner = await setup.known()
  Object.assign(tokens, {
    nobody: null,
    learner: (await setup.as(learner)).authorization,
    creator: (await setup.as(creator)).authorization,
    'admin as learner': (await setup.as(admin.email)).authorization,
    'owner as learner': (await setup.as(owner.email)).authorization,
    admin: admin.headers.authorization,
    owner: owner.headers.authorization,
  })
  targets.learner = await idOf(await setup.known())
  targets.admin = (await setup.admin()).id
  targets.owner = otherOwner.id
})
afterAll(() => setup.close())

async function call(caller: Caller, name: string, personId: string) {
  const [method, path] = name.replace(/#.*/, '').split(' ') as [string, string]
  const authorization = tokens[caller]
  const { status, body } = await setup.api.call(
    `/api/v1/${PREFIX}${path.replace(':personId', personId).replace(':invitationId', randomUUID())}`,
    {
      method,
      headers: authorization ? { authorization } : {},
      ...(method !== 'GET' && { body: ROWS[name]!.body?.() ?? {} }),
    },
  )
  return { status, errorCode: (body?.errorCode ?? null) as string | null }
}

test('the table has every endpoint about people, and no other', () => {
  const names = listEndpoints(setup.world)
    .map(({ endpoint: { method, path } }) => ({ method, path }))
    .filter(({ path }) => isOurs(path))
    .map(({ method, path }) => `${method} ${path.slice(PREFIX.length)}`)
  const listed = new Set(Object.keys(ROWS).map((name) => name.replace(/#.*/, '')))
  expect([...listed].toSorted()).toEqual(names.toSorted())
})

test.each(['nobody', 'learner', 'creator', 'admin as learner', 'owner as learner'] as const)(
  '%s gets nothing, and the answer is the same for a person who does not exist',
  async (caller) => {
    for (const name of Object.keys(ROWS))
      for (const personId of [...Object.values(targets), randomUUID()]) {
        const { status } = await call(caller, name, personId)
        expect([name, status]).toEqual([name, 401])
      }
  },
)

test.each(['admin', 'owner'] as const)('%s: each endpoint does what the role allows', async (caller) => {
  const role = caller === 'owner' ? 'owner' : 'community_admin'
  const may = (action: Action) => can({ site: role, course: null }, action)
  for (const [name, { needs, isGuarded }] of Object.entries(ROWS))
    for (const [target, personId] of Object.entries(targets)) {
      await setup.world.db.deleteFrom('rate_limit').execute()
      const isAllowed = may(needs) && (!isGuarded || target === 'learner' || may('admin.manage'))
      const { errorCode } = await call(caller, name, personId)
      expect([name, target, errorCode === 'OWNER_NEEDED']).toEqual([name, target, !isAllowed])
    }
})

test.each(['admin', 'owner'] as const)('%s: a missing person and a missing invitation are 404', async (caller) => {
  await setup.world.db.deleteFrom('rate_limit').execute()
  for (const name of Object.keys(ROWS)) {
    const { errorCode } = await call(caller, name, randomUUID())
    if (name.includes(':invitationId')) expect([name, errorCode]).toEqual([name, 'INVITATION_NOT_FOUND'])
    if (name.includes(':personId') && errorCode !== 'OWNER_NEEDED')
      expect([name, errorCode]).toEqual([name, 'PERSON_NOT_FOUND'])
  }
})

test('roles, erasure, the second factor and invitations ask for a step-up', async () => {
  await setup.world.db.updateTable('session').set({ stepped_up_at: null }).execute()
  const asking = [
    ['POST', `people/${targets.learner}/second-factor/reset`, {}],
    ['POST', `people/${targets.learner}/roles`, site('creator')],
    ['POST', `people/${targets.learner}/roles/remove`, site('creator')],
    ['POST', `people/${targets.learner}/erase`, {}],
    ['POST', 'invitations', { email: fresh(), role: 'creator', course: null }],
    ['POST', `invitations/${randomUUID()}/send-again`, {}],
  ] as const
  for (const [method, path, body] of asking) {
    const headers = { authorization: tokens.owner! }
    const answer = await setup.api.call(`/api/v1/${PREFIX}${path}`, { method, headers, body })
    expect([path, answer.body.errorCode]).toEqual([path, 'STEP_UP_REQUIRED'])
  }
})
