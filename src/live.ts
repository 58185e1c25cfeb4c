/** Development: the pages and the server run from their sources, and a changed file is live at once. */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import type { Deps } from './http/deps.ts'
import type { createServer, Server } from './server.ts'
import type { Application } from './stop.ts'

type Bundle = { createServer: typeof createServer }

export async function openLive(
  socket: HttpServer,
  deps: Deps,
  bringUp: (bundle: Bundle, deps: Deps) => Promise<Server>,
): Promise<Application> {
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: socket } }, clearScreen: false })
  let loaded: Bundle | null = null
  let current: Promise<Server> | null = null
  let running: Server | null = null

  /** A changed file gives a new module, and that a new application; the one before lets go. */
  const newest = async (): Promise<Server> => {
    const bundle = (await vite.ssrLoadModule('/src/server.ts')) as Bundle
    if (bundle === loaded && current) return current
    const previous = running
    loaded = bundle
    current = bringUp(bundle, deps)
    running = await current
    await previous?.stop()
    return running
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const server = await newest()
      server.handle(request, response)
    } catch (error) {
      loaded = null
      vite.ssrFixStacktrace(error as Error)
      deps.log.error({ err: error }, 'the changed sources do not run')
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).stack)
    }
  }

  const first = await newest()
  socket.removeAllListeners('request')
  socket.on('request', (request, response) => vite.middlewares(request, response, () => void answer(request, response)))
  return {
    current: () => running ?? first,
    async close() {
      await vite.close()
      await running?.stop()
    },
  }
}
