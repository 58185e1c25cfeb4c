/** Renders a page to the end before it is sent, and says what its scripts may be. */
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
import { depsContext, nonceContext, requestIdContext } from '#http/context.ts'
import { openSheets } from '#http/inline-sheets.ts'
import { mayCarrySheets, pagePolicy } from '#http/page-policy.ts'
import { RETRY_AFTER_SECONDS } from '#platform/db/away.ts'

const GIVE_UP_MS = 10_000
const REFRESH_SECONDS = 4
/** In development Vite puts the styles into the page itself. */
const sheets = import.meta.env.PROD ? openSheets(new URL('../client/assets/', import.meta.url)) : null

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
  // A document's scripts are files of ours: nothing on it needs a nonce, and a page that is kept must have none.
  const nonce = isDocument ? undefined : context.get(nonceContext)
  const deps = context.get(depsContext)
  const { pathname } = new URL(request.url)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('x-request-id', context.get(requestIdContext))
  if (status === 503) comeBack(headers)

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={page} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        text(body).then((rendered) => {
          const carried = mayCarrySheets(pathname) ? sheets?.write(rendered) : null
          const { html, hash } = carried ?? { html: rendered, hash: null }
          const policy = pagePolicy(deps.config, nonce ?? null, pathname, hash)
          for (const [name, value] of Object.entries(policy)) headers.set(name, value)
          resolve(new Response(html, { status, headers }))
        }, reject)
        pipe(body)
      },
      onShellError: reject,
      onError: (error) => deps.log.error({ err: error }, 'a page could not be rendered'),
    })
    setTimeout(abort, GIVE_UP_MS).unref()
  })
}

/** The page comes back by itself, and no cache keeps this one. */
function comeBack(headers: Headers): void {
  headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  headers.set('refresh', String(REFRESH_SECONDS))
  headers.set('cache-control', 'no-store')
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isExpected(error)) return
  context.get(depsContext).log.error({ err: error, reqId: context.get(requestIdContext) }, 'a page failed')
}

/** What a loader throws on purpose, such as a 404, is an answer and no failure. */
function isExpected(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status < 500
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'DataWithResponseInit'
}

function isDocumentRoute(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'document' in handle && handle.document === true
}
