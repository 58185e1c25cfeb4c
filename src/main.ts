/**
 * The start: settings, texts, port, database, pages, demo content, in this order, each with a line for the
 * person who waits. It owns the socket and the database; everything else is in the application that
 * server.ts makes, which it loads as it was built, or live in development.
 */
import type { Server as HttpServer, RequestListener } from 'node:http'
import { pathToFileURL } from 'node:url'
import { build, isBuilt, SERVER_BUNDLE } from '../tools/build.ts'
import { CannotStart, type Config, chooseBuild, readConfig } from './config.ts'
import { requireInformation } from './features/storefront/information.ts'
import { demoLogIns } from './hosts/demo.ts'
import type { Deps } from './http/deps.ts'
import { devMailKey } from './http/dev-key.ts'
import { type OpenDeps, openDeps } from './http/open-deps.ts'
import { createSocket, logTurnedAway } from './http/socket.ts'
import { say, saying } from './platform/log.ts'
import type { createServer, Server } from './server.ts'
import { type Application, stopOnSignal } from './stop.ts'

type Bundle = { createServer: typeof createServer }

try {
  await start(readConfig())
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  chooseBuild(config.mode)
  if (config.serve.includes('site')) await requireInformation(config)
  const socket = createSocket(answerLater)
  await listen(socket, config)
  const parts = await saying('Starting the database', () => openDeps(config, config.serve.includes('worker')))
  logTurnedAway(socket, parts.deps.log)
  if (parts.isShared) say('  shared: another program runs on this data folder, and both use its one database')
  if (parts.migrated.length > 0) say(`  brought up to date: ${parts.migrated.join(', ')}`)
  const app = await open(socket, parts).catch(async (error: unknown) => {
    await parts.close()
    throw error
  })
  stopOnSignal({ socket, app, parts })
  await greet(parts.deps)
}

async function open(socket: HttpServer, { deps }: OpenDeps): Promise<Application> {
  const { config } = deps
  if (config.mode === 'development') {
    const { openLive } = await import('./live.ts')
    return openLive(socket, deps, bringUp)
  }
  if (!isBuilt()) await saying('Building the pages, as their sources changed', build)
  const bundle = (await import(pathToFileURL(SERVER_BUNDLE).href)) as Bundle
  const server = await bringUp(bundle, deps)
  socket.removeAllListeners('request').on('request', server.handle)
  return { current: () => server, close: server.stop }
}

async function bringUp({ createServer }: Bundle, deps: Deps): Promise<Server> {
  const { mode, serve } = deps.config
  const server = await createServer(deps)
  if (mode !== 'production' && (await server.prepareDemo())) say('The empty database now holds the demo courses.')
  if (serve.includes('worker')) await server.startWorker()
  return server
}

/** The port is taken first, so that two starts cannot both go on. */
function listen(socket: HttpServer, { host, port }: Config): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another one with PORT.`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CannotStart(reasons[error.code ?? ''] ?? error.message)),
    )
    socket.listen(port, host, resolve)
  })
}

function answerLater(...[, response]: Parameters<RequestListener>): void {
  response
    .writeHead(503, {
      'retry-after': '2',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    .end('Starting …\n')
}

async function greet(deps: Deps): Promise<void> {
  const { mode, publicUrl, dataDir, databaseUrl } = deps.config
  deps.log.info({ publicUrl }, 'ready')
  if (mode === 'production') return
  const key = devMailKey(deps)
  const { emails, password } = await demoLogIns(deps)
  say(`
  Understudy is ready.

  Site     ${publicUrl}
  Mail     ${new URL(key ? `/dev/mail?key=${key}` : '/dev/mail', publicUrl).href}
  Log-ins  ${emails.length > 0 ? `${emails.join(', ')}\n           password ${password}` : 'none; npm run seed adds those of the demo'}
  Data     ${databaseUrl ? 'in the database of DATABASE_URL' : dataDir}

  Ctrl-C stops everything.`)
}
