/** Public pages from the cache: which they are, and how one goes out. Everything else is rendered for each request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { isFiltering, readFilter, readPage } from '#domain/catalogue-filter.ts'
import { encodingFor, type Kept, type Made } from '#platform/page-cache.ts'
import { takesHead } from '#platform/ready-head.ts'

/** A loader's own word on what its page shows; it does not go out. */
const TAGS = 'cache-tag'
const REQUEST_ID = 'x-request-id'
/** Of this request alone, or made anew. */
const OWN = new Set([TAGS, REQUEST_ID, 'content-length', 'transfer-encoding', 'date', 'cache-control'])

/** A path as our own links spell it. Any other spelling is rendered each time: kept, it would push pages out. */
const PLAIN = /^\/([\w-]+(\/[\w-]+)*)?$/

/**
 * Whether the page at a path is a document that depends on its path and the database only. A page whose route
 * has `readsQuery` in its handle depends on its query too: it is rendered for each request.
 */
export function documentsOf({ routes }: ServerBuild): (pathname: string) => boolean {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, module } = route!
        const handle = (module as { handle?: unknown }).handle
        return index ? { id, index: true, handle } : { id, path: path ?? '', handle, children: childrenOf(id) }
      })
  const tree = childrenOf(undefined)
  return (pathname) => {
    // The router's own calls look like pages, and their query is what they ask.
    if (!PLAIN.test(pathname) || pathname.startsWith('/__') || pathname.endsWith('.data')) return false
    const handle: unknown = matchRoutes(tree, pathname)?.at(-1)?.route.handle
    if (typeof handle !== 'object' || handle === null || 'readsQuery' in handle) return false
    return 'document' in handle && handle.document === true
  }
}

/** A question to the catalogue, or a further page of it, is answered each time. */
export function isQuestion(url: string): boolean {
  if (!url.startsWith('/?')) return false
  const query = new URLSearchParams(url.slice(2))
  return isFiltering(readFilter(query)) || readPage(query) > 1
}

/** A page that may be kept says so by `s-maxage`. */
export async function madeOf(response: Response): Promise<Made<Response>> {
  const seconds = /\bs-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
  if (response.status !== 200 || !seconds) return { other: response }
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN.has(name)))
  return {
    page: {
      body: Buffer.from(await response.arrayBuffer()),
      headers: { ...headers, 'cache-control': response.headers.get('cache-control')!, vary: 'accept-encoding' },
      freshSeconds: Number(seconds),
      tags: (response.headers.get(TAGS) ?? '*').split(','),
    },
  }
}

/** @returns the status */
export function writeKept(request: IncomingMessage, response: ServerResponse, kept: Kept, requestId: string): number {
  const { etag, headers, bodyHeaders, head, body } = kept[encodingFor(request.headers['accept-encoding'])]
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
    response.writeHead(304, [...headers, REQUEST_ID, requestId]).end()
    return 304
  }
  if (!takesHead(response, head, [REQUEST_ID, requestId]))
    response.writeHead(200, [...headers, ...bodyHeaders, REQUEST_ID, requestId])
  response.end(body)
  return 200
}
