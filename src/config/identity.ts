/** Settings of social log-in. Each provider needs all of its settings or none. */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

const text = z.string().min(1)
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
/** Accepts the key file's text, or one line with `\n` for its line ends, as environment files need. */
const applePrivateKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n').trim())
  .refine(isP256, { error: 'must be the text of the .p8 file that Apple gives' })

export const identitySettings = {
  GOOGLE_CLIENT_ID: text.optional().describe('Log-in with Google: the OAuth client. With `GOOGLE_CLIENT_SECRET`.'),
  GOOGLE_CLIENT_SECRET: text.optional().describe('Log-in with Google: the client’s secret.'),
  GOOGLE_ISSUER_URL: webAddress
    .default('https://accounts.google.com')
    .describe('Address of Google’s OpenID configuration. Change it only for tests.'),
  APPLE_CLIENT_ID: text
    .optional()
    .describe(
      'Log-in with Apple: the Services ID. With `APPLE_TEAM_ID`, `APPLE_KEY_ID` and `APPLE_PRIVATE_KEY`; needs https.',
    ),
  APPLE_TEAM_ID: text.optional().describe('Log-in with Apple: the team that the Services ID belongs to.'),
  APPLE_KEY_ID: text.optional().describe('Log-in with Apple: the id of the key.'),
  APPLE_PRIVATE_KEY: applePrivateKey
    .optional()
    .describe('Log-in with Apple: the text of the key’s .p8 file; a line end may be written as `\\n`.'),
  APPLE_BASE_URL: webAddress
    .default('https://appleid.apple.com')
    .describe('Address of Apple’s log-in. Change it only for tests.'),
  FACEBOOK_APP_ID: text.optional().describe('Log-in with Facebook: the app. With `FACEBOOK_APP_SECRET`.'),
  FACEBOOK_APP_SECRET: text.optional().describe('Log-in with Facebook: the app’s secret.'),
  FACEBOOK_GRAPH_URL: webAddress
    .default('https://graph.facebook.com/v24.0')
    .describe('Facebook’s Graph API, with its version.'),
  FACEBOOK_DIALOG_URL: webAddress
    .default('https://www.facebook.com/v24.0/dialog/oauth')
    .describe('Facebook’s log-in page, with its version.'),
}

const Settings = z.object(identitySettings)
type Settings = z.output<typeof Settings>

export type IdentityConfig = {
  google: { clientId: string; clientSecret: string; issuerUrl: string } | null
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; baseUrl: string } | null
  facebook: { appId: string; appSecret: string; graphUrl: string; dialogUrl: string } | null
}

const REQUIRED_SETTINGS = {
  Google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  Apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  Facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
} as const
const ADDRESSES = ['GOOGLE_ISSUER_URL', 'APPLE_BASE_URL', 'FACEBOOK_GRAPH_URL', 'FACEBOOK_DIALOG_URL'] as const

/** Returns one sentence for each incomplete provider, and for each URL that would send its secret unencrypted. */
export function identityFaults(settings: Settings, isProduction: boolean): string[] {
  const incomplete = Object.entries(REQUIRED_SETTINGS).flatMap(([name, needs]) => {
    const missing = needs.filter((need) => settings[need] === undefined)
    return missing.length === 0 || missing.length === needs.length
      ? []
      : [`Log-in with ${name} needs ${missing.join(' and ')} too.`]
  })
  const insecure = ADDRESSES.filter((name) => isProduction && !settings[name].startsWith('https://'))
  return [...incomplete, ...insecure.map((name) => `${name} must begin with https:// in production.`)]
}

export function identityConfig(settings: Settings): IdentityConfig {
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = settings
  const {
    APPLE_CLIENT_ID: clientId,
    APPLE_TEAM_ID: teamId,
    APPLE_KEY_ID: keyId,
    APPLE_PRIVATE_KEY: privateKey,
  } = settings
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = settings
  return {
    google:
      googleId && googleSecret
        ? { clientId: googleId, clientSecret: googleSecret, issuerUrl: settings.GOOGLE_ISSUER_URL }
        : null,
    apple:
      clientId && teamId && keyId && privateKey
        ? { clientId, teamId, keyId, privateKey, baseUrl: settings.APPLE_BASE_URL }
        : null,
    facebook:
      appId && appSecret
        ? { appId, appSecret, graphUrl: settings.FACEBOOK_GRAPH_URL, dialogUrl: settings.FACEBOOK_DIALOG_URL }
        : null,
  }
}

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
