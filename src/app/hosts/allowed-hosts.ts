/** Accepts only the installation's own host names, against DNS rebinding and forged Host headers. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'

/** Health checks call these under any host name. */
const HEALTH_PATHS = new Set(['/livez', '/readyz'])

export function refuseUnknownHosts(app: FastifyInstance, config: Config): void {
  const isAllowedHost = createHostCheck(config)
  app.addHook('onRequest', (request, reply, done) => {
    if (isAllowedHost(request.headers.host) || HEALTH_PATHS.has(request.url)) return done()
    reply.code(421).type('text/plain; charset=utf-8').send('This site has another name.')
  })
}

export function createHostCheck(config: Config): (host: string | undefined) => boolean {
  const allowedHosts = listAllowedHosts(config)
  return (host = '') => allowedHosts === null || allowedHosts.has(host) || allowedHosts.has(host.toLowerCase())
}

/** Returns null if any host is allowed: a public demo is reached by any name of its machine. */
function listAllowedHosts(config: Config): ReadonlySet<string> | null {
  if (config.demoPublic) return null
  const urls = [
    config.publicUrl,
    config.loginApiUrl,
    config.paymentApiUrl,
    config.staticDataApiUrl,
    config.communityApiUrl,
  ]
  const localHosts = ['localhost', '127.0.0.1', '[::1]', config.host].map((host) => `${host}:${config.port}`)
  return new Set([...urls.map((url) => new URL(url).host), ...(config.mode === 'production' ? [] : localHosts)])
}
