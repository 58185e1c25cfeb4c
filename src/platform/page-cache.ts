/**
 * Rendered pages, kept whole and compressed once. Fresh until the time that the page itself gave, then served
 * as it is for five minutes more while one render renews it; dropped when what it shows has changed. Contract §7.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { readyHead } from './ready-head.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Rendered = {
  body: Buffer
  headers: Readonly<Record<string, string>>
  /** How long it is true, as far as anybody knows. */
  freshSeconds: number
  /** What it shows; a change of one of them drops it. `*`: everything. */
  tags: readonly string[]
}
/** As it goes out: nothing is put together anew for a request. */
export type Sendable = {
  etag: string
  /** Names and values in turn. */
  headers: readonly string[]
  /** What comes to them where the body follows. */
  bodyHeaders: readonly string[]
  /** All of them, spelled out. */
  head: string
  body: Buffer
}
export type Kept = Readonly<Record<Encoding, Sendable>>
/** A page, or what is not to be kept and goes out once: a missing page, a failure. */
export type Made<Other> = { page: Rendered } | { other: Other }

export type PageCache<Other> = {
  /** What can be sent without a thought. */
  fresh(path: string): Kept | null
  /** Whatever is kept and may still be served, also past its time. Nothing is renewed. */
  held(path: string): Kept | null
  /** One render at a time for a path, however many ask. */
  get(path: string, render: () => Promise<Made<Other>>): Promise<Kept | { other: Other }>
  drop(tag: string): void
  clear(): void
}

type Entry = { kept: Kept; freshUntil: number; goneAt: number; tags: readonly string[] }

const STALE_SECONDS = 300
const PAGES = 1_000
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** @param now milliseconds */
export function openPageCache<Other>(now: () => number): PageCache<Other> {
  const pages = new LRUCache<string, Entry>({ max: PAGES })
  const rendering = new Map<string, Promise<Kept | { other: Other }>>()
  /** Grows with every change: what was begun before it may show what was. */
  let change = 0

  function renew(path: string, render: () => Promise<Made<Other>>): Promise<Kept | { other: Other }> {
    const running = rendering.get(path)
    if (running) return running
    const begun = make(path, render).finally(() => rendering.get(path) === begun && rendering.delete(path))
    rendering.set(path, begun)
    return begun
  }

  async function make(path: string, render: () => Promise<Made<Other>>): Promise<Kept | { other: Other }> {
    const before = change
    const made = await render()
    if ('other' in made) {
      pages.delete(path)
      return made
    }
    const entry = await press(made.page, now())
    if (before === change) pages.set(path, entry)
    return entry.kept
  }

  return {
    fresh(path) {
      const entry = pages.get(path)
      return entry && entry.freshUntil > now() ? entry.kept : null
    },
    held(path) {
      const entry = pages.get(path)
      return entry && entry.goneAt > now() ? entry.kept : null
    },
    async get(path, render) {
      const entry = pages.get(path)
      if (!entry || entry.goneAt <= now()) return renew(path, render)
      // A page that is a little old is better than one that is waited for; who fails to renew it tells the log.
      if (entry.freshUntil <= now()) renew(path, render).catch(() => {})
      return entry.kept
    },
    drop(tag) {
      change++
      rendering.clear()
      for (const [path, { tags }] of pages)
        if (tag === '*' || tags.includes('*') || tags.includes(tag)) pages.delete(path)
    },
    clear() {
      change++
      rendering.clear()
      pages.clear()
    },
  }
}

async function press({ body, headers, freshSeconds, tags }: Rendered, now: number): Promise<Entry> {
  const [br, gz] = await Promise.all([
    compress.br(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compress.gzip(body, { level: 9 }),
  ])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const freshUntil = now + freshSeconds * 1000
  return {
    kept: {
      br: sendable(br, `"${hash}-br"`, headers, 'br'),
      gzip: sendable(gz, `"${hash}-gzip"`, headers, 'gzip'),
      identity: sendable(body, `"${hash}"`, headers),
    },
    freshUntil,
    goneAt: freshUntil + STALE_SECONDS * 1000,
    tags,
  }
}

export function sendable(body: Buffer, etag: string, shared: Rendered['headers'], coding?: string): Sendable {
  const headers = Object.entries({ ...shared, etag }).flat()
  const length = ['content-length', String(body.length)]
  const bodyHeaders = coding ? ['content-encoding', coding, ...length] : length
  return { etag, headers, bodyHeaders, head: readyHead([...headers, ...bodyHeaders]), body }
}

/** Browsers send the same few headers. */
const encodings = new LRUCache<string, Encoding>({ max: 100 })

/** The best of what a browser says it reads. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const known = encodings.get(accepted)
  if (known) return known
  const encoding = names(accepted, 'br') ? 'br' : names(accepted, 'gzip') ? 'gzip' : 'identity'
  encodings.set(accepted, encoding)
  return encoding
}

/** Whether an Accept-Encoding names a coding, and not by `q=0`. */
function names(accepted: string, coding: string): boolean {
  return accepted.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';')
    return name.trim().toLowerCase() === coding && !parameters.some((text) => /^q=0(\.0*)?$/i.test(text.trim()))
  })
}
