/** Where a log-in may send a browser back to: an address comes from anybody, the page must be ours. Contract §3. */

const HOME = '/portal'
/** A path and no more: no second slash, backslash or either of them encoded where a host could begin. */
const PATH = /^\/(?!\/|\\|%2f|%5c)[^\\\p{Cc}\p{Cf}\s]*$/iu
const LONGEST = 2000

/**
 * The address as a path of `origin`, or the portal where it leads anywhere else.
 *
 * @param origin such as `https://understudy.test`
 */
export function safeReturn(from: string | null | undefined, origin: string): string {
  return ownPath(from, origin) ?? HOME
}

/**
 * The address as a path of `origin`, or null where it leads anywhere else. It is resolved as a browser would,
 * rebuilt from its parts, and resolved once more: whoever reads it next reads the same.
 *
 * @param origin such as `https://understudy.test`
 */
export function ownPath(address: string | null | undefined, origin: string): string | null {
  const mayBeOurs = address?.startsWith('/') || address?.startsWith(`${origin}/`)
  if (!address || !mayBeOurs || address.length > LONGEST || /[\\\p{Cc}]/u.test(address)) return null
  const path = pathAt(address, origin)
  return path !== null && pathAt(path, origin) === path ? path : null
}

function pathAt(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const path = url.pathname + url.search + url.hash
  return PATH.test(path) ? path : null
}
