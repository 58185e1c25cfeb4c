import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inTurn, type Keys, openClient } from './client.ts'
import { endpoint } from './endpoint.ts'

const thing = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'things/:id',
  summary: 'a thing',
  actor: 'learner',
  params: z.object({ id: z.string() }),
  query: z.object({ zone: z.string().optional() }),
  answers: { 200: z.object({ data: z.string() }) },
  refusals: [],
})
const thingIs = { host: 'payment', method: 'GET', path: 'things/:id' } as const

const file = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'file',
  summary: 'a file',
  actor: 'learner',
  answers: {},
  file: 'application/pdf',
  refusals: [],
})

type Seen = { url: string; method: string; headers: Record<string, string>; body: unknown }
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'no answer'

function keys(start: Record<string, string> = {}): Keys & { all: Map<string, string> } {
  const all = new Map(Object.entries(start))
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}

/** How another tab sees a storage: for its first looks as it was. */
function late(local: ReturnType<typeof keys>, looks: number): ReturnType<typeof keys> {
  const before = new Map(local.all)
  let left = looks
  return { ...local, getItem: (key) => (left-- > 0 ? (before.get(key) ?? null) : local.getItem(key)) }
}

let houses = 0

function world(
  replies: (seen: Seen) => Reply,
  start: Record<string, string> = {},
  local = keys(start),
  house = ++houses,
) {
  const seen: Seen[] = []
  const session = keys({ session_token: 'checkout-1', logged_in_this_session: 'true', enrolment: '{}' })
  const client = openClient({
    local,
    session,
    base: (host) => (host === 'login' ? 'https://login.test' : ''),
    oneAtATime: (name, job) => inTurn(`${house}:${name}`, job),
    async fetch(url, init) {
      const call = {
        url,
        method: init.method ?? '',
        headers: init.headers as Record<string, string>,
        body: init.body ? JSON.parse(String(init.body)) : undefined,
      }
      seen.push(call)
      const reply = replies(call)
      if (reply === 'no answer') throw new TypeError('fetch failed')
      return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
        status: reply.status,
        ...(reply.headers && { headers: reply.headers }),
      })
    },
  })
  const askThing = (auth?: 'learner' | 'admin' | 'checkout') =>
    client.call<typeof thing>(thingIs, { params: { id: 'a/b' }, query: {}, ...(auth && { auth }) })
  return { client, seen, local, session, house, askThing }
}

