/** The headers of every page. A document loads only our script files; an app page adds inline scripts by nonce. */
import type { Config } from '#config/config.ts'
import { getBucketUrl } from '#config/media.ts'
import type { SiteRoute } from '#http/site-routes.ts'

/** Names the data that a page shows, so that a change can drop it from the cache. Not sent to clients. */
export const CACHE_TAG_HEADER = 'cache-tag'
/** How many seconds the shell of an app page stays correct if its data do not change. Not sent to clients. */
export const SHELL_LIFETIME_HEADER = 'shell-lifetime'

/** Abilities of a browser that nothing here needs, refused to our scripts and to every frame. */
export const PERMISSIONS = {
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), usb=()',
}

const YEAR_SECONDS = 31_536_000

/**
 * Stripe's card form needs these, only on payment pages:
 * https://docs.stripe.com/security/guide#content-security-policy
 */
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  calls: ' https://api.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
type ThirdPartySources = { scripts: string; calls: string; frames: string; pictures?: string; styles?: string }

/** @param styleHash the hash of the page's inlined styles */
export function pagePolicy(
  config: Config,
  nonce: string | null,
  route: SiteRoute,
  styleHash: string | null = null,
): Record<string, string> {
  // In development Vite inserts styles and its reload script into the page.
  const isDevelopment = config.mode === 'development'
  const scripts = isDevelopment ? "'self' 'unsafe-inline'" : `'self'${nonce ? ` 'nonce-${nonce}'` : ''}`
  const bases = [config.loginApiUrl, config.paymentApiUrl, config.staticDataApiUrl, config.communityApiUrl].map(
    (url) => new URL(url).origin,
  )
  const thirdPartySources = getThirdPartySources(config, nonce, route)
  // A lesson opens within the document of the page before it, also of a log-in, so that page's policy counts.
  const playsMedia = route.surface === 'media' || route.playsFilms || route.access !== 'public'
  const bucket = playsMedia ? getBucketSource(config) : ''
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${scripts}${thirdPartySources.scripts}`,
      // A hash would disable 'unsafe-inline'.
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : (thirdPartySources.styles ?? (styleHash ? ` '${styleHash}'` : ''))}`,
      `img-src 'self' data:${thirdPartySources.pictures ?? ''}`,
      `connect-src 'self' ${[...new Set(bases)].join(' ')}${isDevelopment ? ' ws:' : ''}${bucket}${thirdPartySources.calls}`,
      `frame-src 'self'${thirdPartySources.frames}`,
      // The player's engine gives the browser the parts of a video as a blob.
      ...(playsMedia ? [`media-src 'self' blob:${bucket}`] : []),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${route.surface === 'draft' ? "'self'" : "'none'"}`,
      // In development Vite's own scripts set text.
      ...(isDevelopment ? [] : trustedTypes(thirdPartySources)),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...PERMISSIONS,
    ...getPrivateHeaders(route),
    ...strictTransport(config.publicUrl),
  }
}

/** The bucket, if browsers get the segments of films from it. The slash at the end allows everything below. */
function getBucketSource({ media }: Config): string {
  return media.s3 && media.segmentDelivery === 'bucket' ? ` ${getBucketUrl(media.s3)}/` : ''
}

/**
 * A page refuses text as script or HTML, unless a named policy of src/ui/browser/trusted-types.ts made it. Third-party
 * scripts use policy names that we do not know. See docs/decisions/0022.
 */
function trustedTypes({ scripts }: ThirdPartySources): string[] {
  const policies = scripts ? "* 'allow-duplicates'" : 'catalogue'
  return ["require-trusted-types-for 'script'", `trusted-types ${policies}`]
}

/** HTTP Strict Transport Security (RFC 6797) for this host name only, because its subdomains may belong to others. */
export function strictTransport(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
}

/** Headers of every response of a route that is not public: not cached, not in search results, no referrer. */
export function getPrivateHeaders({ access }: SiteRoute): Record<string, string> {
  if (access === 'public') return {}
  return { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }
}

/**
 * Whether a page may inline its stylesheets or has to link them. The address of a callback holds a provider's code and
 * that of a draft a token, and the request for an inlined style's font would send that address as its referrer under
 * any policy. A mailed link keeps its secret behind the #, which is never sent.
 */
export function mayInlineStyles({ surface }: SiteRoute): boolean {
  return surface !== 'callback' && surface !== 'draft'
}

/** Whether a page may load the configured third-party scripts, after consent. */
export function mayLoadThirdParty({ access, surface }: SiteRoute): boolean {
  return access === 'public' && (surface === 'document' || surface === 'chat')
}

/**
 * The third-party origins of a page: Stripe on payment pages, configured scripts on public documents. See
 * `docs/contract` §7.
 */
function getThirdPartySources(
  { stripe, thirdParty }: Config,
  nonce: string | null,
  route: SiteRoute,
): ThirdPartySources {
  const { surface } = route
  if (stripe && surface === 'payment') return STRIPE
  const allowsThirdParty = nonce === null && mayLoadThirdParty(route)
  const chat = allowsThirdParty && surface === 'chat' ? thirdParty.chatOrigin : null
  const sources = [...(allowsThirdParty ? thirdParty.origins : []), ...(chat ? [chat] : [])]
    .map((origin) => ` ${origin}`)
    .join('')
  const socket = chat ? ` ${chat.replace(/^http/, 'ws')}` : ''
  return {
    scripts: sources,
    calls: sources + socket,
    frames: sources,
    pictures: sources,
    ...(chat && { styles: " 'unsafe-inline'" }),
  }
}
