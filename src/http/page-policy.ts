/** The headers of every page. A document's scripts are files of ours; an app page adds its own by nonce. */
import type { Config } from '#config.ts'

const PRIVATE_PATHS =
  /^\/(checkout|order|portal|login|forget-password|reset-password|set-password|verify-email|social|support|confirm-log-in|sandbox|dev)(\/|$)/

/** What Stripe's card form needs, on the checkout alone: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  calls: ' https://api.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
const NOBODY = { scripts: '', calls: '', frames: '' }

export function pagePolicy(config: Config, nonce: string | null, path: string): Record<string, string> {
  // In development Vite puts styles and its reloading into the page itself.
  const isDevelopment = config.mode === 'development'
  const scripts = isDevelopment ? "'self' 'unsafe-inline'" : `'self'${nonce ? ` 'nonce-${nonce}'` : ''}`
  const bases = [config.loginApiUrl, config.paymentApiUrl, config.staticDataApiUrl, config.communityApiUrl].map(
    (url) => new URL(url).origin,
  )
  const isPrivate = PRIVATE_PATHS.test(path)
  const stripe = config.stripe && /^\/checkout(\/|$)/.test(path) ? STRIPE : NOBODY
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${scripts}${stripe.scripts}`,
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
      "img-src 'self' data:",
      `connect-src 'self' ${[...new Set(bases)].join(' ')}${isDevelopment ? ' ws:' : ''}${stripe.calls}`,
      `frame-src 'self'${stripe.frames}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isPrivate && { 'cache-control': 'no-store' }),
    ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
