/** Default headers of responses that set none: JSON, files, refusals. Pages set theirs in `src/http/page-policy.ts`. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'
import { PERMISSIONS, strictTransport } from '#http/page-policy.ts'

/** A browser that opens such a response as a page loads nothing, cannot frame it and does not guess its type. */
export function setDefaultHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const headers = getDefaultHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

export function getDefaultHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...PERMISSIONS,
    ...strictTransport(publicUrl),
  }
}
