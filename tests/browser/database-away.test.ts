import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../server.ts'

const API = '/api/v1/next-course-date?coursePrefixCodes=NG'
const ASKED = ['/', '/nina-reyes', '/checkout/MCOM', API]

type Answer = { path: string; status: number; headers: Headers; text: string }

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(async () => {
  await server?.dispose()
})

test('while PostgreSQL is dead every page and call is a 503 that says when to come back, and one line in the log', async () => {
  const before = server.output().length
  await server.killPostgres9()
  const answers: Answer[] = []
  const isOver = () => answers.some(isAway) && !answers.slice(-ASKED.length).some(isAway)
  while (!isOver()) answers.push(...(await Promise.all(ASKED.map(ask))))

  const away = answers.filter(isAway)
  expect(new Set(away.map((answer) => answer.path))).toEqual(new Set(ASKED))
  for (const { path, status, headers, text } of away) {
    expect(status, path).toBe(503)
    expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0)
    if (path === API) continue
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('refresh')).toBe('4')
    expect(text).toContain('the page comes back by itself')
    expect(text).toContain('support@understudy.test')
    expect(text).toContain(headers.get('x-request-id'))
  }
  const said = server.output().slice(before).trim().split('\n')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('the database does not answer')
}, 60_000)

async function ask(path: string): Promise<Answer> {
  const response = await fetch(server.url + path)
  return { path, status: response.status, headers: response.headers, text: await response.text() }
}

const isAway = ({ status }: Answer) => status !== 200
