/**
 * Trusted Types: a page refuses text where a browser would run it or parse it as HTML, unless one of these policies
 * made it. `src/http/page-policy.ts` names the policies that a page may have. Browsers without Trusted Types skip this.
 */
type Rules = { createHTML(text: string): string; createScriptURL?(url: string): string }
type Policy = { createHTML(text: string): string }
type Factory = { emptyHTML: string; defaultPolicy: unknown; createPolicy(name: string, rules: Rules): Policy }

const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined
const catalogue = factory?.createPolicy('catalogue', { createHTML: (html) => html })

/** For React's `dangerouslySetInnerHTML`, which passes it on unchanged. */
export const emptyHtml = factory?.emptyHTML ?? ''

/** Parses a page of this site, fetched from this origin. Its scripts do not run. */
export function parseOwnPage(html: string): Document {
  return new DOMParser().parseFromString(catalogue?.createHTML(html) ?? html, 'text/html')
}

/**
 * Lets third-party scripts run unchanged from now on. They set HTML and script URLs as plain text. The page's
 * `script-src` still decides which scripts run, and inline scripts and handlers do not. `isAllowed` narrows it.
 */
export function allowThirdPartyScripts(isAllowed: (scriptUrl: URL) => boolean = () => true): void {
  if (!factory || factory.defaultPolicy) return
  factory.createPolicy('default', {
    createHTML: (html) => html,
    createScriptURL(url) {
      const script = new URL(url, location.href)
      if (script.origin !== location.origin && !isAllowed(script))
        throw new TypeError(`${script.origin} may not run here`)
      return url
    },
  })
}

/**
 * Parses HTML of the clipboard. The document is inert: its scripts do not run, and it loads nothing. The page's policy
 * counts in it all the same, and reports each style and each handler, so they get other names: `data-style`, `data-on…`.
 */
export function parsePastedHtml(html: string): Document {
  const renamed = html
    .replaceAll(/<(\/?)(?:style|script)\b/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replaceAll(/(^<[a-z]+\/|[\s"'])(on[a-z]+|style)(?=\s*=)/gi, '$1data-$2'),
    )
  return parseOwnPage(renamed)
}
