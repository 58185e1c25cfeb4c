/**
 * The whole HTTP application: this process's hosts, the pages and the worker. Built together with the pages, so that
 * both share one module graph. main.ts owns sockets and database.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from '#http/deps.ts'
import type { Host } from '#http/endpoint.ts'
import { sendRefusal } from '#http/mount.ts'
import { limitBodyTime } from '#http/request/body-timeout.ts'
import { refuseTarget } from '#http/request/request-target.ts'
import { listPublicKeys } from '#people/accounts/session/tokens.ts'
import { completeMark } from '#people/site/change-mark.ts'
import { keepCurrentSeller } from '#people/site/seller.ts'
import { getHold } from '#platform/backup/hold.ts'
import { countWaitingStatements } from '#platform/db/db.ts'
import { say } from '#platform/log.ts'
import { watchPressure } from '#platform/pressure.ts'
import { createRequestLog, type RequestLog } from '#platform/request-log.ts'
import { watchSite } from '#platform/site-reader.ts'
import { refuseUnknownHosts } from './hosts/allowed-hosts.ts'
import { handleErrors, mountApi } from './hosts/api.ts'
import { createCachedPageHandler } from './hosts/cached-page-handler.ts'
import { createCaches } from './hosts/caches.ts'
import { getDefaultHeaders, setDefaultHeaders } from './hosts/default-headers.ts'
import { prepareDemo } from './hosts/demo.ts'
import { mountDemoLogIns } from './hosts/demo-log-ins.ts'
import { mountDevMail } from './hosts/mail/dev-mail.ts'
import { mountSandbox } from './hosts/sandbox.ts'
import { closeUntilSetUp } from './hosts/set-up-gate.ts'
import { type GetCachedPage, mountSite } from './hosts/site.ts'
import { startWorker } from './hosts/worker.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createStoryTeller } from './story/story-teller.ts'

export type Server = {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Seeds an empty database with the demo content. Returns false if there was nothing to add. */
  prepareDemo(): Promise<boolean>
  startWorker(): Promise<void>
  /** Gives a new demo its past, beside its visitors. Returns at once. */
  startStory(): void
  /** From now on `/readyz` responds with 503. */
  markNotReady(): void
  /** Null without METRICS_ADDRESS. */
  metrics: Metrics | null
  stop(): Promise<void>
}

const API_HOSTS: readonly Host[] = ['login', 'payment', 'static-data', 'community']

export async function createServer(deps: Deps): Promise<Server> {
  const defaultHeaders = getDefaultHeaders(deps.config)
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs more than serving a cached page. Log lines name their request instead.
    childLoggerFactory: (log) => log,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // An address that the router cannot read. No hook has run.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...defaultHeaders, 'x-request-id': request.id })
      sendRefusal(reply, request.id, { code: 'BODY_INVALID', reason: error.message })
    },
  })
  setDefaultHeaders(app, deps.config)
  limitBodyTime(app)
  refuseUnknownHosts(app, deps.config)
  handleErrors(app, deps)
  await closeUntilSetUp(app, deps)
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, request.id, { code: 'NOT_FOUND' }))
  const pressure = watchPressure(
    (figures) => reportOverload(deps, figures),
    () => countWaitingStatements(deps.db),
    deps.config.limits.overloadDelayMs,
  )
  app.addHook('onClose', async () => pressure.close())
  let isReady = true
  const metrics = deps.config.metrics ? createMetrics(deps) : null
  const plainLog = createRequestLog(deps.log)
  const requestLog = metrics ? metrics.measure(plainLog) : plainLog
  logRequests(app, requestLog)
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (!isReady) return reply.code(503).send({ status: 'stopping' })
    // Also shows that the database answers.
    const hold = await getHold(deps.db)
    return { status: 'ok', ...(hold && { heldSince: hold.restoredAt.toISOString() }) }
  })

  const { serve } = deps.config
  if (serve.includes('login')) app.get('/.well-known/jwks.json', async () => listPublicKeys(deps.secrets))
  watchSite(deps.site, deps.changes, deps.log)
  await keepCurrentSeller(deps)
  await completeMark(deps)
  const caches = serve.some((part) => part !== 'worker') ? createCaches(deps) : null
  await mountApi(
    app,
    deps,
    API_HOSTS.filter((host) => serve.includes(host)),
    pressure,
    caches?.responses,
  )
  if (serve.includes('payment')) await mountSandbox(app, deps)
  let getCachedPage: GetCachedPage = () => null
  if (serve.includes('site')) {
    await mountDevMail(app, deps)
    await mountDemoLogIns(app, deps)
    getCachedPage = await mountSite(app, deps, {
      build,
      mode: import.meta.env.MODE,
      assets: import.meta.env.PROD ? new URL('../client/assets/', import.meta.url) : null,
      pressure,
      cache: caches?.pages ?? null,
    })
  }
  await app.ready()
  let stopWorker = async () => {}
  const story = createStoryTeller(deps, () => pressure.shouldRefuse('low'))
  const handleCachedPage = createCachedPageHandler(deps, getCachedPage, caches?.responses ?? null, requestLog)

  return {
    handle(request, response) {
      if (refuseTarget(request, response, requestLog, defaultHeaders) || handleCachedPage(request, response)) return
      app.routing(request, response)
    },
    metrics,
    prepareDemo: () => prepareDemo(deps, { hasStory: deps.config.demoStory }),
    startWorker: async () => {
      stopWorker = await startWorker(deps, story.isRunning)
    },
    startStory: story.start,
    markNotReady: () => {
      isReady = false
    },
    stop: async () => {
      await story.stop()
      await stopWorker()
      await app.close()
    },
  }
}

/** The terminal of a demo is read by a person, who may have another program running. */
function reportOverload({ config, log }: Deps, figures: object): void {
  if (config.mode === 'demo') say('  This machine is busy just now: a page may ask to be opened again in a moment.')
  else log.warn(figures, 'overloaded; the least important requests are refused')
}

/** One line per request with its route's pattern, never its URL, which may hold a code or a token. */
function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    log({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      reqId: request.id,
      personId: request.personId,
    })
    done()
  })
}
