import { describe, expect, test } from 'vitest'
import { createClient } from '#http/client.ts'
import { confirmSocialLogIn, logInWithProvider } from './social-session.ts'

const PROFILE = { user_id: '1', email: 'ana@school.test', name: 'Ana', learner: {}, roles: ['learner'] }
const TOKENS = { token: 'a', refresh_token: 'r' }

/** A browser whose login host returns this for `get-token` and `confirm-social`. */
function createBrowser(status: number, body: unknown) {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()]
  const createStorage = (map: Map<string, string>) => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  })
  const calls: string[] = []
  const storage = { local: createStorage(local), session: createStorage(session) }
  const client = createClient({
    ...storage,
    runExclusive: (_name, job) => job(false),
    base: () => '',
    fetch: async (url) => {
      calls.push(url)
      if (url.endsWith('user-profile')) return Response.json(PROFILE)
      return Response.json(body, { status })
    },
  })
  return { client, storage, local, session, calls }
}

describe('social log-in in the browser (docs/contract §3)', () => {
  test('stores both tokens, then loads the user, then sets the flag', async () => {
    const { client, storage, local, session } = createBrowser(200, TOKENS)
    expect((await logInWithProvider(client, storage, { provider: 'google', authToken: 'x' })).profile).toEqual(PROFILE)
    expect([local.get('access_token'), local.get('refresh_token')]).toEqual(['a', 'r'])
    expect(session.get('logged_in_this_session')).toBe('true')
  })

  test('without a provider token sends nothing and stores nothing', async () => {
    const { client, storage, local, calls } = createBrowser(200, TOKENS)
    for (const body of [{ provider: 'google' }, { provider: 'google', authToken: '' }])
      expect((await logInWithProvider(client, storage, body)).profile).toBeNull()
    expect([calls, [...local]]).toEqual([[], []])
  })

  test.each([{}, { token: 'a' }, { refresh_token: 'r' }, { token: '', refresh_token: 'r' }, null])(
    'stores nothing unless both tokens are present: %j',
    async (body) => {
      const { client, storage, local } = createBrowser(200, body)
      const result = await logInWithProvider(client, storage, { provider: 'google', authToken: 'x' })
      expect([result.error, [...local]]).toEqual(['Error Logging in. Please try again.', []])
    },
  )

  test('a failure shows the server’s message; its browser token is sent with the mailed link, once', async () => {
    const message = 'Error Logging in. Please try again.'
    const failed = createBrowser(401, { message, errorCode: 'SOCIAL_FAILED', data: { claim: 'c' } })
    const result = await logInWithProvider(failed.client, failed.storage, { provider: 'facebook', authToken: 'x' })
    expect([result.error, [...failed.local]]).toEqual([message, [['social_claim', 'c']]])

    const { client } = createBrowser(200, TOKENS)
    expect((await confirmSocialLogIn(client, failed.storage, 'link'))?.profile).toEqual(PROFILE)
    expect(failed.local.has('social_claim')).toBe(false)
    expect(await confirmSocialLogIn(client, failed.storage, 'link')).toBeNull()
  })
})
