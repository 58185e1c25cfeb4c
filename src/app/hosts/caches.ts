/** The caches of this process: rendered pages, and responses that are the same for everybody. One NOTIFY drops both. */
import type { ResponseCache } from '#http/cached-response.ts'
import type { Deps } from '#http/deps.ts'
import type { Reply } from '#http/handle.ts'
import { createPageCache, type PageCache } from '#platform/page-cache.ts'
import { getDefaultHeaders } from './default-headers.ts'

export type Caches = { pages: PageCache<Response>; responses: ResponseCache }

const MEBIBYTE = 1024 * 1024
/** A stale page may be shown for a while, because the checkout asks again. Programs expect the current response. */
const PAGES = { staleSeconds: 300, maxBytes: 256 * MEBIBYTE }
const RESPONSES = { staleSeconds: 0, maxBytes: 32 * MEBIBYTE }

/** Null in development, where pages render their sources, whose changes are not announced. */
export function createCaches({ config, clock, changes, site }: Deps): Caches | null {
  if (config.mode === 'development') return null
  const now = () => clock().getTime()
  const pages = createPageCache<Response>(now, PAGES)
  const responses = createPageCache<Reply>(now, RESPONSES)
  const all = [pages, responses]
  const clear = () => {
    for (const cache of all) cache.clear()
  }
  // After the settings were read again: every page and every shell shows them.
  site.onChange(clear)
  changes.listen(
    'page_change',
    (tag) => {
      for (const cache of all) cache.drop(tag)
    },
    clear,
  )
  return { pages, responses: { cache: responses, headers: getDefaultHeaders(config) } }
}
