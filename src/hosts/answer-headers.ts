/** Headers of every answer that sets none of its own: JSON, files, refusals. Pages set theirs in `src/http/page-policy.ts`. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'
import { strictTransport } from '#http/page-policy.ts'

/** A browser that opens such an answer as a page loads nothing for it, frames it nowhere and does not guess its type. */
export function setAnswerHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...strictTransport(publicUrl),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
