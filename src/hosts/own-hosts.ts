/** Which names this installation answers to. Whoever asks by another has been led here by somebody. Invariant S5. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

/** Asked by machines, by whatever name they have for this one. */
const FOR_MACHINES = new Set(['/livez', '/readyz'])

export function refuseOtherHosts(app: FastifyInstance, config: Config): void {
  const isOwn = isOwnHost(config)
  app.addHook('onRequest', (request, reply, done) => {
    if (isOwn(request.headers.host) || FOR_MACHINES.has(request.url)) return done()
    reply.code(421).type('text/plain').send('This site has another name.')
  })
}

export function isOwnHost(config: Config): (host: string | undefined) => boolean {
  const own = ownHosts(config)
  return (host = '') => own === null || own.has(host) || own.has(host.toLowerCase())
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
