/**
 * Every page and every other address of the site, with paths, methods and forms that no page of ours sends. An answer
 * is never a 5xx, and has our headers, a request id and our shape. docs/contract §1.
 */
import { type IncomingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { test } from '../support/browser-test.ts'
import { triesEveryCase } from '../support/laws.ts'
import { rawAnswer, rawClient } from '../support/raw-client.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Sent = { method?: string; type?: string | null; body?: string }

const HOSTILE_SEGMENTS = [
  ...[
    '%00',
    'a%00b',
    '%ff',
    '%c3%28',
    '%',
    '%zz',
    '%ed%a0%80',
    '%2e%2e',
    '..%2f..',
    '%2f',
    '%5c',
    "'",
    '%22%3E%3Cb%3E',
  ],
  ...['__proto__', 'constructor', '%F0%9F%8E%AC', 'a'.repeat(201), 'NSPR%0d%0aset-cookie:a=b', '%2500', '-1', '1e999'],
]
const OTHER_PATHS = [
  ...['/calendar/*.ics', '/calendar/feed/*.ics', '/media/*/*/original', '/embed/*', '/images/*', '/assets/*'],
  ...[
    '/dev/mail/*/body',
    '/dev/mail.json?to=*',
    '/sandbox/bank/*',
    '/social/*/start',
    '/social/google/callback?code=*',
  ],
  ...[
    '/unsubscribe?token=*',
    '/*',
    '/*.data',
    '/faq.data?_routes=*',
    '/__manifest?p=*',
    '/.well-known/*',
    '/openapi.json?*',
  ],
  ...[
    '/api/*',
    '/api/v1/*',
    '/api/v1/orders/*',
    '/api/v1/course-card-data?courseCodes=*',
    '/?q=*&page=*',
    '/faq?utm_source=*',
  ],
]
const HOSTILE_FORMS: Sent[] = [
  { type: null },
  { type: null, body: 'email=a' },
  { type: 'text/plain', body: 'email=a' },
  { type: 'application/json', body: '{"email":["a"]}' },
  { type: 'application/json', body: '{' },
  { type: 'multipart/form-data', body: 'email' },
  { type: 'multipart/form-data; boundary=x', body: '--x\r\nnothing' },
  { type: 'application/x-www-form-urlencoded', body: '' },
  { type: 'application/x-www-form-urlencoded', body: 'email=%00&name=%ff&kind=%zz&formKind=__proto__' },
  { type: 'application/x-www-form-urlencoded; charset=utf-16', body: 'email=a' },
  { type: 'application/x-www-form-urlencoded', body: 'a=1&'.repeat(10_000) },
  { type: 'application/x-www-form-urlencoded', body: `message=${'a'.repeat(70_000)}` },
  { type: 'a/b/c; d', body: 'x' },
]

/** A run of the tests tries a third of the pairs of a page and a text. Each page and each text is in some of them. */
const isTried = (page: number, text: number) => triesEveryCase || (page + text) % 3 === 0

/** Each page with texts in place of its parameters. */
const listPaths = (segments: readonly string[], isChosen: typeof isTried = () => true) =>
  [...SITE_ROUTES.map(({ path }) => `/${path.replaceAll(/:\w+\??/g, '*')}`), ...OTHER_PATHS].flatMap((path, page) => {
    if (!path.includes('*')) return [path]
    return segments.filter((_, text) => isChosen(page, text)).map((segment) => path.replaceAll('*', segment))
  })

test('no path, method or query gets a 5xx or an answer without our headers', async ({ server }) => {
  const faults: string[] = []
  for (const path of listPaths(HOSTILE_SEGMENTS, isTried)) {
    const method = path.length % 3 === 0 ? 'HEAD' : 'GET'
    faults.push(...listFaults(`${method} ${path}`, await send(server.url, path, { method })))
  }
  for (const { path } of SITE_ROUTES)
    for (const method of ['PATCH', 'DELETE', 'OPTIONS', 'PUT', 'TRACE'])
      faults.push(...listFaults(`${method} /${path}`, await send(server.url, `/${path}`, { method })))
  expect(faults).toEqual([])
})

test('no form gets a 5xx or an answer without our headers', async ({ server }) => {
  const faults: string[] = []
  for (const path of [...listPaths(['nina-reyes']), '/nina-reyes/mobile', '/support'])
    for (const form of HOSTILE_FORMS)
      faults.push(
        ...listFaults(
          `POST ${path} ${form.type} ${form.body?.slice(0, 40)}`,
          await send(server.url, path, { method: 'POST', ...form }),
        ),
      )
  expect(faults).toEqual([])
})

test('a request with two hosts or without one is refused with our headers', async ({ server }) => {
  const { port, host } = new URL(server.url)
  for (const hosts of [[`Host: ${host}`, 'Host: evil.test'], [`Host: ${host}`, `host: ${host}`], []]) {
    const answer = await rawAnswer(Number(port), 'GET /faq', hosts)
    expect([hosts, answer.split('\r\n')[0]]).toEqual([hosts, 'HTTP/1.1 400 Bad Request'])
    expect(answer).toMatch(/^permissions-policy: /m)
  }
})

test('bytes that are no request, and headers that are too long, are answered with our headers', async ({ server }) => {
  const { port, host } = new URL(server.url)
  const fields = [`Host: ${host}`, 'Connection: close']
  const raw: [number, string][] = [
    [400, 'what is this\r\n\r\n'],
    [400, 'GET / HTTP/9.9\r\n\r\n'],
    [400, ['GET /faq HTTP/1.1', ...fields, 'a header without a name', '', ''].join('\r\n')],
    [400, ['GET /faq HTTP/1.1', ...fields, 'x: a\0b', '', ''].join('\r\n')],
    [400, ['POST /faq HTTP/1.1', ...fields, 'Content-Length: 1', 'Transfer-Encoding: chunked', '', ''].join('\r\n')],
    [431, ['GET /faq HTTP/1.1', ...fields, `x: ${'a'.repeat(100_000)}`, '', ''].join('\r\n')],
  ]
  const faults: string[] = []
  for (const [status, text] of raw) {
    const answer = await (await rawClient(Number(port), text)).closed
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string]))
    const label = `${status} ${text.slice(0, 20)}`
    if (!first.startsWith(`HTTP/1.1 ${status} `)) faults.push(`${label}: ${first}`)
    faults.push(...listFaults(label, { status, headers, body }))
  }
  expect(faults).toEqual([])
})

