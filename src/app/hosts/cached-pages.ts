/**
 * Decides which pages are cached, and sends a cached page: public documents, and the shells of app pages. Every other page
 * is rendered for each request.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFiltering, parseFilter, parsePage } from '#domain/catalogue-filter.ts'
import { CACHE_TAG_HEADER, SHELL_LIFETIME_HEADER } from '#http/page-policy.ts'
import { type CachedPage, chooseEncoding, type RenderResult } from '#platform/page-cache.ts'
import type { FindRoute } from './find-route.ts'

const REQUEST_ID_HEADER = 'x-request-id'
/** Headers that belong to one request or are set again. */
const UNCACHED_HEADERS = new Set([
  CACHE_TAG_HEADER,
  SHELL_LIFETIME_HEADER,
  REQUEST_ID_HEADER,
  'content-length',
  'transfer-encoding',
  'date',
  'cache-control',
])

/** The spelling of our own links. Caching other spellings would push pages out of the cache. */
const CANONICAL_PATH = /^\/([\w-]+(\/[\w-]+)*)?$/

/** Whether the page at a path is a public document or a shell, which depend only on the path and the database. */
export function createCacheableMatcher(findRoute: FindRoute): (pathname: string) => boolean {
  return (pathname) => {
    // The router's own requests look like pages, but depend on their query.
    if (!CANONICAL_PATH.test(pathname) || pathname.startsWith('/__') || pathname.endsWith('.data')) return false
    const { route, isDocument } = findRoute(pathname)
    return route.shell || (route.access === 'public' && isDocument)
  }
}

/** A search of the catalogue, or a further page of it, is rendered for each request. */
export function isCatalogueQuery(url: string): boolean {
  if (!url.startsWith('/?')) return false
  const query = new URLSearchParams(url.slice(2))
  return isFiltering(parseFilter(query)) || parsePage(query) > 1
}

/** A cacheable document sets `s-maxage`. */
export async function toCacheResult(response: Response): Promise<RenderResult<Response>> {
  const seconds = /\bs-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
  if (response.status !== 200 || !seconds) return { other: response }
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !UNCACHED_HEADERS.has(name)))
  return {
    page: {
      body: Buffer.from(await response.arrayBuffer()),
      headers: { ...headers, 'cache-control': response.headers.get('cache-control')!, vary: 'accept-encoding' },
      freshSeconds: Number(seconds),
      tags: (response.headers.get(CACHE_TAG_HEADER) ?? '*').split(','),
    },
  }
}

const SHELL_SECONDS = 300

/**
 * A shell is not stored by clients, only by this process. It is rendered with a nonce, which must not be used twice, and
 * with the id of its request: cached, it allows its scripts by their hashes, and has no id.
 */
export async function toShellResult(response: Response): Promise<RenderResult<Response>> {
  const { headers } = response
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([\w+/=]+)'/.exec(policy)?.[1]
  const requestId = headers.get(REQUEST_ID_HEADER)
  if (response.status !== 200 || !nonce || !requestId) return { other: response }
  const html = (await response.text()).replaceAll(requestId, '')
  const hashes = listInlineScripts(html, nonce).map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  const cached = Object.fromEntries([...headers].filter(([name]) => !UNCACHED_HEADERS.has(name)))
  return {
    page: {
      body: Buffer.from(html.replaceAll(` nonce="${nonce}"`, '')),
      headers: {
        ...cached,
        'content-security-policy': policy.replace(`'nonce-${nonce}'`, [...new Set(hashes)].join(' ')),
        'cache-control': 'no-store',
        vary: 'accept-encoding',
      },
      freshSeconds: Number(headers.get(SHELL_LIFETIME_HEADER) ?? SHELL_SECONDS),
      tags: headers.get(CACHE_TAG_HEADER)?.split(',') ?? [],
    },
  }
}

/** The texts of the scripts that have the nonce. A script without it is not ours, and stays forbidden. */
function listInlineScripts(html: string, nonce: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .flatMap((rest) => {
      const attributes = rest.slice(0, rest.indexOf('>'))
      if (!attributes.includes(` nonce="${nonce}"`) || attributes.includes(' src=')) return []
      return [rest.slice(attributes.length + 1, rest.indexOf('</script>'))]
    })
}

/** @returns the status */
export function writeCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  cachedPage: CachedPage,
  requestId: string,
): number {
  const { etag, headers, fullHeaders, body } = cachedPage[chooseEncoding(request.headers['accept-encoding'])]
  if (etag && request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
    response.writeHead(304, [...headers, REQUEST_ID_HEADER, requestId]).end()
    return 304
  }
  response.writeHead(200, [...fullHeaders, REQUEST_ID_HEADER, requestId]).end(body)
  return 200
}
