import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyHead, takesHead } from './ready-head.ts'

const body = Buffer.from('the page '.repeat(20_000))
let headers: string[] = []
let taken: boolean[] = []
const server = createServer((asked, response) => {
  const all = [...headers, 'content-length', String(body.length)]
  const own = ['x-request-id', asked.url!.slice(1)] as const
  taken.push(asked.method !== 'OPTIONS' && takesHead(response, readyHead(all), own))
  if (!taken.at(-1)) response.writeHead(200, [...all, ...own])
  response.end(body)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
const agent = new Agent({ keepAlive: true })
afterAll(() => {
  agent.destroy()
  server.close()
})

function ask(method: string, path = '/1') {
  taken = []
  return new Promise<{ status: number; headers: string[]; body: string }>((resolve, reject) => {
    request({ port, method, path, agent }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode!, headers: answer.rawHeaders, body: text })
    })
      .on('error', reject)
      .end()
  })
}

/** Everything that comes back on one connection for what is sent at once. */
function talk(lines: readonly string[]) {
  taken = []
  return new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.map((line) => `${line}\r\n`).join('')))
    socket.on('data', (data) => {
      heard += data.toString('latin1')
    })
    socket.on('error', reject).on('close', () => resolve(heard))
  })
}

const name = fc.stringMatching(/^x-[a-z0-9-]{1,20}$/)
const value = fc.stringMatching(/^[!-~¡-ÿ]([ -~¡-ÿ]{0,80}[!-~¡-ÿ])?$/)

test('a head that was spelled before is read as the one that Node would have spelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 12 }), async (pairs) => {
      headers = pairs.flat()
      const ready = await ask('GET')
      expect(taken).toEqual([true])
      const spelled = await ask('OPTIONS')
      const ofEach = new Set(['date', 'connection', 'keep-alive'])
      const told = (raw: string[]) =>
        raw.flatMap((one, at) => (at % 2 || ofEach.has(one.toLowerCase()) ? [] : [[one, raw[at + 1]]]))
      expect(told(ready.headers)).toEqual(told(spelled.headers))
      expect(ready.body).toBe(spelled.body)
      const date = ready.headers[ready.headers.indexOf('Date') + 1]!
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000)
    }),
    { numRuns: 40 },
  )
})

test('asked for one after the other without waiting, answers come whole and in order', async () => {
  headers = ['content-type', 'text/plain']
  const count = 40
  const asks = Array.from({ length: count }, (_, at) => [`GET /${at} HTTP/1.1`, 'host: a.test', ''])
  const heard = await talk([...asks.flat(), 'GET /last HTTP/1.1', 'host: a.test', 'connection: close', ''])
  const answers = heard.split('HTTP/1.1 200 OK\r\n').slice(1)
  expect(answers.map((one) => /x-request-id: (\w+)/.exec(one)?.[1])).toEqual(
    [...Array(count).keys(), 'last'].map(String),
  )
  for (const one of answers) expect(one.split('\r\n\r\n')[1]).toBe(String(body))
  expect(taken).toEqual([...Array(count).fill(true), false])
})

test.each([
  ['the last of a connection', ['GET /1 HTTP/1.1', 'host: a.test', 'connection: close', '']],
  ['one of the old protocol', ['GET /1 HTTP/1.0', '']],
])('to %s the answer says that it ends, and it does', async (_which, lines) => {
  headers = ['content-type', 'text/plain']
  const heard = await talk(lines)
  expect(heard).toMatch(/^Connection: close\r$/m)
  expect(heard.endsWith(`\r\n\r\n${body}`)).toBe(true)
})

test('one of the old protocol that wants to go on is told that it may', async () => {
  headers = ['content-type', 'text/plain']
  const heard = await talk(['GET /1 HTTP/1.0', 'connection: keep-alive', '', 'GET /2 HTTP/1.0', ''])
  expect(heard.match(/^Connection: .*$/gm)).toEqual(['Connection: keep-alive', 'Connection: close'])
})

test('who asks for the head alone gets its length and nothing more, and can go on asking', async () => {
  headers = ['content-type', 'text/plain']
  const close = ['GET /2 HTTP/1.1', 'host: a.test', 'connection: close', '']
  const heard = await talk(['HEAD /1 HTTP/1.1', 'host: a.test', '', ...close])
  const [first, second] = heard.split(/(?=HTTP\/1\.1 200 OK)/)
  expect(first).toContain(`content-length: ${body.length}\r\n`)
  expect(first!.endsWith('\r\n\r\n')).toBe(true)
  expect(second).toContain('x-request-id: 2')
})

test.each([
  ['x-a', 'b\r\nset-cookie: c=d'],
  ['x-a', 'b\n'],
  ['x-a', 'b\0'],
  ['x-a: b\r\nx-c', 'd'],
  ['', 'b'],
])('%j: %j would break an answer in two, and is refused', (one, other) => {
  expect(() => readyHead([one, other])).toThrow()
})
