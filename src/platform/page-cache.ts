/**
 * A cache of rendered pages or responses, each compressed once. A page is fresh for the time that it declares. A stale page
 * is served for some minutes more while it is rendered again. A change of its data drops it. See `docs/contract` §7.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'
export type RenderedPage = {
  body: Buffer
  headers: Readonly<Record<string, string>>
  /** How long the page stays correct if its data does not change. */
  freshSeconds: number
  /** Names of the data it shows; a change of any of them drops the page. `*`: all data. */
  tags: readonly string[]
}
/** A page in one encoding. Headers are lists of names and values in turn, as `writeHead` takes them. */
export type EncodedPage = {
  /** Null for a page that clients may not store. */
  etag: string | null
  /** Headers of a response without a body (304). */
  headers: readonly string[]
  /** Headers of a response with the body (200). */
  fullHeaders: readonly string[]
  body: Buffer
}
export type CachedPage = Readonly<Record<Encoding, EncodedPage>>
/** A page, or a response that is not cached: a missing page, a failure. */
export type RenderResult<Other> = { page: RenderedPage } | { other: Other }

export type PageCache<Other> = {
  /** A page that is still fresh. */
  getFresh(path: string): CachedPage | null
  /** A page that may still be served, fresh or stale. Never renders. */
  getUsable(path: string): CachedPage | null
  /** Renders at most once at a time for a path. */
  getOrRender(path: string, render: () => Promise<RenderResult<Other>>): Promise<CachedPage | { other: Other }>
  drop(tag: string): void
  clear(): void
}

type CacheEntry = { cachedPage: CachedPage; freshUntil: number; expiresAt: number; tags: readonly string[] }

export type PageCacheLimits = {
  /** How long a page may be served after its time, while it is rendered again. */
  staleSeconds: number
  /** The size of all bodies together, in all encodings. */
  maxBytes: number
}

const MAX_PAGES = 1_000
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** @param now milliseconds */
export function createPageCache<Other>(
  now: () => number,
  { staleSeconds, maxBytes }: PageCacheLimits,
): PageCache<Other> {
  const pages = new LRUCache<string, CacheEntry>({ max: MAX_PAGES, maxSize: maxBytes, sizeCalculation: countBytes })
  const rendering = new Map<string, Promise<CachedPage | { other: Other }>>()
  /** Grows with every change: a render that started before a change may show old data. */
  let changeCount = 0

  function renderOnce(
    path: string,
    render: () => Promise<RenderResult<Other>>,
  ): Promise<CachedPage | { other: Other }> {
    const running = rendering.get(path)
    if (running) return running
    const started = renderAndStore(path, render).finally(
      () => rendering.get(path) === started && rendering.delete(path),
    )
    rendering.set(path, started)
    return started
  }

  async function renderAndStore(
    path: string,
    render: () => Promise<RenderResult<Other>>,
  ): Promise<CachedPage | { other: Other }> {
    const changeCountBefore = changeCount
    const result = await render()
    if ('other' in result) {
      pages.delete(path)
      return result
    }
    const entry = await compressPage(result.page, now(), staleSeconds)
    if (changeCountBefore === changeCount) pages.set(path, entry)
    return entry.cachedPage
  }

  return {
    getFresh(path) {
      const entry = pages.get(path)
      return entry && entry.freshUntil > now() ? entry.cachedPage : null
    },
    getUsable(path) {
      const entry = pages.get(path)
      return entry && entry.expiresAt > now() ? entry.cachedPage : null
    },
    async getOrRender(path, render) {
      const entry = pages.get(path)
      if (!entry || entry.expiresAt <= now()) return renderOnce(path, render)
      // A stale page is better than waiting for a new one. The page logs its own failure.
      if (entry.freshUntil <= now()) renderOnce(path, render).catch(() => {})
      return entry.cachedPage
    },
    drop(tag) {
      changeCount++
      rendering.clear()
      for (const [path, { tags }] of pages)
        if (tag === '*' || tags.includes('*') || tags.includes(tag)) pages.delete(path)
    },
    clear() {
      changeCount++
      rendering.clear()
      pages.clear()
    },
  }
}

function countBytes({ cachedPage: { br, gzip, identity } }: CacheEntry): number {
  return Math.max(1, br.body.length + gzip.body.length + identity.body.length)
}

async function compressPage(
  { body, headers, freshSeconds, tags }: RenderedPage,
  now: number,
  staleSeconds: number,
): Promise<CacheEntry> {
  const [br, gz] = await Promise.all([
    compress.br(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compress.gzip(body, { level: 9 }),
  ])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const toEtag = (name: string) => (headers['cache-control'] === 'no-store' ? null : `"${name}"`)
  const freshUntil = now + freshSeconds * 1000
  return {
    cachedPage: {
      br: encodePage(br, toEtag(`${hash}-br`), headers, 'br'),
      gzip: encodePage(gz, toEtag(`${hash}-gzip`), headers, 'gzip'),
      identity: encodePage(body, toEtag(hash), headers),
    },
    freshUntil,
    expiresAt: freshUntil + staleSeconds * 1000,
    tags,
  }
}

export function encodePage(
  body: Buffer,
  etag: string | null,
  shared: RenderedPage['headers'],
  encoding?: string,
): EncodedPage {
  const headers = Object.entries({ ...shared, ...(etag && { etag }) }).flat()
  const encodingHeader = encoding ? ['content-encoding', encoding] : []
  return { etag, headers, fullHeaders: [...headers, ...encodingHeader, 'content-length', String(body.length)], body }
}

/** Browsers send the same few headers. */
const encodings = new LRUCache<string, Encoding>({ max: 100 })

/** The best encoding that the browser accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const known = encodings.get(accepted)
  if (known) return known
  const encoding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
  encodings.set(accepted, encoding)
  return encoding
}

/** Whether Accept-Encoding lists an encoding without `q=0`. */
function acceptsEncoding(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';')
    return name.trim().toLowerCase() === encoding && !parameters.some((text) => /^q=0(\.0*)?$/i.test(text.trim()))
  })
}
