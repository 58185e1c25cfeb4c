/** Development: pages and server run from their sources, and a changed file takes effect at once. */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import type { Deps } from '#http/deps.ts'
import type { createServer, Server } from './server.ts'
import type { Application } from './stop.ts'

type Bundle = { createServer: typeof createServer }

export async function startDevServer(
  socket: HttpServer,
  deps: Deps,
  startServer: (bundle: Bundle, deps: Deps) => Promise<Server>,
): Promise<Application> {
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: socket } }, clearScreen: false })
  let loaded: Bundle | null = null
  let current: Promise<Server> | null = null
  let running: Server | null = null

  /** A changed file gives a new module and so a new application. The previous one stops. */
  const getNewestServer = async (): Promise<Server> => {
    const bundle = (await vite.ssrLoadModule('/src/server.ts')) as Bundle
    if (bundle === loaded && current) return current
    const previous = running
    loaded = bundle
    current = startServer(bundle, deps)
    running = await current
    await previous?.stop()
    return running
  }

  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const server = await getNewestServer()
      server.handle(request, response)
    } catch (error) {
      loaded = null
      vite.ssrFixStacktrace(error as Error)
      deps.log.error({ err: error }, 'the changed sources do not run')
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).stack)
    }
  }

  const first = await getNewestServer()
  socket.removeAllListeners('request')
  socket.on('request', (request, response) =>
    vite.middlewares(request, response, () => void handleRequest(request, response)),
  )
  return {
    current: () => running ?? first,
    async close() {
      await vite.close()
      await running?.stop()
    },
  }
}
