/** The site: built files, calendar files and every page. */

import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from 'react-router'
import { refusals } from '#domain/refusal.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import {
  clientAddressContext,
  depsContext,
  nonceContext,
  requestIdContext,
  routeContext,
  socialContext,
} from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { getPrivateHeaders } from '#http/page-policy.ts'
import { FORM_LIMIT } from '#http/request/form-body.ts'
import { createPhotoMaker, type MakePhoto } from '#media/pictures/make-photo.ts'
import { photoMakerContext } from '#media/pictures/photo-context.ts'
import { normaliseClientAddress } from '#platform/client-address.ts'
import { isDatabaseUnavailable, logFailure } from '#platform/db/unavailable.ts'
import type { CachedPage, PageCache } from '#platform/page-cache.ts'
import type { Pressure } from '#platform/pressure.ts'
import {
  createCacheableMatcher,
  isCatalogueQuery,
  toCacheResult,
  toShellResult,
  writeCachedPage,
} from './cached-pages.ts'
import { mountCalendar } from './calendar.ts'
import { mountEmbed } from './embed.ts'
import { createRouteFinder, type FindRoute } from './find-route.ts'
import { mountImages } from './images.ts'
import { mountMailLinks } from './mail/mail-links.ts'
import { mountMedia } from './media.ts'
import { pagePriority, sendBusyPage } from './overload.ts'
import { createPageRequest, readForms, sendPage } from './rendered-pages.ts'
import { mountSocial } from './social.ts'

type Routes = ServerBuild['routes']
/** Returns the cached page of a URL if it can be sent without rendering. */
export type GetCachedPage = (url: string) => CachedPage | null
export type SiteOptions = {
  build: ServerBuild
  mode: string
  assets: URL | null
  pressure: Pressure
  /** Null: every page is rendered for its request. */
  cache: PageCache<Response> | null
}

export async function mountSite(app: FastifyInstance, deps: Deps, pages: SiteOptions): Promise<GetCachedPage> {
  if (pages.assets)
    await app.register(fastifyStatic, {
      root: pages.assets,
      prefix: '/assets/',
      setHeaders: setAssetCaching,
      preCompressed: true,
    })

  const makePhoto = createPhotoMaker(deps)
  mountCalendar(app, deps)
  mountMedia(app, deps)
  mountImages(app, deps)
  mountEmbed(app, deps)
  await mountMailLinks(app, deps)
  const build = { ...pages.build, routes: withUnavailable(pages.build.routes, deps) }
  const findRoute = createRouteFinder(build)
  const renderPage = withRouteHeaders(createRequestHandler(build, pages.mode), findRoute)
  await mountSocial(app, deps, (request, socialResult) => {
    const context = contextFor(deps, makePhoto, request.id, normaliseClientAddress(request.ip))
    context.set(socialContext, socialResult)
    // The page gets the path only, so that it never sees the provider's query.
    const { pathname } = new URL(request.url, deps.config.publicUrl)
    return renderPage(new Request(new URL(pathname, deps.config.publicUrl)), context)
  })

  const { cache } = pages
  const isCacheablePath = createCacheableMatcher(findRoute)
  const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
  // A form of the portal that is sent before its script loaded leads back to it.
  const acceptsForm = (path: string) => path === '/portal' || findRoute(path).hasAction
  const isCacheable = (request: FastifyRequest) =>
    isRead(request) && isCacheablePath(normalisePath(request.url)) && !isCatalogueQuery(request.url)

  await app.register(async (site) => {
    readForms(site, FORM_LIMIT)
    site.addHook('onRequest', async (request, reply) => {
      if (isTooLong(request)) return sendText(reply.code(413).header('connection', 'close'), 'Too long.')
      const isForm = request.method === 'POST' && acceptsForm(normalisePath(request.url))
      if (isRead(request) || isForm) return
      return sendText(reply.code(405).header('allow', 'GET, HEAD'), 'This method is not allowed.')
    })
    site.addHook('preHandler', async (request, reply) => {
      if (!isRead(request) && !Buffer.isBuffer(request.body))
        return sendText(reply.code(400), 'This form is not valid.')
    })
    site.post('/portal', (_request, reply) => reply.redirect('/portal', 303))
    site.all('/*', async (request, reply) => {
      if (cache && isCacheable(request)) {
        const path = normalisePath(request.url)
        if (pages.pressure.shouldRefuse('normal')) {
          const cachedPage = cache.getUsable(path)
          if (!cachedPage) return sendBusyPage(request, reply)
          reply.hijack()
          writeCachedPage(request.raw, reply.raw, cachedPage, request.id)
          return reply
        }
        const address = new URL(path, deps.config.publicUrl)
        const toResult = findRoute(path).route.shell ? toShellResult : toCacheResult
        const result = await cache.getOrRender(path, async () =>
          toResult(await renderPage(new Request(address), contextFor(deps, makePhoto, request.id, ''))),
        )
        if ('other' in result) return sendPage(request, reply, withQuery(result.other.clone(), request.url))
        reply.hijack()
        writeCachedPage(request.raw, reply.raw, result, request.id)
        return reply
      }
      const { route } = findRoute(normalisePath(request.url))
      const isRefused = !isRouteList(request) && pages.pressure.shouldRefuse(pagePriority(request.method, route))
      if (isRefused) return sendBusyPage(request, reply)
      const context = contextFor(deps, makePhoto, request.id, normaliseClientAddress(request.ip))
      return sendPage(request, reply, await renderPage(createPageRequest(request, deps.config), context))
    })
  })
  // Most URLs are already in their cached spelling.
  return (url) => cache?.getFresh(url) ?? (isCatalogueQuery(url) ? null : (cache?.getFresh(normalisePath(url)) ?? null))
}

