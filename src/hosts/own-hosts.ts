/** Which names this installation answers to. Whoever asks by another has been led here by somebody. Invariant S5. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

/** Asked by machines, by whatever name they have for this one. */
const FOR_MACHINES = new Set(['/livez', '/readyz'])

export function refuseOtherHosts(app: FastifyInstance, config: Config): void {
  const own = ownHosts(config)
  if (!own) return
  app.addHook('onRequest', async (request, reply) => {
    if (own.has(request.headers.host?.toLowerCase() ?? '') || FOR_MACHINES.has(request.url)) return
    return reply.code(421).type('text/plain').send('This site has another name.')
  })
}

/** Null: any. A demo that is open to others is reached by whatever name its machine has. */
function ownHosts(config: Config): ReadonlySet<string> | null {
  if (config.demoPublic) return null
  const named = [
    config.publicUrl,
    config.loginApiUrl,
    config.paymentApiUrl,
    config.staticDataApiUrl,
    config.communityApiUrl,
  ]
  const local = ['localhost', '127.0.0.1', '[::1]', config.host].map((host) => `${host}:${config.port}`)
  return new Set([...named.map((url) => new URL(url).host), ...(config.mode === 'production' ? [] : local)])
}
