import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Log } from '#platform/log.ts'
import { rawAnswer, rawClient } from '../../tests/support/raw-client.ts'
import { limitBodyTime } from './request/body-timeout.ts'
import { answerMalformedRequests, createSocket, logRefusedConnections } from './socket.ts'

const CONNECTIONS = 20
const BODY_SECONDS = 1
const SLOW_POST = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
const warn = vi.fn()

const app = Fastify({
  serverFactory: (listener) =>
    createSocket((request, response) => listener(request, response), {
      headersMs: 1_500,
      checkMs: 50,
      connections: CONNECTIONS,
    }),
})
limitBodyTime(app, BODY_SECONDS)
app.get('/', async () => 'here')
app.post('/form', async () => 'taken')
app.post('/upload', { config: { bodySeconds: 30 } }, async () => 'taken')
app.post('/early', { onRequest: (_request, reply) => void reply.send('no need') }, async () => 'taken')
app.post('/page', async (request, reply) => {
  reply.hijack()
  request.raw.resume()
})
app.addContentTypeParser('text/page', (_request, _payload, done) => done(null))

let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  logRefusedConnections(app.server, { warn } as unknown as Log)
})
afterAll(() => app.close())

// These wait for limits of time, and wait together.
test.concurrent('connections with unfinished headers, and silent ones, are closed', async () => {
  const slow = await rawClient(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const silent = await rawClient(port)
  expect(await slow.closed).toMatch(/^HTTP\/1.1 408 /)
  await silent.closed
})

test.concurrent('an unfinished body is refused after its time limit, with an error code', async () => {
  const answer = await (await rawClient(port, `POST /form HTTP/1.1\r\n${SLOW_POST}`)).closed
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toContain('"errorCode":"BODY_SLOW"')
})

test.concurrent.each(['/page', '/nowhere', '/early'])('so is one on %s, whichever handler reads it', async (path) => {
  const request = `POST ${path} HTTP/1.1\r\n${SLOW_POST}`.replace('application/json', 'text/page')
  const answer = await (await rawClient(port, request)).closed
  expect(answer.split('HTTP/1.1 ')).toHaveLength(2)
})

test.concurrent('a body that arrives in pieces within its time is accepted, and the connection stays open', async () => {
  const { socket, closed } = await rawClient(port, `POST /form HTTP/1.1\r\n${SLOW_POST}`)
  socket.write(`${' '.repeat(48)}}`)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const answer = await closed
  expect(answer).toContain('taken')
  expect(answer).toContain('here')
})

test.concurrent('a route can raise the time limit of its body', async () => {
  const { socket, closed } = await rawClient(port, `POST /upload HTTP/1.1\r\n${SLOW_POST}`)
  await (await rawClient(port, `POST /form HTTP/1.1\r\n${SLOW_POST}`)).closed
  await (await rawClient(port, `POST /form HTTP/1.1\r\n${SLOW_POST}`)).closed
  socket.write(`${' '.repeat(48)}}POST /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(await closed).toContain('taken')
})

test('a request with an unknown expectation gets its own answer', async () => {
  const answer = await rawAnswer(port, 'GET /', ['Host: x', 'Expect: x'])
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toContain('here')
})

test('connections above the limit are closed and logged once; afterwards new ones are accepted', async () => {
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => rawClient(port)))
  expect(await rawAnswer(port, 'GET /', ['Host: x'])).toBe('')
  expect(await rawAnswer(port, 'GET /', ['Host: x'])).toBe('')
  expect(warn).toHaveBeenCalledOnce()
  await Promise.all(held.map(({ closed }) => closed))
  expect(await rawAnswer(port, 'GET /', ['Host: x'])).toContain('here')
})

test.each(['GARBAGE\r\n\r\n', '\0\0\0\0', 'GET / HTTP/1.1\r\n: no name\r\n\r\n'])(
  'a complete request gets its own answer, and not the refusal of %j behind it',
  async (garbage) => {
    const [refused, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const server = createSocket((request, response) => {
      request.resume()
      request.on('end', async () => {
        await mayAnswer.promise
        response.end('taken')
      })
    })
    answerMalformedRequests(server, {}, () => {})
    server.on('clientError', () => refused.resolve())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port: own } = server.address() as AddressInfo
    const client = await rawClient(own, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}${garbage}`)
    await refused.promise
    mayAnswer.resolve()
    const answer = await client.closed
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer.split('HTTP/1.1 ')).toHaveLength(2)
    expect(answer).toMatch(/taken\W*$/)
    expect(await (await rawClient(own, garbage)).closed).toMatch(/^HTTP\/1.1 400 /)
    await new Promise((resolve) => server.close(resolve))
  },
)
