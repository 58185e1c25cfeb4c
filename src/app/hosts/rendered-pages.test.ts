import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { limitBodyTime } from '#http/request/body-timeout.ts'
import { rawClient } from '../../../tests/support/raw-client.ts'
import { createPageRequest, readForms, sendPage } from './rendered-pages.ts'

const long = 'words '.repeat(1_000)

async function getPage(response: Response, accepted?: string) {
  const app = Fastify()
  app.get('/', (request, reply) => sendPage(request, reply, response))
  return app.inject({ url: '/', headers: accepted ? { 'accept-encoding': accepted } : {} })
}

test('a page rendered for one request is sent in the requested encoding', async () => {
  const page = () => new Response(long, { headers: { 'content-type': 'text/html; charset=utf-8', vary: 'origin' } })
  const br = await getPage(page(), 'gzip, br')
  const gzip = await getPage(page(), 'gzip')
  const plain = await getPage(page())
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(long)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(long)
  expect(plain.payload).toBe(long)
  expect([br, gzip, plain].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
    ['br', 'origin, accept-encoding'],
    ['gzip', 'origin, accept-encoding'],
    [undefined, 'origin, accept-encoding'],
  ])
  expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
})

test('images and small responses are sent uncompressed, with their status and every cookie', async () => {
  const picture = await getPage(new Response(long, { headers: { 'content-type': 'image/png' } }), 'br')
  expect([picture.payload, picture.headers['content-encoding']]).toEqual([long, undefined])
  const headers = new Headers({ 'content-type': 'text/plain' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  const short = await getPage(new Response('Not Found.', { status: 404, headers }), 'br')
  expect([short.statusCode, short.payload, short.headers['set-cookie']]).toEqual([404, 'Not Found.', ['a=1', 'b=2']])
})

test('a page’s request has this site’s host, whatever the URL says', async () => {
  const app = Fastify()
  app.get(
    '/*',
    async (request) => createPageRequest(request, { publicUrl: 'https://site.test/', mode: 'production' }).url,
  )
  for (const url of ['//evil.test/x', '/a?b=c', '/\\evil.test'])
    expect(new URL((await app.inject({ url })).payload).host).toBe('site.test')
})

test.each([
  ['production', 'https://site.test', 'https://site.test'],
  ['production', 'http://site.test', 'http://site.test'],
  ['production', 'https://evil.test', 'https://evil.test'],
  ['demo', 'http://127.0.0.1:3000', 'https://site.test'],
  ['demo', 'https://evil.test', 'https://evil.test'],
  ['demo', 'null', 'null'],
] as const)(
  'a form sent in %s from %s reaches its page complete, with origin %s',
  async (mode, origin, expectedOrigin) => {
    const app = Fastify()
    readForms(app, 1_000)
    app.post('/*', async (request) => {
      const pageRequestSeen = createPageRequest(request, { publicUrl: 'https://site.test/', mode })
      return {
        url: pageRequestSeen.url,
        origin: pageRequestSeen.headers.get('origin'),
        email: (await pageRequestSeen.formData()).get('email'),
      }
    })
    const host = mode === 'demo' ? '127.0.0.1:3000' : 'site.test'
    const body = new URLSearchParams({ email: 'ana@understudy.test' }).toString()
    const headers = { host, origin, 'content-type': 'application/x-www-form-urlencoded' }
    const { payload } = await app.inject({ method: 'POST', url: '/nina-reyes?a=b', headers, payload: body })
    expect(JSON.parse(payload)).toEqual({
      url: 'https://site.test/nina-reyes?a=b',
      origin: expectedOrigin,
      email: 'ana@understudy.test',
    })
  },
)

test('a form whose body stops arriving gets a 408, and its page is not called', async () => {
  const app = Fastify()
  limitBodyTime(app, 0.2)
  readForms(app, 1_000)
  const handledUrls: string[] = []
  app.post('/*', async ({ url }) => handledUrls.push(url))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const head = 'POST / HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const slow = await rawClient(Number(port), `${head}Content-Length: 100\r\n\r\nemail=`)
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(handledUrls).toEqual([])
  await app.close()
})