describe('an answer (contract §2)', () => {
  test('comes back whole, and the address holds its parameters and only the queries that are set', async () => {
    const { client, seen } = world(() => ({ status: 200, body: { data: 'here' } }))
    const answer = await client.call<typeof thing>(thingIs, { params: { id: 'a/b' }, query: { zone: 'Asia/Manila' } })
    expect(answer).toEqual({ data: { data: 'here' }, error: null, errorCode: null, status: 200 })
    expect(seen[0]?.url).toBe('/api/v1/things/a%2Fb?zone=Asia%2FManila')
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    [{ status: 400, body: { info: 'first', message: 'second', error: 'third' } }, 'first', 'info comes first'],
    [{ status: 400, body: { message: 'second', error: 'third' } }, 'second', 'then message'],
    [{ status: 400, body: { error: 'third' } }, 'third', 'then error'],
    [{ status: 400, body: { message: '' } }, 'Not Found.', 'an empty sentence is none'],
    [{ status: 404 }, 'Not Found.', '400 or above without a message'],
    [{ status: 500, body: {} }, 'Internal Server Error', '500 or above without a message'],
    [{ status: 503 }, 'Internal Server Error', 'also without a body'],
    ['no answer', 'Something went wrong', 'no answer at all'],
  ] as [Reply, string, string][])('refused with %j says "%s": %s', async (reply, sentence) => {
    const { askThing } = world(() => reply)
    expect((await askThing()).error).toBe(sentence)
  })

  test('a refusal keeps its code, fields, body and when to come back', async () => {
    const body = { message: 'Please wait.', errorCode: 'RATE_LIMITED', fields: { email: 'Email is required' } }
    const { askThing } = world(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    expect(await askThing()).toEqual({
      data: body,
      error: 'Please wait.',
      errorCode: 'RATE_LIMITED',
      status: 429,
      fields: body.fields,
      retryAfterSeconds: 7,
    })
  })
})

test('a file comes back as it was sent, and its refusal as any other', async () => {
  const place = { host: 'payment', method: 'GET', path: 'file', file: 'application/pdf' } as const
  const good = world(() => ({ status: 200, body: '%PDF' }))
  const answer = await good.client.call<typeof file>(place, {})
  expect(answer.error === null && (await answer.data.text())).toBe('"%PDF"')
  expect(good.seen[0]?.headers.accept).toBe('application/pdf, application/json')

  const bad = world(() => ({ status: 409, body: { message: 'Not yet.', errorCode: 'INVOICE_NOT_READY' } }))
  expect(await bad.client.call<typeof file>(place, {})).toMatchObject({ error: 'Not yet.', status: 409 })
})

test('each call carries the word it was asked to carry', async () => {
  const { askThing, seen } = world(() => ({ status: 200, body: { data: '' } }), { access_token: 'access-1' })
  await askThing()
  await askThing('learner')
  await askThing('checkout')
  expect(seen.map((call) => call.headers.authorization)).toEqual([undefined, 'Bearer access-1', 'Bearer checkout-1'])
})

describe('a 401 (specification §4)', () => {
  const session = { access_token: 'old', refresh_token: 'refresh-1' }
  const house = (refresh: Reply) => (call: Seen) => {
    if (call.url === 'https://login.test/api/v1/get-token') return refresh
    return call.headers.authorization === 'Bearer new'
      ? { status: 200, body: { data: 'in' } }
      : { status: 401, body: { message: 'Please log in again.' } }
  }
  const renewed = { status: 200, body: { token: 'new', refresh_token: 'refresh-2' } }

  test('is answered with one refresh and one retry', async () => {
    const { askThing, seen, local } = world(house(renewed), session)
    expect((await askThing('learner')).error).toBeNull()
    expect(seen).toHaveLength(3)
    expect(seen[1]?.body).toEqual({ refreshToken: 'refresh-1' })
    expect(Object.fromEntries(local.all)).toEqual({ access_token: 'new', refresh_token: 'refresh-2' })
  })

  test('met by twenty calls at once still makes one refresh', async () => {
    const { askThing, seen } = world(house(renewed), session)
    const answers = await Promise.all(Array.from({ length: 20 }, () => askThing('learner')))
    expect(answers.every((answer) => answer.error === null)).toBe(true)
    expect(seen.filter((call) => call.url.endsWith('get-token'))).toHaveLength(1)
  })

  describe('met by two tabs, one of which sees late what the other wrote,', () => {
    const twoTabs = (refresh: Reply) => {
      const one = world(house(refresh), session)
      const two = world(house(refresh), {}, late(one.local, 5), one.house)
      const refreshes = () => [...one.seen, ...two.seen].filter((call) => call.url.endsWith('get-token')).length
      return { one, two, refreshes }
    }

    test('makes one refresh', async () => {
      const { one, two, refreshes } = twoTabs(renewed)
      const answers = await Promise.all([one.askThing('learner'), two.askThing('learner')])
      expect(answers.map(({ error }) => error)).toEqual([null, null])
      expect(refreshes()).toBe(1)
    })

    test('makes one refresh also where the second comes when the first is done', async () => {
      const { one, two, refreshes } = twoTabs(renewed)
      await one.askThing('learner')
      expect((await two.askThing('learner')).error).toBeNull()
      expect(refreshes()).toBe(1)
    })

    test('is tried again by the second where the first got no answer', async () => {
      const { one, two, refreshes } = twoTabs('no answer')
      await Promise.all([one.askThing('learner'), two.askThing('learner')])
      expect(refreshes()).toBe(2)
    })
  })

  test.each([
    [{ status: 401, body: { message: 'Your session has ended.', errorCode: 'REFRESH_INVALID' } }, 'refused'],
    [{ status: 200, body: {} }, 'without a token'],
    [{ status: 200, body: { token: 'new' } }, 'with one token only'],
  ] as [Reply, string][])('whose refresh is answered %j (%#: %s) logs out', async (refresh) => {
    const world1 = world(house(refresh), session)
    expect(await world1.askThing('learner')).toMatchObject({ error: 'No Access Token Found.', status: 401 })
    expect(world1.local.all.size).toBe(0)
    expect([...world1.session.all.keys()]).toEqual(['session_token'])
  })

  test('without a refresh token logs out, and asks nobody', async () => {
    const { askThing, seen } = world(house(renewed), { access_token: 'old' })
    expect((await askThing('learner')).error).toBe('No Access Token Found.')
    expect(seen).toHaveLength(1)
  })

  test.each(['no answer', { status: 502 }, { status: 429 }] as Reply[])(
    'whose refresh is lost (%j) logs nobody out',
    async (refresh) => {
      const { askThing, local } = world(house(refresh), session)
      expect((await askThing('learner')).error).not.toBeNull()
      expect(local.getItem('refresh_token')).toBe('refresh-1')
    },
  )

  test('to an admin renews the admin’s tokens, and leaves the learner’s alone', async () => {
    const admin = { admin_access_token: 'old', admin_refresh_token: 'admin-1' }
    const { askThing, seen, local } = world(house(renewed), { ...session, access_token: 'of the learner', ...admin })
    expect((await askThing('admin')).error).toBeNull()
    expect(seen[1]?.body).toEqual({ refreshToken: 'admin-1' })
    expect(Object.fromEntries(local.all)).toEqual({
      access_token: 'of the learner',
      refresh_token: 'refresh-1',
      admin_access_token: 'new',
      admin_refresh_token: 'refresh-2',
    })
  })

  test('that ends an admin’s session logs the admin out, and not the learner', async () => {
    const { askThing, local } = world(house({ status: 401 }), { ...session, admin_access_token: 'old' })
    expect(await askThing('admin')).toMatchObject({ error: 'No Access Token Found.' })
    expect(Object.fromEntries(local.all)).toEqual(session)
  })

  test('that comes again after the retry is an answer, not a circle', async () => {
    const { askThing, seen } = world((call) => (call.url.endsWith('get-token') ? renewed : { status: 401 }), session)
    expect((await askThing('learner')).status).toBe(401)
    expect(seen).toHaveLength(3)
  })

  test('to a guest or to a checkout token is not refreshed', async () => {
    const { askThing, seen } = world(house(renewed), session)
    await askThing()
    await askThing('checkout')
    expect(seen).toHaveLength(2)
  })
})
