import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { getAppSession } from '#people/accounts/session/app-session.ts'
import { getPageFailure } from '#people/accounts/session/page-failure.ts'
import { loadHome } from './load-home.ts'

const profile = { user_id: '1', email: 'ana@cruz.test', name: 'Ana Cruz', learner: {}, roles: ['learner'] }
const RESPONSES: Record<string, unknown> = {
  home: { data: { profile, courses: [], unpaidOrders: [] } },
  'admin/home': { data: { profile, unansweredCount: 2, figures: { refunds: { waiting: 1 } } } },
}
const KEYS = { learner: 'access_token', admin: 'admin_access_token' }

/** A browser with both sessions. `errorStatuses` gives the error status of each. */
function createHome(errorStatuses: { learner?: number; admin?: number } = {}) {
  const storedKeys = new Set(Object.values(KEYS))
  const client = {
    async call({ path }: { path: string }, { auth }: { auth: 'learner' | 'admin' }) {
      const status = errorStatuses[auth] ?? 200
      if (status === 401) storedKeys.delete(KEYS[auth])
      return status === 200
        ? { data: RESPONSES[path], error: null, errorCode: null, status }
        : { data: null, error: `says ${status}`, errorCode: null, status }
    },
  } as unknown as Client
  const local = { getItem: (key: string) => (storedKeys.has(key) ? 'a token' : null), setItem() {}, removeItem() {} }
  return (requestedAudience: string | null) =>
    loadHome(client, { local, timeZone: 'UTC' }, getAppSession({ local }, 'everyone', requestedAudience)!)
}

const getFailure = (loaded: Promise<unknown>) => loaded.then(() => null, getPageFailure)

test('each session shows its own home', async () => {
  expect(await createHome()(null)).toMatchObject({
    is: 'admin',
    session: { as: 'admin', hasBoth: true },
    profile,
    unansweredCount: 2,
    figures: { refunds: { waiting: 1 } },
  })
  expect(await createHome()('learner')).toMatchObject({
    is: 'learner',
    session: { as: 'learner', hasBoth: true },
    courses: [],
  })
})

test('if one session has expired, the other session’s home is shown', async () => {
  expect(await createHome({ admin: 401 })(null)).toMatchObject({ is: 'learner', session: { hasBoth: false } })
  expect(await createHome({ learner: 401 })('learner')).toMatchObject({ is: 'admin', session: { hasBoth: false } })
})

test('if both sessions have expired, the log-in page says so', async () => {
  expect(await getFailure(createHome({ admin: 401, learner: 401 })(null))).toEqual({
    is: 'signed-out',
    notice: 'You were logged out. Log in again to continue.',
  })
})

test('an unreachable server logs nobody out', async () => {
  expect(await getFailure(createHome({ admin: 503 })(null))).toEqual({ is: 'unreachable', message: 'says 503' })
  expect(await getFailure(createHome({ learner: 503 })('learner'))).toEqual({ is: 'unreachable', message: 'says 503' })
})
