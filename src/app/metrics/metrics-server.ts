import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { StartupError } from '#config/config.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Answers `/metrics` on an address of its own, which the web server in front does not pass on.
 * @throws StartupError if the address cannot be listened on
 */
export async function serveMetrics(
  getRegistry: () => Metrics['registry'],
  { host, port }: { host: string; port: number },
  log: Log,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    const registry = getRegistry()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  server.listen(port, host)
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => {
      throw new StartupError(`METRICS_ADDRESS cannot be used: ${(error as Error).message}.`)
    }),
  ])
  return server
}
