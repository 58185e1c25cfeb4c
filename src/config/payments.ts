/** Settings of card payments. Without them a production server offers no card payment. */
import { z } from 'zod'

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, { error: 'must begin with sk_live_, sk_test_, rk_live_ or rk_test_' })
    .optional()
    .describe(
      'Cards by Stripe: the secret key, or a restricted one that may write payment intents and refunds and read charges and disputes. With `STRIPE_PUBLISHABLE_KEY`. A test key takes no real money.',
    ),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, { error: 'must begin with pk_live_ or pk_test_' })
    .optional()
    .describe('Cards by Stripe: the publishable key, of the same mode as the secret key.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, { error: 'must begin with whsec_' })
    .optional()
    .describe(
      'Cards by Stripe: the secret that signs the events which Stripe sends to /api/v1/webhooks/stripe. Without it the webhook is off and the server asks Stripe every minute.',
    ),
  STRIPE_API_URL: webAddress
    .default('https://api.stripe.com')
    .describe('Base URL of Stripe’s API. Change it only for tests.'),
}

const Settings = z.object(paymentSettings)
type Settings = z.output<typeof Settings>

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string | null
  apiUrl: string
  /** True for test keys: nothing is charged. */
  isTest: boolean
}

/** Returns one sentence for each incomplete, mismatched or insecure setting. */
export function paymentFaults(settings: Settings, isProduction: boolean): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = settings
  return [
    !secret && (publishable || webhook) && 'Cards by Stripe need STRIPE_SECRET_KEY too.',
    !publishable && (secret || webhook) && 'Cards by Stripe need STRIPE_PUBLISHABLE_KEY too.',
    secret &&
      publishable &&
      isTestKey(secret) !== isTestKey(publishable) &&
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live.',
    !isProduction && secret && !isTestKey(secret) && 'STRIPE_SECRET_KEY must be a test key outside production.',
    new URL(settings.STRIPE_API_URL).pathname !== '/' && 'STRIPE_API_URL must have no path.',
    isProduction &&
      !settings.STRIPE_API_URL.startsWith('https://') &&
      'STRIPE_API_URL must begin with https:// in production.',
  ].filter((fault) => typeof fault === 'string')
}

export function stripeConfig(settings: Settings): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings
  if (!secretKey || !publishableKey) return null
  return {
    secretKey,
    publishableKey,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    apiUrl: settings.STRIPE_API_URL,
    isTest: isTestKey(secretKey),
  }
}

const isTestKey = (key: string) => key.slice(3).startsWith('test_')
