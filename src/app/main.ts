/**
 * The start: settings, texts, port, pages, database, demo content, in this order, each with a line of output. Owns
 * the socket and the database. The application comes from server.ts, as a build or live in development.
 */
import type { Server as HttpServer, RequestListener } from 'node:http'
import { pathToFileURL } from 'node:url'
import { type Config, describeStartupError, readConfig, StartupError, setNodeEnvironment } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { getDevMailKey } from '#http/dev-key.ts'
import { PERMISSIONS } from '#http/page-policy.ts'
import { answerMalformedRequests, createSocket, logRefusedConnections } from '#http/socket.ts'
import { say, withProgress } from '#platform/log.ts'
import { createRequestLog } from '#platform/request-log.ts'
import { createSetUpLink } from '#screens/set-up/link.ts'
import { isSetUp } from '#screens/set-up/queries.ts'
import { requireInformation } from '#screens/storefront/information/information.ts'
import { build, isBuilt, SERVER_BUNDLE } from '../../tools/build.ts'
import { createDeps, type DepsHandle } from './create-deps.ts'
import { getDefaultHeaders } from './hosts/default-headers.ts'
import { getDemoLogIns } from './hosts/demo.ts'
import { serveMetrics } from './metrics/metrics-server.ts'
import type { createServer, Server } from './server.ts'
import { type Application, stopOnSignal } from './stop.ts'

type Bundle = { createServer: typeof createServer }

try {
  await start(readConfig())
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${describeStartupError(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  setNodeEnvironment(config.mode)
  if (config.serve.includes('site')) await requireInformation(config)
  const socket = createSocket(refuseWhileStarting)
  await listen(socket, config)
  // Before the database, because on a small machine both together need too much memory.
  if (config.mode !== 'development' && !isBuilt())
    await withProgress('Building the pages, as their sources changed', build)
  const runtime = await withProgress('Starting the database', () => createDeps(config, config.serve.includes('worker')))
  logRefusedConnections(socket, runtime.deps.log)
  answerMalformedRequests(socket, getDefaultHeaders(config), createRequestLog(runtime.deps.log))
  if (runtime.isShared) say('  shared: another program runs on this data folder, and both use its one database')
  if (runtime.migrated.length > 0) say(`  brought up to date: ${runtime.migrated.join(', ')}`)
  const app = await loadApplication(socket, runtime).catch(async (error: unknown) => {
    await runtime.close()
    throw error
  })
  if (config.metrics)
    await serveMetrics(() => app.current().metrics!.registry, config.metrics, runtime.deps.log).catch(async (error) => {
      await app.close()
      await runtime.close()
      throw error
    })
  stopOnSignal({ socket, app, runtime: runtime })
  await printReady(runtime.deps)
  if (config.demoStory && config.serve.includes('worker')) app.current().startStory()
}

async function loadApplication(socket: HttpServer, { deps }: DepsHandle): Promise<Application> {
  const { config } = deps
  if (config.mode === 'development') {
    const { startDevServer: openLive } = await import('./dev-server.ts')
    return openLive(socket, deps, startServer)
  }
  const bundle = (await import(pathToFileURL(SERVER_BUNDLE).href)) as Bundle
  const server = await startServer(bundle, deps)
  socket.removeAllListeners('request').on('request', server.handle)
  return { current: () => server, close: server.stop }
}

async function startServer({ createServer }: Bundle, deps: Deps): Promise<Server> {
  const { mode, serve } = deps.config
  const server = await createServer(deps)
  if (mode !== 'production' && (await server.prepareDemo())) say('The empty database now holds the demo courses.')
  if (serve.includes('worker')) await server.startWorker()
  return server
}

/** Takes the port first, so that only one of two simultaneous starts continues. */
function listen(socket: HttpServer, { host, port }: Config): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another one with PORT.`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `LISTEN_ADDRESS ${host} is not an address of this machine.`,
    ENOTFOUND: `LISTEN_ADDRESS ${host} is not an address of this machine.`,
  }
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(reasons[error.code ?? ''] ?? error.message)),
    )
    socket.listen(port, host, resolve)
  })
}

/** A browser asks again until the program is ready. */
function refuseWhileStarting(...[, response]: Parameters<RequestListener>): void {
  response
    .writeHead(503, {
      'retry-after': '2',
      refresh: '2',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...PERMISSIONS,
    })
    .end('Starting … This page opens by itself when everything is ready.\n')
}

async function printReady(deps: Deps): Promise<void> {
  const { mode, publicUrl, dataDir, databaseUrl } = deps.config
  deps.log.info({ publicUrl }, 'ready')
  if (mode === 'production') return printSetUp(deps)
  const key = getDevMailKey(deps)
  const { emails, password } = await getDemoLogIns(deps)
  say(`
  Understudy is ready.

  Site     ${publicUrl}
  Mail     ${new URL(key ? `/dev/mail?key=${key}` : '/dev/mail', publicUrl).href}
  Log-ins  ${emails.length > 0 ? `${emails.join(', ')}\n           password ${password}` : 'none; npm run u -- seed adds those of the demo'}
  Admins   log in at ${new URL('/login', publicUrl).href}
  Data     ${databaseUrl ? 'in the database of DATABASE_URL' : dataDir}

  Ctrl-C stops everything.`)
}

/** Once: of several processes, and of several starts, one prints the link. */
async function printSetUp(deps: Deps): Promise<void> {
  if (!deps.config.serve.includes('site') || (await isSetUp(deps.db))) return
  const link = await createSetUpLink(deps, { unlessThere: true })
  say(
    link
      ? `\n  Open this link to set up your site. It works for 24 hours:\n\n  ${link}\n`
      : 'This site is not set up yet. “npm run u -- set-up” prints a link that does it.',
  )
}
