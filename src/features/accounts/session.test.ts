import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { logInHere, logOutHere } from './session.ts'

const profile = { user_id: '1', email: 'ana@cruz.test', name: 'Ana Cruz', learner: {}, roles: ['learner'] }
const good = (data: unknown) => ({ data, error: null, errorCode: null, status: 200 })
const bad = (error: string) => ({ data: null, error, errorCode: 'LOGIN_INVALID', status: 401 })

function world(answers: Record<string, unknown>) {
  const log: string[] = []
  const keys = (name: string) => {
    const all = new Map<string, string>()
    return {
      all,
      getItem: (key: string) => all.get(key) ?? null,
      setItem(key: string, value: string) {
        log.push(`${name} ${key}`)
        all.set(key, value)
      },
      removeItem: (key: string) => void all.delete(key),
    }
  }
  const client = {
    async call(place: { path: string }) {
      log.push(place.path)
      return answers[place.path]
    },
  } as unknown as Client
  return { client, kept: { local: keys('local'), session: keys('session') }, log }
}

const given = { email: 'ana@cruz.test', password: 'three blind mice' }
const tokens = good({ token: 'a', refresh_token: 'r' })

test('log-in stores the tokens, then asks for the user, then sets the flag (specification §4)', async () => {
  const { client, kept, log } = world({ 'log-in': tokens, 'user-profile': good(profile) })
  expect(await logInHere(client, kept, given)).toMatchObject({ profile, error: null })
  expect(log).toEqual([
    'log-in',
    'local access_token',
    'local refresh_token',
    'user-profile',
    'session logged_in_this_session',
  ])
})

test.each([
  [{ 'log-in': bad('Incorrect email or password.') }, 'Incorrect email or password.'],
  [{ 'log-in': tokens, 'user-profile': bad('Please log in.') }, 'Please log in.'],
])('a log-in that fails shows the sentence of the server and stores nothing', async (answers, sentence) => {
  const { client, kept } = world(answers)
  expect((await logInHere(client, kept, given)).error).toBe(sentence)
  expect(kept.local.all.size + kept.session.all.size).toBe(0)
})

test('log-out clears tokens, flag, enrolment and order token, and ends the session on the server', async () => {
  const { client, kept, log } = world({ 'log-in': tokens, 'user-profile': good(profile), 'log-out': good(undefined) })
  await logInHere(client, kept, given)
  kept.session.setItem('enrolment', '{}')
  kept.session.setItem('session_token', 'order')
  await logOutHere(client, kept)
  expect(kept.local.all.size + kept.session.all.size).toBe(0)
  expect(log.at(-1)).toBe('log-out')
})
