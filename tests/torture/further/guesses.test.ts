import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServerDb, type RunningServer, startServer } from '../../world/server.ts'
import { pause } from '../installation.ts'

const GUESSES = 10_000
const AT_ONCE = 64
const SEATS = 199
/** docs/contract §2. */
const ALLOWED_ANYWHERE = 100
const ALLOWED_FROM_HERE = 10
const ALLOWED_HERE = 200

const servers: RunningServer[] = []
let opened: Awaited<ReturnType<typeof createServerDb>>
beforeAll(async () => {
  const behindProxy = { TRUSTED_PROXIES: '127.0.0.1,::1' }
  const first = await startServer(behindProxy)
  servers.push(first)
  opened = await createServerDb(first)
  servers.push(await startServer({ ...behindProxy, DATABASE_URL: opened.url, BLOB_DIR: join(first.dataDir, 'blobs') }))
}, 900_000)
afterAll(async () => {
  await opened?.close()
  for (const server of servers.reverse()) await server.dispose()
})

const getAddress = (attempt: number) => `198.51.100.${attempt % SEATS}`

/** Asks again where the server is too busy. */
async function logIn(attempt: number, email: string, password: string, ipAddress = getAddress(attempt)) {
  for (;;) {
    const answer = await fetch(`${servers[attempt % servers.length]!.url}/api/v1/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ipAddress },
      body: JSON.stringify({ email, password }),
    })
    await answer.arrayBuffer()
    if (answer.status !== 503) return { status: answer.status }
    await pause(300)
  }
}

test(`of ${GUESSES} guesses at one account, from ${SEATS} networks over two processes, ${ALLOWED_ANYWHERE} are checked`, async () => {
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
  for (const attempt of [0, 1, SEATS + 1])
    expect(await logIn(attempt, 'learner@understudy.test', 'understudy-demo')).toMatchObject({ status: 429 })
})

test('ten guesses from one network are checked, and another account is not limited', async () => {
  const address = '203.0.113.7'
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, attempt) => logIn(attempt, 'creator@understudy.test', 'wrong', address)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED_FROM_HERE)
  expect(await logIn(0, 'admin@understudy.test', 'understudy-demo', address)).toMatchObject({ status: 200 })
})

test(`${ALLOWED_HERE} guesses from one network are checked in all, for any number of accounts`, async () => {
  const address = '203.0.113.8'
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, attempt) => logIn(attempt, `nobody-${attempt}@understudy.test`, 'wrong', address)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED_HERE)
})