function send(base: string, path: string, { method = 'GET', type, body }: Sent): Promise<Answer> {
  const { hostname, port, host } = new URL(base)
  const headers = {
    host,
    ...(type && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': body.length }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode!, headers: response.headers, body: text })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function listFaults(label: string, { status, headers, body }: Answer): string[] {
  const missing = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'].filter(
    (name) => !headers[name],
  )
  return [
    ...(status >= 500 ? [`${label}: ${status}`] : []),
    ...missing.map((name) => `${label}: ${status} without ${name}`),
    ...(/^[\w-]{36}$/.test(String(headers['x-request-id'])) ? [] : [`${label}: ${status} without a request id`]),
    ...(status >= 400 && !label.startsWith('HEAD') && !hasOurShape(headers, body)
      ? [`${label}: ${status} ${body.slice(0, 80)}`]
      : []),
  ]
}

/** A refusal in JSON, a whole page, or one line of text. */
function hasOurShape(headers: IncomingHttpHeaders, body: string): boolean {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json')) {
    const { errorCode, requestId } = JSON.parse(body) as Record<string, unknown>
    return typeof errorCode === 'string' && requestId === headers['x-request-id']
  }
  // The router's own format, for its script.
  if (type.startsWith('text/x-script')) return body.startsWith('[')
  if (type.startsWith('text/html')) return body.includes('<html')
  return body === '' || (type.startsWith('text/plain') && body.length < 80 && !body.includes('\n'))
}
