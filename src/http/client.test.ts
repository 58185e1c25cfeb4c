import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { registerCheckoutHooks } from '#sell/checkout/session/client-hooks.ts'
import { getLoggedInPeople, setShownPeople } from './browser/stored-tokens.ts'
import { createClient, deleteSession, type KeyValueStorage, runInTabLock, saveTokens } from './client.ts'
import { endpoint } from './endpoint.ts'

const thing = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'things/:id',
  summary: 'a thing',
  actor: 'anyone',
  params: z.object({ id: z.string() }),
  query: z.object({ zone: z.string().optional() }),
  answers: { 200: z.object({ data: z.string() }) },
  refusals: [],
})

const file = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'file',
  summary: 'a file',
  actor: 'anyone',
  answers: {},
  file: 'application/pdf',
  refusals: [],
})

type SentRequest = { url: string; method: string; headers: Record<string, string>; body: unknown }
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'no answer'

function createStorage(start: Record<string, string> = {}): KeyValueStorage & { all: Map<string, string> } {
  const all = new Map(Object.entries(start))
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}

/** A storage as another tab sees it: its first reads return old values. */
function createDelayedStorage(
  local: ReturnType<typeof createStorage>,
  staleReads: number,
): ReturnType<typeof createStorage> {
  const before = new Map(local.all)
  let staleReadsLeft = staleReads
  return { ...local, getItem: (key) => (staleReadsLeft-- > 0 ? (before.get(key) ?? null) : local.getItem(key)) }
}

let lockScopeCount = 0
afterEach(() => setShownPeople(null))
registerCheckoutHooks()

function createTab(
  replies: (seen: SentRequest) => Reply,
  start: Record<string, string> = {},
  local = createStorage(start),
  lockScope = ++lockScopeCount,
) {
  const requests: SentRequest[] = []
  const session = createStorage({ session_token: 'checkout-1', logged_in_this_session: 'true', enrolment: '{}' })
  const client = createClient({
    local,
    session,
    base: (host) => (host === 'login' ? 'https://login.test' : ''),
    runExclusive: (name, job) => runInTabLock(`${lockScope}:${name}`, job),
    async fetch(url, init) {
      const call = {
        url,
        method: init.method ?? '',
        headers: init.headers as Record<string, string>,
        body: init.body ? JSON.parse(String(init.body)) : undefined,
      }
      requests.push(call)
      const reply = replies(call)
      if (reply === 'no answer') throw new TypeError('fetch failed')
      return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
        status: reply.status,
        ...(reply.headers && { headers: reply.headers }),
      })
    },
  })
  const callThing = (auth?: 'learner' | 'admin' | 'checkout') =>
    client.call(thing, { params: { id: 'a/b' }, query: {}, ...(auth && { auth }) })
  return { client, seen: requests, local, session, admin: lockScope, callThing: callThing }
}

