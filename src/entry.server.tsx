/** Renders a page completely before sending it, and sets its content security policy. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { depsContext, nonceContext, requestIdContext, routeContext } from '#http/context.ts'
import { createStylesheetInliner } from '#http/inline-stylesheets.ts'
import { mayInlineStyles, pagePolicy } from '#http/page-policy.ts'
import { RETRY_AFTER_SECONDS } from '#platform/db/unavailable.ts'

const RENDER_TIMEOUT_MS = 10_000
const REFRESH_SECONDS = 4
/** In development Vite inserts the styles itself. */
const stylesheets = import.meta.env.PROD ? createStylesheetInliner(new URL('../client/assets/', import.meta.url)) : null

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const isDocument = page.staticHandlerContext.matches.some(({ route }) =>
    isDocumentRoute(page.routeModules[route.id]?.handle),
  )
  // A document loads only our script files and needs no nonce. A cached page must not have one.
  const nonce = isDocument ? undefined : context.get(nonceContext)
  const deps = context.get(depsContext)
  const route = context.get(routeContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('x-request-id', context.get(requestIdContext))
  if (status === 503) setRetryHeaders(headers)

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={page} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        text(body).then((rendered) => {
          const inlined = mayInlineStyles(route) ? stylesheets?.inline(rendered) : null
          const { html, hash } = inlined ?? { html: rendered, hash: null }
          const policy = pagePolicy(deps.config, nonce ?? null, route, hash)
          for (const [name, value] of Object.entries(policy)) headers.set(name, value)
          resolve(new Response(html, { status, headers }))
        }, reject)
        pipe(body)
      },
      onShellError: reject,
      onError: (error) => deps.log.error({ err: error }, 'a page could not be rendered'),
    })
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}

/** The browser reloads the page after a few seconds, and no cache stores it. */
function setRetryHeaders(headers: Headers): void {
  headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  headers.set('refresh', String(REFRESH_SECONDS))
  headers.set('cache-control', 'no-store')
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isExpected(error)) return
  context.get(depsContext).log.error({ err: error, reqId: context.get(requestIdContext) }, 'a page failed')
}

/** A response that a loader throws on purpose, such as a 404, is not a failure. */
function isExpected(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status < 500
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'DataWithResponseInit'
}

function isDocumentRoute(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'document' in handle && handle.document === true
}
