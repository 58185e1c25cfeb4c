/**
 * Calls every mounted endpoint as every kind of caller and with every spelling of its path. New endpoints are covered
 * automatically. See `SECURITY.md`.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import { type ActorKind, type EndpointShape, endpoint } from '#http/endpoint.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { endSession } from '#people/accounts/queries/sessions.ts'
import { createSession } from '#people/accounts/session/create-session.ts'
import { createAccessToken } from '#people/accounts/session/tokens.ts'
import { createSecrets } from '#platform/secrets.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { triesEveryCase } from '../../tests/support/laws.ts'
import { createIdentityWorld, type Identity, SAID } from '../../tests/world/identity.ts'
import { checkoutBody, givenCourse } from '../../tests/world/selling.ts'

let setup: Identity
const emails: Record<string, string> = {}
beforeAll(async () => {
  setup = await createIdentityWorld()
  emails.learner = await setup.known()
  emails.other = await setup.known()
  emails.creator = await setup.known(['learner', 'creator'])
  emails.admin = await setup.known(['learner', 'community-admin'])
})
afterAll(() => setup.close())

type Session = { token: string; sessionId: string; personId: string; roles: string[] }
async function startSession(email: string, audience: 'learner' | 'admin' = 'learner'): Promise<Session> {
  const person = (await personByEmail(setup.world.db, email))!
  const device = { name: 'Matrix', isBound: false }
  const { tokens } = await setup.world.db
    .transaction()
    .execute((tx) => createSession(setup.world, tx, person, audience, device))
  const sessionId = tokens.refresh_token.slice(0, 36)
  return { token: tokens.token, sessionId, personId: person.id, roles: person.roles }
}

/** Each kind of caller, and the token it sends. */
const ACTORS = {
  nobody: async () => null,
  learner: async () => (await startSession(emails.learner!)).token,
  'other learner': async () => (await startSession(emails.other!)).token,
  creator: async () => (await startSession(emails.creator!)).token,
  'admin as learner': async () => (await startSession(emails.admin!)).token,
  admin: async () => (await startSession(emails.admin!, 'admin')).token,
  caller: async () => signToken(await startSession(emails.learner!), { audience: 'admin' }),
  'admin session, learner token': async () =>
    signToken(await startSession(emails.admin!, 'admin'), { audience: 'learner' }),
  expired: async () => signToken(await startSession(emails.learner!), { minutesAgo: 11 }),
  'another key': async () =>
    signToken(await startSession(emails.admin!, 'admin'), { audience: 'admin', key: Buffer.alloc(32, 7) }),
  'dead session': async () => {
    const session = await startSession(emails.learner!)
    await endSession(setup.world.db, session.sessionId, 'log-out')
    return session.token
  },
} as const
type ActorName = keyof typeof ACTORS

function signToken(
  { personId, sessionId, roles }: Session,
  { audience = 'learner', minutesAgo = 0, key }: { audience?: 'learner' | 'admin'; minutesAgo?: number; key?: Buffer },
): Promise<string> {
  const secrets = key ? createSecrets(key) : setup.world.secrets
  return createAccessToken(
    secrets,
    { personId, sessionId, audience },
    roles,
    new Date(Date.now() - minutesAgo * 60_000),
  )
}

const LEARNERS: ActorName[] = ['learner', 'other learner', 'creator', 'admin as learner']
/** The callers that each kind of endpoint accepts. Others with a token are refused. */
const ALLOWED_ACTORS: Record<ActorKind, ActorName[]> = {
  anyone: ['nobody', ...LEARNERS],
  learner: LEARNERS,
  admin: ['admin'],
  person: [...LEARNERS, 'admin'],
  'order-holder': ['nobody', ...LEARNERS, 'admin'],
  provider: ['nobody', ...LEARNERS, 'admin'],
}

const endpoints = () => listEndpoints(setup.world).map((mounted) => mounted.endpoint)
const buildPath = (endpoint: EndpointShape) => `/api/v1/${endpoint.path.replace(/:\w+/g, () => randomUUID())}`

