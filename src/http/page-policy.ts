/** The headers of every page. A document's scripts are files of ours; an app page adds its own by nonce. */
import type { Config } from '#config.ts'
import { CHAT_PAGES, informationPageAt } from '#domain/site-addresses.ts'

const YEAR_SECONDS = 31_536_000

const PRIVATE_PATHS =
  /^\/(checkout|gift-card\/buy|order|portal|login|forget-password|reset-password|set-password|verify-email|social|support|confirm-log-in|confirm-enrolment|sandbox|dev)(\/|$)/

/**
 * Whose address holds a code of the provider's: a font that a sheet in the page asks for is told the page's address,
 * policy or not. What a mailed link holds stands behind its #, which nobody is told.
 */
const SECRET_PATHS = /^\/social(\/|$)/

/** What Stripe's card form needs, where cards are taken alone: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  calls: ' https://api.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
type Others = { scripts: string; calls: string; frames: string; pictures?: string; styles?: string }

/** @param sheet the hash of the styles that are written into the page */
export function pagePolicy(
  config: Config,
  nonce: string | null,
  path: string,
  sheet: string | null = null,
): Record<string, string> {
  // In development Vite puts styles and its reloading into the page itself.
  const isDevelopment = config.mode === 'development'
  const scripts = isDevelopment ? "'self' 'unsafe-inline'" : `'self'${nonce ? ` 'nonce-${nonce}'` : ''}`
  const bases = [config.loginApiUrl, config.paymentApiUrl, config.staticDataApiUrl, config.communityApiUrl].map(
    (url) => new URL(url).origin,
  )
  const isPrivate = isPrivatePath(path)
  const others = othersOn(config, nonce, path)
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${scripts}${others.scripts}`,
      // A hash beside 'unsafe-inline' would take it back.
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : (others.styles ?? (sheet ? ` '${sheet}'` : ''))}`,
      `img-src 'self' data:${others.pictures ?? ''}`,
      `connect-src 'self' ${[...new Set(bases)].join(' ')}${isDevelopment ? ' ws:' : ''}${others.calls}`,
      `frame-src 'self'${others.frames}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // In development Vite's own scripts set text.
      ...(isDevelopment ? [] : trustedTypes(others)),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isPrivate && { 'cache-control': 'no-store' }),
    ...strictTransport(config.publicUrl),
  }
}

/**
 * A page refuses text where script or HTML is meant, unless a named policy made it: src/ui/trusted-types.ts. Scripts of
 * others have policies of names that only they know. Decision 22.
 */
function trustedTypes({ scripts }: Others): string[] {
  const policies = scripts ? "* 'allow-duplicates'" : 'catalogue'
  return ["require-trusted-types-for 'script'", `trusted-types ${policies}`]
}

/** HTTP Strict Transport Security (RFC 6797) for this host name. Its subdomains may belong to somebody else. */
export function strictTransport(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
}

/** Pages that load nothing of others, are kept by no cache and tell nobody their address. */
export function isPrivatePath(path: string): boolean {
  return PRIVATE_PATHS.test(path.toLowerCase())
}

/** Whether a page may carry its sheets, or has to link them. */
export function mayCarrySheets(path: string): boolean {
  return !SECRET_PATHS.test(path.toLowerCase())
}

/** Who else a page may load from: Stripe on the checkout alone; what is configured on public documents alone. Contract §7. */
function othersOn({ stripe, thirdParty }: Config, nonce: string | null, path: string): Others {
  if (stripe && /^\/(checkout|gift-card\/buy)(\/|$)/i.test(path)) return STRIPE
  const isOpen = nonce === null && !isPrivatePath(path)
  const page = isOpen ? informationPageAt(path) : null
  const chat = page && CHAT_PAGES.has(page) ? thirdParty.chatOrigin : null
  const all = [...(isOpen ? thirdParty.origins : []), ...(chat ? [chat] : [])].map((origin) => ` ${origin}`).join('')
  const socket = chat ? ` ${chat.replace(/^http/, 'ws')}` : ''
  return { scripts: all, calls: all + socket, frames: all, pictures: all, ...(chat && { styles: " 'unsafe-inline'" }) }
}
