import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { type RunningServer, startServer } from '../server.ts'

const GUESSES = 10_000
const AT_ONCE = 64
const PLACES = 199
/** Contract §2. */
const ALLOWED_ANYWHERE = 100
const ALLOWED_FROM_HERE = 10
const ALLOWED_HERE = 200

const servers: RunningServer[] = []
beforeAll(async () => {
  const behindProxy = { TRUSTED_PROXIES: '127.0.0.1,::1' }
  const first = await startServer(behindProxy)
  servers.push(first)
  const { url } = await startEmbedded(first.dataDir, openLog('silent'))
  servers.push(await startServer({ ...behindProxy, DATABASE_URL: url }))
}, 240_000)
afterAll(async () => {
  for (const server of servers.reverse()) await server.dispose()
})

const placeOf = (guess: number) => `198.51.100.${guess % PLACES}`

async function logIn(guess: number, email: string, password: string, place = placeOf(guess)) {
  const answer = await fetch(`${servers[guess % servers.length]!.url}/api/v1/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': place },
    body: JSON.stringify({ email, password }),
  })
  await answer.arrayBuffer()
  return { status: answer.status }
}

test(`of ${GUESSES} guesses at one account, from ${PLACES} places over two processes, ${ALLOWED_ANYWHERE} are looked at`, async () => {
  const answers: { status: number }[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < GUESSES) answers.push(await logIn(next++, 'learner@understudy.test', 'a wrong password'))
    }),
  )
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED_ANYWHERE)
  // The right password is not looked at either, from any place and on either process.
  for (const guess of [0, 1, PLACES + 1])
    expect(await logIn(guess, 'learner@understudy.test', 'understudy-demo')).toMatchObject({ status: 429 })
})

test('from one place ten are looked at, and another account is not held up', async () => {
  const here = '203.0.113.7'
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, guess) => logIn(guess, 'creator@understudy.test', 'wrong', here)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED_FROM_HERE)
  expect(await logIn(0, 'admin@understudy.test', 'understudy-demo', here)).toMatchObject({ status: 200 })
})

test(`from one place ${ALLOWED_HERE} are looked at in all, for however many accounts`, async () => {
  const here = '203.0.113.8'
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, guess) => logIn(guess, `nobody-${guess}@understudy.test`, 'wrong', here)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED_HERE)
})
