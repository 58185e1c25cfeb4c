/** Where somebody goes after logging in: a path of this site, and never out of it. Contract §3. */

const ANYWHERE = 'https://site.invalid'
const LONGEST = 500

/**
 * The path, query and fragment of `text` if they stay on this site when they are resolved and then, spelt
 * out, parsed again as a browser will; else `otherwise`.
 */
export function returnPath(text: string | null | undefined, otherwise = '/portal'): string {
  const first = text && text.length <= LONGEST ? resolve(text) : null
  if (!first || first.origin !== ANYWHERE) return otherwise
  const path = `${first.pathname}${first.search}${first.hash}`
  const second = resolve(path)
  return second?.href === first.href && !path.startsWith('//') ? path : otherwise
}

function resolve(text: string): URL | null {
  return URL.canParse(text, ANYWHERE) ? new URL(text, ANYWHERE) : null
}
