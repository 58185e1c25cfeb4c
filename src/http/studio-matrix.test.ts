/**
 * Promise S1: nobody does in the studio what the roles do not allow. Every endpoint of a course answers a stranger as it
 * answers for a course that does not exist, and the listed ones are tried with every role.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import { type Action, type CourseRole, can } from '#domain/permission.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { givenDraft, givenMaker } from '../../tests/world/made-course.ts'

const CALLERS = ['stranger', 'creator of another', 'assistant', 'co_teacher', 'creator', 'admin'] as const
type Caller = (typeof CALLERS)[number]

const UNITS = { units: { about: 999_999 } }
const CODE = {
  code: 'MATRIX1',
  off: { percent: 10 },
  codes: ['MATRIX'],
  timezoneId: 'UTC',
  startsAtLocal: null,
  endsAtLocal: null,
  useLimit: null,
  perPerson: null,
  minSeats: 1,
}
const SERIES = {
  firstDay: '2099-03-10',
  weekdays: [2],
  everyWeeks: 1,
  start: '18:00',
  minutes: 60,
  timezoneId: 'UTC',
  skippedDays: [],
  count: 2,
}
const COHORT = {
  name: '',
  state: 'announced',
  seats: 5,
  timezoneId: 'UTC',
  enrolClosesAt: null,
  copyOf: null,
  meetingUrl: null,
  sessions: [],
  preview: true,
}

/** The action and the body of each endpoint, below `studio/courses/:course/`. No body makes a lasting change. */
const ROWS: Record<string, { action: Action; body?: object }> = {
  'GET draft': { action: 'course.read' },
  'GET units/:unit': { action: 'course.read' },
  'PATCH units/:unit': { action: 'course.edit', body: { version: 999_999, body: {} } },
  'GET publish': { action: 'course.read' },
  'POST publish': { action: 'course.publish', body: UNITS },
  'POST discard': { action: 'course.edit', body: UNITS },
  'POST versions/:number/restore': { action: 'course.edit', body: UNITS },
  'GET versions': { action: 'course.read' },
  'POST preview-links': { action: 'course.edit', body: { kind: 'frame' } },
  'GET preview-links': { action: 'course.edit' },
  'DELETE preview-links': { action: 'course.edit' },
  'POST withdrawal': { action: 'course.close', body: { preview: true } },
  'DELETE withdrawal': { action: 'course.close' },
  'POST delete': { action: 'course.close', body: { code: 'WRONG' } },
  'GET dates': { action: 'course.read' },
  'POST series': { action: 'dates.edit', body: SERIES },
  'POST cohorts': { action: 'dates.edit', body: COHORT },
  'GET prices': { action: 'course.read' },
  'PATCH group-discount': { action: 'price.edit', body: { hasGroupDiscount: true } },
  'PATCH refund-policy': { action: 'price.edit', body: { policy: 'standard' } },
  'POST duplicate': { action: 'price.edit', body: { title: 'Matrix again' } },
  'GET codes': { action: 'code.edit' },
  'POST codes': { action: 'code.edit', body: CODE },
  'DELETE codes/:code': { action: 'code.edit' },
}

let setup: Identity
let course: string
const tokens = {} as Record<Caller, string>
beforeAll(async () => {
  setup = await createIdentityWorld()
  const { world } = setup
  course = await givenDraft(world, await givenMaker(world), 'Matrix')
  const other = await givenDraft(world, await givenMaker(world), 'Another')
  const giveRole = async (email: string, courseCode: string, role: CourseRole) => {
    const { id } = (await personByEmail(world.db, email))!
    if (role === 'creator') await world.db.deleteFrom('course_role').where('course_code', '=', courseCode).execute()
    await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode, role }))
  }
  for (const caller of CALLERS) {
    if (caller === 'admin') {
      tokens.admin = (await setup.admin()).headers.authorization
      continue
    }
    const email = await setup.known()
    if (caller === 'creator of another') await giveRole(email, other, 'creator')
    else if (caller === 'creator') await giveRole(email, course, 'creator')
    tokens[caller] = (await setup.as(email)).authorization
    if (caller === 'assistant' || caller === 'co_teacher') pending.push(() => giveRole(email, course, caller))
  }
  // After the creator, whose role replaces those before.
  for (const give of pending) await give()
})
afterAll(() => setup.close())
const pending: (() => Promise<void>)[] = []

const PREFIX = 'studio/courses/:course/'
const FILLED: Record<string, string> = { unit: 'about', number: '1', code: 'MATRIX0' }
const listStudio = () =>
  listEndpoints(setup.world)
    .map((mounted) => mounted.endpoint)
    .filter(({ path }) => path.startsWith(PREFIX))

async function call(caller: Caller, code: string, name: string) {
  const [method, path] = name.split(' ') as [string, string]
  const filled = `${PREFIX}${path}`
    .replace(':course', code)
    .replace(/:(\w+)/g, (_all, key) => FILLED[key] ?? randomUUID())
  const { status, body } = await setup.api.call(`/api/v1/${filled}`, {
    method,
    headers: { authorization: tokens[caller], 'idempotency-key': randomUUID() },
    ...(method !== 'GET' && method !== 'DELETE' && { body: ROWS[name]?.body ?? {} }),
  })
  return { status, errorCode: (body?.errorCode ?? null) as string | null }
}

test.each(['stranger', 'creator of another'] as const)(
  '%s: every endpoint of a foreign course answers as for a missing one',
  async (caller) => {
    const endpoints = listStudio()
    expect(endpoints.length).toBeGreaterThanOrEqual(Object.keys(ROWS).length)
    for (const { method, path } of endpoints) {
      const name = `${method} ${path.slice(PREFIX.length)}`
      const foreign = await call(caller, course, name)
      expect([name, foreign]).toEqual([name, await call(caller, 'MISSING', name)])
      if (name in ROWS) expect([name, foreign]).toEqual([name, { status: 404, errorCode: 'COURSE_NOT_FOUND' }])
      expect([name, foreign.status >= 400]).toEqual([name, true])
    }
  },
)

test.each(['assistant', 'co_teacher', 'creator', 'admin'] as const)(
  '%s: each listed endpoint does what the role allows, and says of the others that the role is too low',
  async (caller) => {
    const roles =
      caller === 'admin' ? { site: 'community_admin' as const, course: null } : { site: null, course: caller }
    for (const [name, { action }] of Object.entries(ROWS)) {
      const { errorCode } = await call(caller, course, name)
      const isRefused = errorCode === 'ROLE_NEEDED' || errorCode === 'COURSE_NOT_FOUND'
      expect([name, isRefused ? errorCode : null]).toEqual([name, can(roles, action) ? null : 'ROLE_NEEDED'])
    }
  },
)

test('the table names endpoints that exist', () => {
  const names = listStudio().map(({ method, path }) => `${method} ${path.slice(PREFIX.length)}`)
  expect(Object.keys(ROWS).filter((name) => !names.includes(name))).toEqual([])
})
