/**
 * Every endpoint there is, called by everybody there is, by every way to write its address. The list is
 * the one that is mounted: a new endpoint is in here before anybody thinks of it. Invariants A1, A2, S10.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#features/accounts/open-session.ts'
import { personByEmail } from '#features/accounts/queries/people.ts'
import { endSession } from '#features/accounts/queries/sessions.ts'
import { issueAccess } from '#features/accounts/tokens.ts'
import { placeOrder } from '#features/checkout/order.ts'
import { type ActorKind, type EndpointShape, endpoint } from '#http/endpoint.ts'
import { openSecrets } from '#platform/secrets.ts'
import { type Identity, openIdentity, SAID } from '../../tests/identity.ts'
import { checkoutBody, givenCourse } from '../../tests/selling.ts'
import { allEndpoints } from './endpoints.ts'

let own: Identity
const emails: Record<string, string> = {}
beforeAll(async () => {
  own = await openIdentity()
  emails.learner = await own.known()
  emails.other = await own.known()
  emails.creator = await own.known(['learner', 'creator'])
  emails.admin = await own.known(['learner', 'community-admin'])
})
afterAll(() => own.close())

type Session = { token: string; sessionId: string; personId: string; roles: string[] }
async function begin(email: string, audience: 'learner' | 'admin' = 'learner'): Promise<Session> {
  const person = (await personByEmail(own.world.db, email))!
  const device = { name: 'Matrix', isBound: false }
  const { tokens } = await own.world.db
    .transaction()
    .execute((tx) => openSession(own.world, tx, person, audience, device))
  const sessionId = tokens.refresh_token.slice(0, 36)
  return { token: tokens.token, sessionId, personId: person.id, roles: person.roles }
}

/** Who there is, and the token each of them shows. */
const ACTORS = {
  nobody: async () => null,
  learner: async () => (await begin(emails.learner!)).token,
  'other learner': async () => (await begin(emails.other!)).token,
  creator: async () => (await begin(emails.creator!)).token,
  'admin as learner': async () => (await begin(emails.admin!)).token,
  admin: async () => (await begin(emails.admin!, 'admin')).token,
  'learner who says admin': async () => signed(await begin(emails.learner!), { audience: 'admin' }),
  'admin session, learner token': async () => signed(await begin(emails.admin!, 'admin'), { audience: 'learner' }),
  expired: async () => signed(await begin(emails.learner!), { minutesAgo: 11 }),
  'another key': async () =>
    signed(await begin(emails.admin!, 'admin'), { audience: 'admin', key: Buffer.alloc(32, 7) }),
  'dead session': async () => {
    const session = await begin(emails.learner!)
    await endSession(own.world.db, session.sessionId, 'log-out')
    return session.token
  },
} as const
type Who = keyof typeof ACTORS

function signed(
  { personId, sessionId, roles }: Session,
  { audience = 'learner', minutesAgo = 0, key }: { audience?: 'learner' | 'admin'; minutesAgo?: number; key?: Buffer },
): Promise<string> {
  const secrets = key ? openSecrets(key) : own.world.secrets
  return issueAccess(secrets, { personId, sessionId, audience }, roles, new Date(Date.now() - minutesAgo * 60_000))
}

const LEARNERS: Who[] = ['learner', 'other learner', 'creator', 'admin as learner']
/** Who gets past the door of each kind of endpoint. Everybody else with a token is refused it. */
const PASS: Record<ActorKind, Who[]> = {
  anyone: ['nobody', ...LEARNERS],
  learner: LEARNERS,
  admin: ['admin'],
  person: [...LEARNERS, 'admin'],
  'order-holder': ['nobody', ...LEARNERS, 'admin'],
  provider: ['nobody', ...LEARNERS, 'admin'],
}

const endpoints = () => allEndpoints(own.world).map((mounted) => mounted.endpoint)
const pathOf = (endpoint: EndpointShape) => `/api/v1/${endpoint.path.replace(/:\w+/g, () => randomUUID())}`

