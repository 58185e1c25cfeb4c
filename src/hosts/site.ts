/** The site: built files, the calendar files and every page. */

import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from 'react-router'
import { refusals } from '#domain/refusal.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { clientAddressContext, depsContext, nonceContext, requestIdContext, socialContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { clientOf } from '#platform/client-address.ts'
import { isDatabaseAway, logFault } from '#platform/db/away.ts'
import { type Kept, openPageCache } from '#platform/page-cache.ts'
import type { Pressure } from '#platform/pressure.ts'
import { BODY_LIMIT } from './api.ts'
import { documentsOf, isQuestion, madeOf, writeKept } from './cached-pages.ts'
import { mountCalendar } from './calendar.ts'
import { pagePriority, sendBusyPage } from './overload.ts'
import { pageRequest, readForms, sendPage } from './sent-pages.ts'
import { mountSocial } from './social.ts'

type Routes = ServerBuild['routes']
/** The page that is kept for an address and needs no second look. */
export type KeptAt = (url: string) => Kept | null
export type Pages = { build: ServerBuild; mode: string; assets: URL | null; pressure: Pressure }

export async function mountSite(app: FastifyInstance, deps: Deps, pages: Pages): Promise<KeptAt> {
  if (pages.assets)
    await app.register(fastifyStatic, {
      root: pages.assets,
      prefix: '/assets/',
      setHeaders: cacheAsset,
      preCompressed: true,
    })

  mountCalendar(app, deps)
  const build = { ...pages.build, routes: withReturn(pages.build.routes, deps) }
  const page = createRequestHandler(build, pages.mode)
  await mountSocial(app, deps, (request, arrival) => {
    const context = contextFor(deps, request.id, clientOf(request.ip))
    context.set(socialContext, arrival)
    // The page is told the path alone: what the provider wrote behind it is not for pages.
    const { pathname } = new URL(request.url, deps.config.publicUrl)
    return page(new Request(new URL(pathname, deps.config.publicUrl)), context)
  })

  const cache = openPageCache<Response>(() => deps.clock().getTime())
  const isDocument = documentsOf(build)
  // In development a page shows its sources, which nobody announces.
  const keeps = deps.config.mode !== 'development'
  if (keeps) deps.changes.listen('page_change', cache.drop, cache.clear)
  const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
  const mayKeep = (request: FastifyRequest) =>
    keeps && isRead(request) && isDocument(pathOf(request.url)) && !isQuestion(request.url)

  await app.register(async (site) => {
    readForms(site, BODY_LIMIT)
    site.addHook('onRequest', async (request, reply) => {
      if (isTooLong(request)) return reply.code(413).header('connection', 'close').type('text/plain').send('Too long.')
    })
    // A form that was sent without its script: what was typed went into a body, and is read by nobody.
    site.post('/portal', (_request, reply) => reply.redirect('/portal', 303))
    site.all('/*', async (request, reply) => {
      if (mayKeep(request)) {
        const path = pathOf(request.url)
        if (pages.pressure.isTooMuchFor('normal')) {
          const held = cache.held(path)
          if (!held) return sendBusyPage(request, reply)
          reply.hijack()
          writeKept(request.raw, reply.raw, held, request.id)
          return reply
        }
        const address = new URL(path, deps.config.publicUrl)
        const made = await cache.get(path, async () =>
          madeOf(await page(new Request(address), contextFor(deps, request.id, ''))),
        )
        if ('other' in made) return sendPage(request, reply, made.other.clone())
        reply.hijack()
        writeKept(request.raw, reply.raw, made, request.id)
        return reply
      }
      if (pages.pressure.isTooMuchFor(pagePriority(request))) return sendBusyPage(request, reply)
      const context = contextFor(deps, request.id, clientOf(request.ip))
      return sendPage(request, reply, await page(pageRequest(request, deps.config), context))
    })
  })
  // Most addresses are spelled as they are kept.
  return (url) => cache.fresh(url) ?? (isQuestion(url) ? null : cache.fresh(pathOf(url)))
}

/** A form is read whole, so the length is asked first. A browser tells it. Contract §1. */
function isTooLong({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT
}

/** Without the query: what depends on it is the browser's work. One page has one path. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!.toLowerCase()
  return path === '/' ? path : trimEnd(path, isSlash)
}

/** A page that was asked for while the database was away says so, and is asked for again. */
function withReturn(routes: Routes, deps: Deps): Routes {
  const kind: Routes = {}
  for (const [id, route] of Object.entries(routes)) {
    if (!route) continue
    const module = { ...route.module }
    if (module.loader) module.loader = kindly(module.loader, deps)
    if (module.action) module.action = kindly(module.action, deps)
    kind[id] = { ...route, module }
  }
  return kind
}

function kindly<Given extends unknown[]>(work: (...given: Given) => unknown, { log }: Deps) {
  return async (...given: Given) => {
    try {
      return await work(...given)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      logFault(log, error, 'a page failed')
      throw data(null, { status: refusals.UNAVAILABLE.status })
    }
  }
}

function contextFor(deps: Deps, requestId: string, client: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(depsContext, deps)
  context.set(nonceContext, randomBytes(16).toString('base64'))
  context.set(requestIdContext, requestId)
  context.set(clientAddressContext, client)
  return context
}

/** Built files carry their content's hash in the name; the islands entry keeps its name, and is asked for again. */
function cacheAsset(reply: FastifyReply, path: string): void {
  reply.header(
    'cache-control',
    /islands\.js(\.\w+)?$/.test(path) ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
  )
}
