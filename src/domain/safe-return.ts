/**
 * The page to return to after log-in. Anybody can set the address, so it must be a page of this site. docs/contract
 * §3.
 */

const PORTAL_PATH = '/portal'
/** Only a path: no second slash or backslash, plain or encoded, where a host could begin. */
const PATH = /^\/(?!\/|\\|%2f|%5c)[^\\\p{Cc}\p{Cf}\s]*$/iu
const MAX_LENGTH = 2000

/**
 * The address as a path of `origin`, or the portal for any other address.
 *
 * @param origin such as `https://understudy.test`
 */
export function toSafeReturnPath(from: string | null | undefined, origin: string): string {
  return toSitePath(from, origin) ?? PORTAL_PATH
}

/**
 * The address as a path of `origin`, or null for any other address. It is resolved as a browser would, rebuilt from
 * its parts, and resolved again, so that every later parser reads the same address.
 *
 * @param origin such as `https://understudy.test`
 */
export function toSitePath(address: string | null | undefined, origin: string): string | null {
  const isSiteAddress = address?.startsWith('/') || address?.startsWith(`${origin}/`)
  if (!address || !isSiteAddress || address.length > MAX_LENGTH || /[\\\p{Cc}]/u.test(address)) return null
  const path = resolvePath(address, origin)
  return path !== null && resolvePath(path, origin) === path ? path : null
}

function resolvePath(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const path = url.pathname + url.search + url.hash
  return PATH.test(path) ? path : null
}
