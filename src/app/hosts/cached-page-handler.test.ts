import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import type { Reply } from '#http/handle.ts'
import { type CachedPage, encodePage, type PageCache } from '#platform/page-cache.ts'
import type { RequestLine } from '#platform/request-log.ts'
import { createCachedPageHandler } from './cached-page-handler.ts'

const shared = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
const cachedPage: CachedPage = {
  br: encodePage(Buffer.from('by brotli'), '"a-br"', shared, 'br'),
  gzip: encodePage(Buffer.from('by gzip'), '"a-gzip"', shared, 'gzip'),
  identity: encodePage(Buffer.from('as it is'), '"a"', shared),
}
const lines: RequestLine[] = []
const config = readConfig({
  MODE: 'production',
  PUBLIC_URL: 'https://site.test',
  DATA_DIR: '/nowhere',
  TRUSTED_PROXIES: 'none',
  MAIL_DELIVERY: 'none',
})
const handleCachedPage = createCachedPageHandler(
  { config },
  (url) => (url === '/kept' ? cachedPage : null),
  { cache: { getFresh: (url: string) => (url.startsWith('/api/v1/kept') ? cachedPage : null) } as PageCache<Reply> },
  (line) => lines.push(line),
)
const server = createServer((request, response) => {
  if (!handleCachedPage(request, response)) response.writeHead(299).end()
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => void server.close())

const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  lines.length = 0
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    request(origin + path, { method, headers: { host: 'site.test', ...headers } }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })
}

test('a cached page is sent in the best encoding, with its own request id and a log line', async () => {
  const response = await send('/kept', { 'accept-encoding': 'gzip, br' })
  expect(response).toMatchObject({
    status: 200,
    body: 'by brotli',
    headers: { ...shared, etag: '"a-br"', 'content-encoding': 'br', 'content-length': '9' },
  })
  expect(lines).toEqual([{ method: 'GET', route: '/*', status: 200, ms: 0, reqId: response.headers['x-request-id'] }])
  const plain = await send('/kept')
  expect([plain.body, plain.headers.etag, plain.headers['content-encoding']]).toEqual(['as it is', '"a"', undefined])
  expect(plain.headers['x-request-id']).not.toBe(response.headers['x-request-id'])
})

test('a matching ETag gets a 304, and a HEAD request gets no body', async () => {
  const same = await send('/kept', { 'accept-encoding': 'gzip', 'if-none-match': '"other", "a-gzip"' })
  expect([same.status, same.body, same.headers.etag]).toEqual([304, '', '"a-gzip"'])
  expect(same.headers).not.toHaveProperty('content-length')
  expect(lines[0]?.status).toBe(304)
  const head = await send('/kept', {}, 'HEAD')
  expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '8'])
})

test('a cached response is sent to callers of our own origin without a token, others are left to the framework', async () => {
  expect((await send('/api/v1/kept?code=NG')).body).toBe('as it is')
  expect(lines).toMatchObject([{ route: '/api/*', status: 200 }])
  const foreign: Record<string, string>[] = [
    { authorization: 'Bearer x' },
    { authorization: '' },
    { origin: 'https://site.test' },
  ]
  for (const headers of foreign) expect((await send('/api/v1/kept?code=NG', headers)).status).toBe(299)
  expect((await send('/api/v1/other')).status).toBe(299)
})

test('a page that is not cached, another method or another host name is left to the framework', async () => {
  for (const [path, headers, method] of [
    ['/other', {}, 'GET'],
    ['/kept', {}, 'POST'],
    ['/kept', { host: 'elsewhere.test' }, 'GET'],
  ] as const) {
    expect((await send(path, headers, method)).status).toBe(299)
    expect(lines).toEqual([])
  }
  expect((await send('/kept', { host: 'SITE.test' })).status).toBe(200)
})
