/** Settings of payments by PayPal. Without them a production server does not offer PayPal. */
import { z } from 'zod'

/** The origins of PayPal’s API. The certificates that sign its events come from the same ones. */
const HOSTS = {
  sandbox: ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
  live: ['https://api-m.paypal.com', 'https://api.paypal.com'],
} as const

export const paypalSettings = {
  PAYPAL_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{10,200}$/, { error: 'must be the client id of a REST app at PayPal' })
    .optional()
    .describe(
      'PayPal: the client id of your REST app. With `PAYPAL_CLIENT_SECRET` and `PAYPAL_WEBHOOK_ID`. Without them PayPal is not offered.',
    ),
  PAYPAL_CLIENT_SECRET: z
    .string()
    .regex(/^[\w-]{10,200}$/, { error: 'must be the secret of a REST app at PayPal' })
    .optional()
    .describe('PayPal: the secret of your REST app.'),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{5,50}$/, { error: 'must be the id of a webhook at PayPal' })
    .optional()
    .describe(
      'PayPal: the id of the webhook that sends its events to /api/v1/webhooks/paypal. The server also lists these events, to find refunds that were made at PayPal.',
    ),
  PAYPAL_MODE: z
    .enum(['sandbox', 'live'], { error: 'must be sandbox or live' })
    .default('sandbox')
    .describe(
      'PayPal: `live` takes real money, and `sandbox` takes none. Each has its own client id, secret and webhook.',
    ),
  PAYPAL_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .optional()
    .describe('Base URL of PayPal’s API. Change it only for tests. Default: that of `PAYPAL_MODE`.'),
}

const Settings = z.object(paypalSettings)
type Settings = z.output<typeof Settings>

export type PaypalConfig = {
  clientId: string
  clientSecret: string
  webhookId: string
  apiUrl: string
  /** The only origins from which a certificate is read. */
  certificateOrigins: readonly string[]
  /** True in the sandbox: nothing is charged. */
  isTest: boolean
}

/** Returns one sentence for each incomplete or insecure setting. */
export function paypalFaults(settings: Settings, isProduction: boolean): string[] {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_URL: apiUrl } = settings
  const credentials = Object.entries({ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID })
  const missing = credentials.filter(([, value]) => !value).map(([name]) => name)
  return [
    missing.length > 0 && missing.length < credentials.length && `PayPal needs ${missing.join(' and ')} too.`,
    !isProduction && settings.PAYPAL_MODE === 'live' && 'PAYPAL_MODE must be sandbox outside production.',
    apiUrl && new URL(apiUrl).pathname !== '/' && 'PAYPAL_API_URL must have no path.',
    apiUrl &&
      isProduction &&
      !apiUrl.startsWith('https://') &&
      'PAYPAL_API_URL must begin with https:// in production.',
  ].filter((fault) => typeof fault === 'string')
}

export function paypalConfig(settings: Settings): PaypalConfig | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = settings
  if (!clientId || !clientSecret || !webhookId) return null
  const hosts = HOSTS[settings.PAYPAL_MODE]
  const own = settings.PAYPAL_API_URL && new URL(settings.PAYPAL_API_URL).origin
  return {
    clientId,
    clientSecret,
    webhookId,
    apiUrl: own ?? hosts[0],
    certificateOrigins: own ? [own] : hosts,
    isTest: settings.PAYPAL_MODE === 'sandbox',
  }
}