describe('a response (docs/contract §2)', () => {
  test('has its whole body, and the URL contains the parameters and only the set queries', async () => {
    const { client, seen } = createTab(() => ({ status: 200, body: { data: 'here' } }))
    const answer = await client.call(thing, {
      params: { id: 'a/b' },
      query: { zone: 'Asia/Manila' },
    })
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
    [{ status: 200, body: { status: 'failed', message: 'Closed.', errorCode: 'X' } }, 'Closed.', 'the field decides'],
    [{ status: 200, body: { status: 'failed', errorCode: 'X' } }, 'Something went wrong', 'also without a sentence'],
  ] as [Reply, string, string][])('refused with %j says "%s": %s', async (reply, sentence) => {
    const { callThing } = createTab(() => reply)
    expect((await callThing()).error).toBe(sentence)
  })

  test('a failed payment is an answer and no refusal', async () => {
    const body = { status: 'failed', data: { failureCode: 'card_declined' } }
    const { callThing } = createTab(() => ({ status: 200, body }))
    expect(await callThing()).toEqual({ data: body, error: null, errorCode: null, status: 200 })
  })

  test('a refusal has its code, fields, body and retry time', async () => {
    const body = { message: 'Please wait.', errorCode: 'RATE_LIMITED', fields: { email: 'Email is required' } }
    const { callThing } = createTab(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    expect(await callThing()).toEqual({
      data: body,
      error: 'Please wait.',
      errorCode: 'RATE_LIMITED',
      status: 429,
      fields: body.fields,
      retryAfterSeconds: 7,
    })
  })
})

test('a file is returned unchanged, and its refusal like any other', async () => {
  const good = createTab(() => ({ status: 200, body: '%PDF' }))
  const answer = await good.client.call(file, {})
  expect(answer.error === null && (await answer.data.text())).toBe('"%PDF"')
  expect(good.seen[0]?.headers.accept).toBe('application/pdf, application/json')

  const bad = createTab(() => ({ status: 409, body: { message: 'Not yet.', errorCode: 'INVOICE_NOT_READY' } }))
  expect(await bad.client.call(file, {})).toMatchObject({ error: 'Not yet.', status: 409 })
})

test('each call sends the requested token', async () => {
  const { callThing, seen } = createTab(() => ({ status: 200, body: { data: '' } }), { access_token: 'access-1' })
  await callThing()
  await callThing('learner')
  await callThing('checkout')
  expect(seen.map((call) => call.headers.authorization)).toEqual([undefined, 'Bearer access-1', 'Bearer checkout-1'])
})

describe('a 401 (docs/specification.md §4)', () => {
  const session = { access_token: 'old', refresh_token: 'refresh-1' }
  const createReplies = (refresh: Reply) => (call: SentRequest) => {
    if (call.url === 'https://login.test/api/v1/get-token') return refresh
    return call.headers.authorization === 'Bearer new'
      ? { status: 200, body: { data: 'in' } }
      : { status: 401, body: { message: 'Please log in again.' } }
  }
  const renewedReply = { status: 200, body: { token: 'new', refresh_token: 'refresh-2' } }

  test('is followed by one refresh and one retry', async () => {
    const { callThing, seen, local } = createTab(createReplies(renewedReply), session)
    expect((await callThing('learner')).error).toBeNull()
    expect(seen).toHaveLength(3)
    expect(seen[1]?.body).toEqual({ refreshToken: 'refresh-1' })
    expect(Object.fromEntries(local.all)).toEqual({ access_token: 'new', refresh_token: 'refresh-2' })
  })

  test('in twenty calls at once causes one refresh', async () => {
    const { callThing, seen } = createTab(createReplies(renewedReply), session)
    const answers = await Promise.all(Array.from({ length: 20 }, () => callThing('learner')))
    expect(answers.every((answer) => answer.error === null)).toBe(true)
    expect(seen.filter((call) => call.url.endsWith('get-token'))).toHaveLength(1)
  })

  describe('in two tabs, one of which reads the other’s storage late,', () => {
    const twoTabs = (refresh: Reply) => {
      const one = createTab(createReplies(refresh), session)
      const two = createTab(createReplies(refresh), {}, createDelayedStorage(one.local, 5), one.admin)
      const refreshes = () => [...one.seen, ...two.seen].filter((call) => call.url.endsWith('get-token')).length
      return { one, two, refreshes }
    }

    test('causes one refresh', async () => {
      const { one, two, refreshes } = twoTabs(renewedReply)
      const answers = await Promise.all([one.callThing('learner'), two.callThing('learner')])
      expect(answers.map(({ error }) => error)).toEqual([null, null])
      expect(refreshes()).toBe(1)
    })

    test('causes one refresh even if the second tab starts after the first is done', async () => {
      const { one, two, refreshes } = twoTabs(renewedReply)
      await one.callThing('learner')
      expect((await two.callThing('learner')).error).toBeNull()
      expect(refreshes()).toBe(1)
    })

    test('is refreshed again by the second tab if the first got no response', async () => {
      const { one, two, refreshes } = twoTabs('no answer')
      await Promise.all([one.callThing('learner'), two.callThing('learner')])
      expect(refreshes()).toBe(2)
    })
  })

  test.each([
    [{ status: 401, body: { message: 'Your session has ended.', errorCode: 'REFRESH_INVALID' } }, 'refused'],
    [{ status: 200, body: {} }, 'without a token'],
    [{ status: 200, body: { token: 'new' } }, 'with one token only'],
  ] as [Reply, string][])('whose refresh returns %j (%#: %s) logs out', async (refresh) => {
    const tab = createTab(createReplies(refresh), session)
    expect(await tab.callThing('learner')).toMatchObject({ error: 'No Access Token Found.', status: 401 })
    expect(tab.local.all.size).toBe(0)
    expect([...tab.session.all.keys()]).toEqual(['session_token'])
  })

  test('without a refresh token logs out and sends no request', async () => {
    const { callThing, seen } = createTab(createReplies(renewedReply), { access_token: 'old' })
    expect((await callThing('learner')).error).toBe('No Access Token Found.')
    expect(seen).toHaveLength(1)
  })

  test.each(['no answer', { status: 502 }, { status: 429 }] as Reply[])(
    'whose refresh gets no usable response (%j) does not log out',
    async (refresh) => {
      const { callThing, local } = createTab(createReplies(refresh), session)
      expect((await callThing('learner')).error).not.toBeNull()
      expect(local.getItem('refresh_token')).toBe('refresh-1')
    },
  )

  test('for an admin renews the admin’s tokens and leaves the learner’s unchanged', async () => {
    const admin = { admin_access_token: 'old', admin_refresh_token: 'admin-1' }
    const { callThing, seen, local } = createTab(createReplies(renewedReply), {
      ...session,
      access_token: 'of the learner',
      ...admin,
    })
    expect((await callThing('admin')).error).toBeNull()
    expect(seen[1]?.body).toEqual({ refreshToken: 'admin-1' })
    expect(Object.fromEntries(local.all)).toEqual({
      access_token: 'of the learner',
      refresh_token: 'refresh-1',
      admin_access_token: 'new',
      admin_refresh_token: 'refresh-2',
    })
  })

  test('that ends an admin’s session logs out the admin, not the learner', async () => {
    const { callThing, local } = createTab(createReplies({ status: 401 }), { ...session, admin_access_token: 'old' })
    expect(await callThing('admin')).toMatchObject({ error: 'No Access Token Found.' })
    expect(Object.fromEntries(local.all)).toEqual(session)
  })

  test('after the retry is returned, without a loop', async () => {
    const { callThing, seen } = createTab(
      (call) => (call.url.endsWith('get-token') ? renewedReply : { status: 401 }),
      session,
    )
    expect((await callThing('learner')).status).toBe(401)
    expect(seen).toHaveLength(3)
  })

  test('for a guest or a checkout token is not refreshed', async () => {
    const { callThing, seen } = createTab(createReplies(renewedReply), session)
    await callThing()
    await callThing('checkout')
    expect(seen).toHaveLength(2)
  })
})

describe('another person in another tab (docs/contract §3)', () => {
  const tokenOf = (sub: string, version = 1) => `h.${btoa(JSON.stringify({ sub, version }))}.s`
  const answer = { status: 200, body: { data: 'fine' } }

  test('a page sends no call for a person whom it does not show, and none of its renewed tokens', async () => {
    const tab = createTab(() => answer, { access_token: tokenOf('ana'), admin_access_token: tokenOf('admin') })
    setShownPeople(getLoggedInPeople(tab.local))
    expect(await tab.callThing('learner')).toMatchObject({ error: null })
    tab.local.setItem('access_token', tokenOf('ana', 2))
    expect(await tab.callThing('learner')).toMatchObject({ error: null })

    tab.local.setItem('access_token', tokenOf('ben'))
    const sent = tab.seen.length
    expect(await tab.callThing('learner')).toMatchObject({ data: null, errorCode: 'PERSON_CHANGED', status: 409 })
    expect(tab.seen.length).toBe(sent)
    expect(await tab.callThing('admin')).toMatchObject({ error: null })
    expect(await tab.callThing('checkout')).toMatchObject({ error: null })
  })

  test('a 401 is not retried with the token of another person', async () => {
    const tab = createTab(
      ({ headers }) => {
        if (headers.authorization === `Bearer ${tokenOf('ana')}`) tab.local.setItem('access_token', tokenOf('ben'))
        return headers.authorization === `Bearer ${tokenOf('ana')}` ? { status: 401 } : answer
      },
      { access_token: tokenOf('ana'), refresh_token: 'refresh-1' },
    )
    setShownPeople(getLoggedInPeople(tab.local))
    expect(await tab.callThing('learner')).toMatchObject({ errorCode: 'PERSON_CHANGED' })
    expect(tab.seen.length).toBe(1)
  })

  test('a log-in and a log-out of this tab itself change whom the page shows', async () => {
    const tab = createTab(() => answer)
    setShownPeople(getLoggedInPeople(tab.local))
    saveTokens(tab.local, 'learner', { token: tokenOf('ana'), refresh_token: 'r' })
    expect(await tab.callThing('learner')).toMatchObject({ error: null })
    deleteSession(tab, 'learner', true)
    saveTokens(tab.local, 'learner', { token: tokenOf('ben'), refresh_token: 'r' })
    expect(await tab.callThing('learner')).toMatchObject({ error: null })
  })
})

describe('what a log-out leaves in the tab (docs/specification.md §4)', () => {
  const both = { access_token: 'l', refresh_token: 'l', admin_access_token: 'a', admin_refresh_token: 'a' }
  const listKeys = ({ local, session }: ReturnType<typeof createTab>) => ({
    local: [...local.all.keys()],
    session: [...session.all.keys()],
  })

  test('the last session clears tokens, enrolment data and flag, whoever it belongs to', () => {
    for (const audience of ['learner', 'admin'] as const) {
      const tab = createTab(() => ({ status: 200 }), both)
      deleteSession(tab, audience === 'learner' ? 'admin' : 'learner', true)
      deleteSession(tab, audience, true)
      expect(listKeys(tab)).toEqual({ local: [], session: [] })
    }
    const onlyAdmin = createTab(() => ({ status: 200 }), { admin_access_token: 'a', admin_refresh_token: 'a' })
    deleteSession(onlyAdmin, 'admin', true)
    expect(listKeys(onlyAdmin)).toEqual({ local: [], session: [] })
  })

  test('an admin’s log-out keeps the flag and the enrolment data of a learner who stays logged in', () => {
    const tab = createTab(() => ({ status: 200 }), both)
    deleteSession(tab, 'admin', true)
    expect(listKeys(tab)).toEqual({
      local: ['access_token', 'refresh_token'],
      session: ['session_token', 'logged_in_this_session', 'enrolment'],
    })
  })

  test('a learner’s log-out takes the flag along, also while an admin stays logged in', () => {
    const tab = createTab(() => ({ status: 200 }), both)
    deleteSession(tab, 'learner', true)
    expect(listKeys(tab)).toEqual({ local: ['admin_access_token', 'admin_refresh_token'], session: [] })
  })
})
