import { describe, expect, test } from 'vitest'
import { openClient } from '#http/client.ts'
import { confirmSocialHere, logInSociallyHere } from './social-session.ts'

const PROFILE = { user_id: '1', email: 'ana@school.test', name: 'Ana', learner: {}, roles: ['learner'] }
const TOKENS = { token: 'a', refresh_token: 'r' }

/** A browser whose log-in host answers `get-token` and `confirm-social` with this. */
function browser(status: number, body: unknown) {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()]
  const keys = (map: Map<string, string>) => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  })
  const calls: string[] = []
  const kept = { local: keys(local), session: keys(session) }
  const client = openClient({
    ...kept,
    oneAtATime: (_name, job) => job(false),
    base: () => '',
    fetch: async (url) => {
      calls.push(url)
      if (url.endsWith('user-profile')) return Response.json(PROFILE)
      return Response.json(body, { status })
    },
  })
  return { client, kept, local, session, calls }
}

describe('social log-in in the browser (specification §4 and §5)', () => {
  test('both tokens are kept, then the user is asked for, then the flag is set', async () => {
    const { client, kept, local, session } = browser(200, TOKENS)
    expect((await logInSociallyHere(client, kept, { provider: 'google', authToken: 'x' })).profile).toEqual(PROFILE)
    expect([local.get('access_token'), local.get('refresh_token')]).toEqual(['a', 'r'])
    expect(session.get('logged_in_this_session')).toBe('true')
  })

  test('without a provider’s token nothing is asked and nothing is kept', async () => {
    const { client, kept, local, calls } = browser(200, TOKENS)
    for (const brought of [{ provider: 'google' }, { provider: 'google', authToken: '' }])
      expect((await logInSociallyHere(client, kept, brought)).profile).toBeNull()
    expect([calls, [...local]]).toEqual([[], []])
  })

  test.each([{}, { token: 'a' }, { refresh_token: 'r' }, { token: '', refresh_token: 'r' }, null])(
    'one token of two is none: %j',
    async (body) => {
      const { client, kept, local } = browser(200, body)
      const told = await logInSociallyHere(client, kept, { provider: 'google', authToken: 'x' })
      expect([told.error, [...local]]).toEqual(['Error Logging in. Please try again.', []])
    },
  )

  test('a failure shows the server’s sentence; the claim it brings is shown with the mailed link, once', async () => {
    const message = 'Error Logging in. Please try again.'
    const failed = browser(401, { message, errorCode: 'SOCIAL_FAILED', data: { claim: 'c' } })
    const told = await logInSociallyHere(failed.client, failed.kept, { provider: 'facebook', authToken: 'x' })
    expect([told.error, [...failed.local]]).toEqual([message, [['social_claim', 'c']]])

    const { client } = browser(200, TOKENS)
    expect((await confirmSocialHere(client, failed.kept, 'link'))?.profile).toEqual(PROFILE)
    expect(failed.local.has('social_claim')).toBe(false)
    expect(await confirmSocialHere(client, failed.kept, 'link')).toBeNull()
  })
})
