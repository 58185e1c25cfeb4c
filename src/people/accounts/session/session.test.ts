import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { registerCheckoutHooks } from '#sell/checkout/session/client-hooks.ts'
import { logInWithPassword } from '../browser/complete-log-in.ts'
import { logOutBrowser } from './session.ts'

const profile = { user_id: '1', email: 'ana@cruz.test', name: 'Ana Cruz', learner: {}, roles: ['learner'] }
const success = (data: unknown) => ({ data, error: null, errorCode: null, status: 200 })
const failure = (error: string) => ({ data: null, error, errorCode: 'LOGIN_INVALID', status: 401 })

function createBrowser(responses: Record<string, unknown>) {
  const log: string[] = []
  const createStorage = (name: string) => {
    const entries = new Map<string, string>()
    return {
      entries: entries,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem(key: string, value: string) {
        log.push(`${name} ${key}`)
        entries.set(key, value)
      },
      removeItem: (key: string) => void entries.delete(key),
    }
  }
  const client = {
    async call(address: { path: string }) {
      log.push(address.path)
      return responses[address.path]
    },
  } as unknown as Client
  return { client, storage: { local: createStorage('local'), session: createStorage('session') }, log }
}

const credentials = { email: 'ana@cruz.test', password: 'three blind mice' }
const tokens = success({ token: 'a', refresh_token: 'r' })

test('log-in stores the tokens, then loads the user, then sets the flag (docs/contract §3)', async () => {
  const { client, storage, log } = createBrowser({ 'log-in': tokens, 'user-profile': success(profile) })
  expect(await logInWithPassword(client, storage, credentials)).toMatchObject({ profile, error: null })
  expect(log).toEqual([
    'log-in',
    'local access_token',
    'local refresh_token',
    'user-profile',
    'session logged_in_this_session',
  ])
})

test.each([
  [{ 'log-in': failure('Incorrect email or password.') }, 'Incorrect email or password.'],
  [{ 'log-in': tokens, 'user-profile': failure('Please log in.') }, 'Please log in.'],
])('a failed log-in shows the message of the server and stores nothing', async (responses, message) => {
  const { client, storage } = createBrowser(responses)
  expect((await logInWithPassword(client, storage, credentials)).error).toBe(message)
  expect(storage.local.entries.size + storage.session.entries.size).toBe(0)
})

test('log-out clears tokens, flag, enrolment and order token, and ends the session on the server', async () => {
  const { client, storage, log } = createBrowser({
    'log-in': tokens,
    'user-profile': success(profile),
    'log-out': success(undefined),
  })
  registerCheckoutHooks()
  await logInWithPassword(client, storage, credentials)
  storage.session.setItem('enrolment', '{}')
  storage.session.setItem('session_token', 'order')
  await logOutBrowser(client, storage)
  expect(storage.local.entries.size + storage.session.entries.size).toBe(0)
  expect(log.at(-1)).toBe('log-out')
})
