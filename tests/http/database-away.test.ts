import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../world/server.ts'

const API = '/api/v1/next-course-date?coursePrefixCodes=NG'
const REQUESTED_PATHS = ['/', '/nina-reyes', '/checkout/MCOM', API]

type Answer = { path: string; status: number; headers: Headers; text: string }

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.dispose())

test('while PostgreSQL is down every page and call is a 503 with Retry-After and one log line', async () => {
  // Everything that the start and the first requests write is written.
  await expect.poll(() => server.output()).toContain('Ctrl-C stops everything')
  await Promise.all(REQUESTED_PATHS.map((path) => ask(server, path)))
  const before = server.output().length
  const refusedAnswers: Answer[] = []
  let isAvailable = true
  // PostgreSQL is back within a second, so some paths may be asked too late: it is killed until each was refused.
  while (!isAvailable || new Set(refusedAnswers.map(({ path }) => path)).size < REQUESTED_PATHS.length) {
    if (isAvailable) await server.killPostgres9()
    const answers = await Promise.all(REQUESTED_PATHS.map((path) => ask(server, path)))
    refusedAnswers.push(...answers.filter(isRefused))
    isAvailable = !answers.some(isRefused)
  }
  for (const { path, status, headers, text } of refusedAnswers) {
    expect(status, path).toBe(503)
    expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0)
    if (path === API) continue
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('refresh')).toBe('4')
    expect(text).toContain('reloads by itself')
    expect(text).toContain('support@understudy.test')
    expect(text).toContain(headers.get('x-request-id'))
  }
  const said = server
    .output()
    .slice(before)
    .trim()
    .split('\n')
    // A kill while PostgreSQL starts has its own line, and so have many statements that wait for it.
    .filter((line) => !/overloaded|could not be restarted yet/.test(line))
  expect(said).toEqual([expect.stringContaining('the database does not answer')])
})

async function ask(server: RunningServer, path: string): Promise<Answer> {
  const response = await fetch(server.url + path)
  return { path, status: response.status, headers: response.headers, text: await response.text() }
}

/** Statements that wait may also count as overload, which is another promise. */
const isRefused = ({ status, text }: Answer) => status !== 200 && !/OVERLOADED|The site is very busy/.test(text)
