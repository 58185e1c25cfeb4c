import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestLine } from '#platform/request-log.ts'
import { rawAnswer } from '../../../tests/support/raw-client.ts'
import { refuseTarget } from './request-target.ts'

const HEADERS = { 'x-content-type-options': 'nosniff' }
const lines: RequestLine[] = []
const log = (line: RequestLine) => lines.push(line)
const server = createServer((request, response) => {
  if (!refuseTarget(request, response, log, HEADERS)) response.end(`${request.headers.host} ${request.url}`)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

async function send(firstLine: string, headers = ['Host: site.test']) {
  lines.length = 0
  const rawResponse = await rawAnswer(port, firstLine, headers)
  return { status: Number(rawResponse.split(' ')[1]), rawResponse: rawResponse, body: rawResponse.split('\r\n\r\n')[1] }
}

const path = (length: number) => `/${'a'.repeat(length - 1)}`

test.each([
  ['a path of 512 characters', path(512), 200],
  ['a longer path', path(513), 414],
  ['a path of 15,000 slashes', `/a${'/'.repeat(15_000)}b`, 414],
  ['a longer path with a query', `${path(513)}?a=b`, 414],
  ['a long query', `/?${'a'.repeat(7_998)}`, 200],
  ['a longer query', `/?${'a'.repeat(7_999)}`, 414],
  ['a long path in an absolute address', `http://site.test${path(513)}`, 414],
])('%s', async (_name, target, status) => {
  expect((await send(`GET ${target}`)).status).toBe(status)
  expect(lines.map((line) => line.status)).toEqual(status === 200 ? [] : [status])
})

test.each([
  ['a NUL in the path', '/checkout/%00', 400],
  ['a NUL in the query', '/faq?a=%00', 400],
  ['a path that is not UTF-8', '/%ff', 400],
  ['half a character', '/%ed%a0%80', 400],
  ['half an escape in the path', '/50%', 400],
  ['half an escape in the query, as advertisers send it', '/faq?utm_content=50%off', 200],
  ['an escaped percent sign', '/%2500', 200],
])('%s', async (_name, target, status) => {
  expect((await send(`GET ${target}`)).status).toBe(status)
})

test('a request has exactly one host, and every refusal has the headers of the installation', async () => {
  for (const hosts of [
    ['Host: site.test', 'Host: evil.test'],
    ['Host: site.test', 'HOST: site.test'],
  ]) {
    const { status, rawResponse } = await send('GET /faq', hosts)
    expect(status).toBe(400)
    expect(rawResponse).toMatch(/^x-content-type-options: nosniff\r$/m)
  }
})

describe('an absolute URL (RFC 9112 §3.2.2)', () => {
  test.each([
    ['http://other.test/faq?a=/b', 'other.test /faq?a=/b'],
    ['https://other.test/', 'other.test /'],
    ['HTTP://other.test:8080', 'other.test:8080 /'],
    ['http://other.test?a=b', 'other.test /?a=b'],
  ])('%s is read as %s, whatever the Host header says', async (target, read) => {
    expect(await send(`GET ${target}`)).toMatchObject({ status: 200, body: expect.stringContaining(read) })
  })

  test.each([
    'ftp://site.test/',
    'http://',
    'http:///faq',
    'http://me@site.test/',
    'site.test',
    'faq',
    '*',
    'http:/faq',
  ])('%s is refused', async (target) => {
    expect((await send(`GET ${target}`)).status).toBe(400)
  })
})

test.each(['TRACE', 'PUT', 'PROPFIND', 'QUERY', 'SEARCH'])(
  '%s is refused, and the allowed methods are listed',
  async (method) => {
    const { status, rawResponse } = await send(`${method} /`)
    expect(status).toBe(405)
    expect(rawResponse).toMatch(/^allow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r$/m)
    expect(rawResponse).toMatch(/^x-request-id: [\w-]{36}\r$/m)
  },
)

test('OPTIONS * returns the methods of the whole server', async () => {
  expect(await send('OPTIONS *')).toMatchObject({ status: 204, body: '' })
})
