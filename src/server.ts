/**
 * The whole HTTP application: the hosts this process serves, the pages and the worker. Built together
 * with the pages, so that both share one module graph; main.ts owns sockets and database.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { publicKeys } from '#features/accounts/tokens.ts'
import { limitBodyTime } from '#http/body-time.ts'
import type { Deps } from '#http/deps.ts'
import type { Host } from '#http/endpoint.ts'
import { sendRefusal } from '#http/mount.ts'
import { refuseTarget } from '#http/request-target.ts'
import { ping, waitingFor } from '#platform/db/db.ts'
import { watchPressure } from '#platform/pressure.ts'
import { openRequestLog, type RequestLog } from '#platform/request-log.ts'
import { setAnswerHeaders } from './hosts/answer-headers.ts'
import { answerErrors, mountApi } from './hosts/api.ts'
import { prepareDemo } from './hosts/demo.ts'
import { mountDev } from './hosts/dev.ts'
import { type Front, openFront } from './hosts/kept-front.ts'
import { refuseOtherHosts } from './hosts/own-hosts.ts'
import { mountSandbox } from './hosts/sandbox.ts'
import { mountSite } from './hosts/site.ts'
import { startWorker } from './hosts/worker.ts'

export type Server = {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Fills an empty database with the demo content; false where it was there or something else is. */
  prepareDemo(): Promise<boolean>
  startWorker(): Promise<void>
  /** From now on `/readyz` says no. */
  retire(): void
  stop(): Promise<void>
}

const API_HOSTS: readonly Host[] = ['login', 'payment', 'static-data', 'community']

export async function createServer(deps: Deps): Promise<Server> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request costs more than to answer it from the cache: what is logged names the request.
    childLoggerFactory: (log) => log,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  setAnswerHeaders(app, deps.config)
  limitBodyTime(app)
  refuseOtherHosts(app, deps.config)
  answerErrors(app, deps)
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, request.id, { code: 'NOT_FOUND' }))
  const pressure = watchPressure(deps.log, () => waitingFor(deps.db))
  app.addHook('onClose', async () => pressure.close())
  let isReady = true
  const requestLog = openRequestLog(deps.config.logLevel)
  logRequests(app, requestLog)
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (!isReady) return reply.code(503).send({ status: 'stopping' })
    await ping(deps.db)
    return { status: 'ok' }
  })

  const { serve } = deps.config
  if (serve.includes('login')) app.get('/.well-known/jwks.json', async () => publicKeys(deps.secrets))
  await mountApi(
    app,
    deps,
    API_HOSTS.filter((host) => serve.includes(host)),
    pressure,
  )
  if (serve.includes('payment')) await mountSandbox(app, deps)
  let front: Front = () => false
  if (serve.includes('site')) {
    await mountDev(app, deps)
    const keptAt = await mountSite(app, deps, {
      build,
      mode: import.meta.env.MODE,
      assets: import.meta.env.PROD ? new URL('../client/assets/', import.meta.url) : null,
      pressure,
    })
    front = openFront(deps, keptAt, requestLog)
  }
  await app.ready()

  return {
    handle(request, response) {
      if (refuseTarget(request, response, requestLog) || front(request, response)) return
      app.routing(request, response)
    },
    prepareDemo: () => prepareDemo(deps),
    startWorker: () => startWorker(deps),
    retire: () => {
      isReady = false
    },
    stop: () => app.close(),
  }
}

/** One line a request: its route's pattern, never its address, which may hold a code or a token. */
function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.tell({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      reqId: request.id,
      personId: request.personId,
    })
    done()
  })
  app.addHook('onClose', async () => log.flush())
}
