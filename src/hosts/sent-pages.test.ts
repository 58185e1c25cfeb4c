import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { limitBodyTime } from '#http/body-time.ts'
import { rawClient } from '../../tests/raw-client.ts'
import { pageRequest, readForms, sendPage } from './sent-pages.ts'

const long = 'words '.repeat(1_000)

async function ask(response: Response, accepted?: string) {
  const app = Fastify()
  app.get('/', (request, reply) => sendPage(request, reply, response))
  return app.inject({ url: '/', headers: accepted ? { 'accept-encoding': accepted } : {} })
}

test('a page that is rendered for one request goes out in the encoding that is asked for', async () => {
  const page = () => new Response(long, { headers: { 'content-type': 'text/html; charset=utf-8', vary: 'origin' } })
  const [br, gzip, plain] = [await ask(page(), 'gzip, br'), await ask(page(), 'gzip'), await ask(page())]
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

test('pictures, and what fits into one packet, go out as they are, with their status and every cookie', async () => {
  const picture = await ask(new Response(long, { headers: { 'content-type': 'image/png' } }), 'br')
  expect([picture.payload, picture.headers['content-encoding']]).toEqual([long, undefined])
  const headers = new Headers({ 'content-type': 'text/plain' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  const short = await ask(new Response('Not Found.', { status: 404, headers }), 'br')
  expect([short.statusCode, short.payload, short.headers['set-cookie']]).toEqual([404, 'Not Found.', ['a=1', 'b=2']])
})

test('a page is asked for at this site, whatever the address says', async () => {
  const app = Fastify()
  app.get('/*', async (request) => pageRequest(request, { publicUrl: 'https://site.test/', mode: 'production' }).url)
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
] as const)('a form sent in %s from %s reaches its page whole, as of %s', async (mode, origin, seen) => {
  const app = Fastify()
  readForms(app, 1_000)
  app.post('/*', async (request) => {
    const read = pageRequest(request, { publicUrl: 'https://site.test/', mode })
    return { url: read.url, origin: read.headers.get('origin'), email: (await read.formData()).get('email') }
  })
  const host = mode === 'demo' ? '127.0.0.1:3000' : 'site.test'
  const body = new URLSearchParams({ email: 'ana@understudy.test' }).toString()
  const headers = { host, origin, 'content-type': 'application/x-www-form-urlencoded' }
  const { payload } = await app.inject({ method: 'POST', url: '/nina-reyes?a=b', headers, payload: body })
  expect(JSON.parse(payload)).toEqual({
    url: 'https://site.test/nina-reyes?a=b',
    origin: seen,
    email: 'ana@understudy.test',
  })
})

test('a form whose rest does not arrive is answered 408, and its page is not asked', async () => {
  const app = Fastify()
  limitBodyTime(app, 0.2)
  readForms(app, 1_000)
  const asked: string[] = []
  app.post('/*', async ({ url }) => asked.push(url))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const head = 'POST / HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const slow = await rawClient(Number(port), `${head}Content-Length: 100\r\n\r\nemail=`)
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(asked).toEqual([])
  await app.close()
})