test.each(Object.keys(ACTORS) as ActorName[])(
  '%s is accepted only by the endpoints for that caller',
  async (caller) => {
    let unused: string | null | undefined
    for (const endpoint of endpoints()) {
      // A call that changes something may end its session.
      const token = unused === undefined ? await ACTORS[caller]() : unused
      unused = endpoint.method === 'GET' ? token : undefined
      const answer = await setup.api.call(buildPath(endpoint), {
        method: endpoint.method,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(endpoint.method !== 'GET' && { body: {} }),
      })
      const label = `${caller} at ${endpoint.method} ${endpoint.path}`
      const isRefused = ['TOKEN_REQUIRED', 'TOKEN_INVALID'].includes(answer.body?.errorCode)
      expect([label, isRefused]).toEqual([label, !ALLOWED_ACTORS[endpoint.actor].includes(caller)])
      if (isRefused) expect(answer).toMatchObject(token ? SAID.badToken : SAID.noToken)
      expect([label, answer.status < 500]).toEqual([label, true])
    }
  },
)

test('another learner or a guest gets a 404 for a learner’s own resource', async () => {
  const ownSession = await startSession(emails.learner!)
  const courseCode = await givenCourse(setup.world)
  const body = await checkoutBody(setup.world, courseCode)
  const { personId, sessionId } = ownSession
  const actor = { kind: 'person', personId, sessionId, audience: 'learner', roles: ['learner'] } as const
  const placed = await placeOrder(setup.world, actor, body, '192.0.2.1')
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, paymentId } = placed.value
  const routes: [string, string, string][] = [
    ['GET', `orders/${orderId}`, 'ORDER_NOT_FOUND'],
    ['GET', `verify-payment?orderId=${orderId}`, 'ORDER_NOT_FOUND'],
    ['GET', `verify-payment?paymentId=${paymentId}`, 'ORDER_NOT_FOUND'],
    ['DELETE', `sessions/${ownSession.sessionId}`, 'SESSION_NOT_FOUND'],
  ]
  for (const [method, path, errorCode] of routes) {
    for (const caller of ['other learner', 'creator', 'nobody'] as const) {
      const token = await ACTORS[caller]()
      if (!token && errorCode === 'SESSION_NOT_FOUND') continue
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      expect(await setup.api.call(`/api/v1/${path}`, { method, headers })).toMatchObject({
        status: 404,
        body: { errorCode },
      })
    }
    const headers = { authorization: `Bearer ${ownSession.token}` }
    expect((await setup.api.call(`/api/v1/${path}`, { method, headers })).status).toBeLessThan(300)
  }
})

test('an endpoint without an actor does not compile', () => {
  // @ts-expect-error: the actor is missing. tsc reports this line once it compiles.
  endpoint({ host: 'login', method: 'GET', path: 'x', summary: 'No actor', answers: {}, refusals: [] })
})

describe('every spelling of a path gives the same decision or a 404', () => {
  const PATH_VARIANTS: [string, (path: string) => string][] = [
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
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const
  test.each(PATH_VARIANTS)('%s', async (_name, rewritePath) => {
    const guarded = endpoints().filter(({ actor }) => ['learner', 'admin', 'person'].includes(actor))
    for (const [index, endpoint] of guarded.entries()) {
      const path = rewritePath(buildPath(endpoint))
      // Without `prove laws`, the other methods take turns.
      const others = triesEveryCase ? METHODS : [METHODS[index % METHODS.length]!]
      for (const method of new Set([endpoint.method, ...others])) {
        const status = await rawStatus(method, path)
        expect([method, path, [400, 401, 404, 405].includes(status) && status]).toEqual([method, path, status])
      }
      expect([204, 404]).toContain(await rawStatus('OPTIONS', path))
    }
  })
})

/** Sends the path unchanged. `fetch` would normalise it. */
function rawStatus(method: string, path: string): Promise<number> {
  const { hostname, port } = new URL(setup.api.base)
  return new Promise((resolve, reject) => {
    const clientRequest = request({ hostname, port, method, path }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
