/**
 * What to compare with: the same answer, headers and all, from memory and nothing more. `node sender.ts
 * fastify|node PORT FILE`, where the file holds the headers and, for each encoding, the body in base64.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'

const [, , kind, port, file] = process.argv
const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>(
  Object.entries(JSON.parse(readFileSync(file!, 'utf8')) as Record<string, { headers: object; body: string }>).map(
    ([encoding, { headers, body }]) => [
      encoding,
      { headers: headers as Record<string, string>, body: Buffer.from(body, 'base64') },
    ],
  ),
)
const answerTo = (accepted = 'identity') => answers.get(accepted)!

if (kind === 'fastify') {
  const app = Fastify()
  app.get('/*', (request, reply) => {
    const { headers, body } = answerTo(request.headers['accept-encoding'])
    return reply.headers(headers).send(body)
  })
  await app.listen({ port: Number(port), host: '127.0.0.1' })
} else {
  createServer((request, response) => {
    const { headers, body } = answerTo(request.headers['accept-encoding'])
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  }).listen(Number(port), '127.0.0.1')
}
process.on('SIGINT', () => process.exit(0))
