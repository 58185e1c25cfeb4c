/**
 * The comparison server: sends the same headers and body from memory. `node fastify-server.ts PORT FILE`; the file has
 * the headers and the base64 body for each encoding.
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

type StoredResponse = { headers: Record<string, string>; body: string }

const [, , port, file] = process.argv
const stored = JSON.parse(readFileSync(file!, 'utf8')) as Record<string, StoredResponse>
const responses = new Map(
  Object.entries(stored).map(([encoding, { headers, body }]) => [
    encoding,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

const app = Fastify()
app.get('/*', (request, reply) => {
  const { headers, body } = responses.get(request.headers['accept-encoding'] ?? 'identity')!
  return reply.headers(headers).send(body)
})
process.on('SIGINT', () => process.exit(0))
await app.listen({ port: Number(port), host: '127.0.0.1' })
