import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { type Kept, sendable } from '#platform/page-cache.ts'
import type { RequestLine } from '#platform/request-log.ts'
import { openFront } from './kept-front.ts'

const shared = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
const kept: Kept = {
  br: sendable(Buffer.from('by brotli'), '"a-br"', shared, 'br'),
  gzip: sendable(Buffer.from('by gzip'), '"a-gzip"', shared, 'gzip'),
  identity: sendable(Buffer.from('as it is'), '"a"', shared),
}
const lines: RequestLine[] = []
const config = readConfig({
  MODE: 'production',
  PUBLIC_URL: 'https://site.test',
  DATA_DIR: '/nowhere',
  TRUSTED_PROXIES: 'none',
  MAIL: 'none',
})
const front = openFront({ config }, (url) => (url === '/kept' ? kept : null), {
  tell: (line) => lines.push(line),
  flush: () => {},
})
const server = createServer((request, response) => {
  if (!front(request, response)) response.writeHead(299).end()
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => void server.close())

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  lines.length = 0
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    request(origin + path, { method, headers: { host: 'site.test', ...headers } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode!, headers: answer.headers, body })
    })
      .on('error', reject)
      .end()
  })
}

test('a kept page goes out in the best encoding, with a request id of its own and a line in the log', async () => {
  const answer = await ask('/kept', { 'accept-encoding': 'gzip, br' })
  expect(answer).toMatchObject({
    status: 200,
    body: 'by brotli',
    headers: { ...shared, etag: '"a-br"', 'content-encoding': 'br', 'content-length': '9' },
  })
  expect(lines).toEqual([{ method: 'GET', route: '/*', status: 200, ms: 0, reqId: answer.headers['x-request-id'] }])
  const plain = await ask('/kept')
  expect([plain.body, plain.headers.etag, plain.headers['content-encoding']]).toEqual(['as it is', '"a"', undefined])
  expect(plain.headers['x-request-id']).not.toBe(answer.headers['x-request-id'])
})

test('who has it already is told so, and who asks for the head alone gets no body', async () => {
  const same = await ask('/kept', { 'accept-encoding': 'gzip', 'if-none-match': '"other", "a-gzip"' })
  expect([same.status, same.body, same.headers.etag]).toEqual([304, '', '"a-gzip"'])
  expect(same.headers).not.toHaveProperty('content-length')
  expect(lines[0]?.status).toBe(304)
  const head = await ask('/kept', {}, 'HEAD')
  expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '8'])
})

test('what is not kept, not asked for, or asked for by another name is left to the server behind', async () => {
  for (const [path, headers, method] of [
    ['/other', {}, 'GET'],
    ['/kept', {}, 'POST'],
    ['/kept', { host: 'elsewhere.test' }, 'GET'],
  ] as const) {
    expect((await ask(path, headers, method)).status).toBe(299)
    expect(lines).toEqual([])
  }
  expect((await ask('/kept', { host: 'SITE.test' })).status).toBe(200)
})