/** The router asks which pages are behind the links of a page. That is cheap and belongs to a page that was sent. */
const isRouteList = ({ url }: FastifyRequest) => url.startsWith('/__manifest?')

/** A form is read completely, so its length is checked first. Browsers send it. See `docs/contract` §1. */
function isTooLong({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > FORM_LIMIT
}

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)

/** Drops the query, which only the browser reads, so that one page has one cache key. */
function normalisePath(url: string): string {
  const path = url.split('?', 1)[0]!.toLowerCase()
  return path === '/' ? path : trimEnd(path, isSlash)
}

/** A redirect keeps the query, which the rendering of a cacheable page did not get. */
function withQuery(response: Response, url: string): Response {
  const location = response.headers.get('location')
  const start = url.indexOf('?')
  if (!location || location.includes('?') || start < 0) return response
  const headers = new Headers(response.headers)
  headers.set('location', `${location}${url.slice(start)}`)
  return new Response(response.body, { status: response.status, headers })
}

type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>

/** Tells the page its declaration, and gives every response of a private route its headers, also data and files. */
function withRouteHeaders(renderPage: RenderPage, findRoute: FindRoute): RenderPage {
  return async (request, context) => {
    const { route } = findRoute(new URL(request.url).pathname)
    context.set(routeContext, route)
    const response = await renderPage(request, context)
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(getPrivateHeaders(route))) headers.set(name, value)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}

/** Shows the "Back in a moment" page while the database is unavailable. */
function withUnavailable(routes: Routes, deps: Deps): Routes {
  const wrapped: Routes = {}
  for (const [id, route] of Object.entries(routes)) {
    if (!route) continue
    const module = { ...route.module }
    if (module.loader) module.loader = refuseWhenUnavailable(module.loader, deps)
    if (module.action) module.action = refuseWhenUnavailable(module.action, deps)
    wrapped[id] = { ...route, module }
  }
  return wrapped
}

function refuseWhenUnavailable<Given extends unknown[]>(work: (...args: Given) => unknown, { log }: Deps) {
  return async (...args: Given) => {
    try {
      return await work(...args)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      logFailure(log, error, 'a page failed')
      throw data(null, { status: refusals.UNAVAILABLE.status })
    }
  }
}

function contextFor(deps: Deps, makePhoto: MakePhoto, requestId: string, client: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(depsContext, deps)
  context.set(photoMakerContext, makePhoto)
  context.set(nonceContext, randomBytes(16).toString('base64'))
  context.set(requestIdContext, requestId)
  context.set(clientAddressContext, client)
  return context
}

/** Built files have a content hash in their name. The islands entry keeps its name and is revalidated. */
function setAssetCaching(reply: FastifyReply, path: string): void {
  reply.header(
    'cache-control',
    /islands\.js(\.\w+)?$/.test(path) ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
  )
}
