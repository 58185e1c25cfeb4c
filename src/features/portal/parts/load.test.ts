import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { loadPortal } from './load.ts'

const profile = { user_id: '1', email: 'ana@cruz.test', name: 'Ana Cruz', learner: {}, roles: ['learner'] }
const ANSWERS: Record<string, unknown> = {
  'user-profile': profile,
  sessions: { data: [] },
  'second-factor': { data: { totp: false } },
  identities: { data: [] },
  'support-inbox': { data: { conversations: [], counts: { open: 2, answered: 0, closed: 0 }, next: null } },
  'admin/figures': { data: { refunds: { waiting: 1 } } },
  'signed-up-info': { data: { enrolments: [], pendingOrders: [] } },
}
const KEYS = { learner: 'access_token', admin: 'admin_access_token' }

/** A browser with both sessions, of which some turn out to be over or not to be reached. */
function world(faults: { learner?: number; admin?: number } = {}) {
  const held = new Set(Object.values(KEYS))
  const client = {
    async call({ path }: { path: string }, { auth }: { auth: 'learner' | 'admin' }) {
      const status = faults[auth] ?? 200
      if (status === 401) held.delete(KEYS[auth])
      return status === 200
        ? { data: ANSWERS[path], error: null, errorCode: null, status }
        : { data: null, error: `says ${status}`, errorCode: null, status }
    },
  } as unknown as Client
  const local = { getItem: (key: string) => (held.has(key) ? 'a token' : null), setItem() {}, removeItem() {} }
  return (asked: string | null) => loadPortal(client, { local }, asked)
}

test('each session shows its own portal', async () => {
  expect(await world()(null)).toMatchObject({
    is: 'admin',
    audience: { as: 'admin', hasBoth: true },
    profile,
    waiting: 2,
    figures: { refunds: { waiting: 1 } },
  })
  expect(await world()('learner')).toMatchObject({
    is: 'learner',
    audience: { as: 'learner', hasBoth: true },
    mine: [],
  })
})

test('where one session is over, the other one’s portal is shown', async () => {
  expect(await world({ admin: 401 })(null)).toMatchObject({ is: 'learner', audience: { hasBoth: false } })
  expect(await world({ learner: 401 })('learner')).toMatchObject({ is: 'admin', audience: { hasBoth: false } })
})

test('where both are over, the door says so', async () => {
  expect(await world({ admin: 401, learner: 401 })(null)).toMatchObject({ is: 'guest', told: expect.any(String) })
})

test('a server that is away logs nobody out', async () => {
  expect(await world({ admin: 503 })(null)).toEqual({ is: 'unreachable', message: 'says 503' })
  expect(await world({ learner: 503 })('learner')).toEqual({ is: 'unreachable', message: 'says 503' })
})