test.each(Object.keys(ACTORS) as Who[])(
  '%s passes exactly the doors that are theirs',
  async (who) => {
    for (const endpoint of endpoints()) {
      const token = await ACTORS[who]()
      const answer = await own.api.call(pathOf(endpoint), {
        method: endpoint.method,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(endpoint.method !== 'GET' && { body: {} }),
      })
      const door = `${who} at ${endpoint.method} ${endpoint.path}`
      const isStopped = ['TOKEN_REQUIRED', 'TOKEN_INVALID'].includes(answer.body?.errorCode)
      expect([door, isStopped]).toEqual([door, !PASS[endpoint.actor].includes(who)])
      if (isStopped) expect(answer).toMatchObject(token ? SAID.badToken : SAID.noToken)
      expect([door, answer.status < 500]).toEqual([door, true])
    }
  },
  60_000,
)

test('what belongs to one learner is a 404 to every other, and to nobody, as if it did not exist', async () => {
  const mine = await begin(emails.learner!)
  const courseCode = await givenCourse(own.world)
  const body = await checkoutBody(own.world, courseCode)
  const { personId, sessionId } = mine
  const actor = { kind: 'person', personId, sessionId, audience: 'learner', roles: ['learner'] } as const
  const placed = await placeOrder(own.world, actor, body, '192.0.2.1')
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, paymentId } = placed.value
  const places: [string, string, string][] = [
    ['GET', `orders/${orderId}`, 'ORDER_NOT_FOUND'],
    ['GET', `verify-payment?orderId=${orderId}`, 'ORDER_NOT_FOUND'],
    ['GET', `verify-payment?paymentId=${paymentId}`, 'ORDER_NOT_FOUND'],
    ['DELETE', `sessions/${mine.sessionId}`, 'SESSION_NOT_FOUND'],
  ]
  for (const [method, path, errorCode] of places) {
    for (const who of ['other learner', 'creator', 'nobody'] as const) {
      const token = await ACTORS[who]()
      if (!token && errorCode === 'SESSION_NOT_FOUND') continue
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      expect(await own.api.call(`/api/v1/${path}`, { method, headers })).toMatchObject({
        status: 404,
        body: { errorCode },
      })
    }
    const headers = { authorization: `Bearer ${mine.token}` }
    expect((await own.api.call(`/api/v1/${path}`, { method, headers })).status).toBeLessThan(300)
  }
})

test('an endpoint that does not say who may call it does not compile', () => {
  // @ts-expect-error: it has no actor; should that ever compile, tsc complains about this line
  endpoint({ host: 'login', method: 'GET', path: 'x', summary: 'No actor', answers: {}, refusals: [] })
})

describe('however its address is written, an endpoint decides the same or is not there', () => {
  const WAYS: [string, (path: string) => string][] = [
    ['as it is', (path) => path],
    ['a slash behind', (path) => `${path}/`],
    ['two slashes before', (path) => `/${path}`],
    ['two slashes within', (path) => path.replace('/v1/', '/v1//')],
    ['capitals', (path) => path.toUpperCase()],
    ['a capital', (path) => path.replace('/v1/', '/V1/')],
    ['an encoded slash', (path) => path.replace('/v1/', '/v1%2f')],
    ['an encoded letter', (path) => path.replace('/api', '/%61pi')],
    ['a dot', (path) => path.replace('/v1/', '/v1/./')],
    ['two dots', (path) => path.replace('/v1/', '/v1/x/../')],
    ['a semicolon', (path) => `${path};x`],
    ['a space', (path) => `${path}%20`],
    ['a NUL', (path) => `${path}%00`],
    ['an extension', (path) => `${path}.json`],
  ]
  test.each(WAYS)('%s', async (_name, write) => {
    for (const endpoint of endpoints().filter(({ actor }) => ['learner', 'admin', 'person'].includes(actor))) {
      const path = write(pathOf(endpoint))
      for (const method of new Set([endpoint.method, 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])) {
        const status = await rawStatus(method, path)
        expect([method, path, [400, 401, 404, 405].includes(status) && status]).toEqual([method, path, status])
      }
      expect([204, 404]).toContain(await rawStatus('OPTIONS', path))
    }
  })
})

/** As it is written: `fetch` would tidy the path first. */
function rawStatus(method: string, path: string): Promise<number> {
  const { hostname, port } = new URL(own.api.base)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end()
  })
}
