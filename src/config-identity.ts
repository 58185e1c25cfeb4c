/** The settings of social log-in, a part of config.ts: a provider is either wholly set or not there. */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

const text = z.string().min(1)
const webAddress = z.url({ protocol: /^https?$/, error: 'is an address that begins with http:// or https://' })
/** One line with `\n` in it, as environment files want it, or as the file is. */
const applesKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n').trim())
  .refine(isP256, { error: 'is the text of the .p8 file that Apple gives' })

export const identitySettings = {
  GOOGLE_CLIENT_ID: text.optional().describe('Log-in with Google: the OAuth client. With `GOOGLE_CLIENT_SECRET`.'),
  GOOGLE_CLIENT_SECRET: text.optional().describe('Log-in with Google: the client’s secret.'),
  GOOGLE_ISSUER_URL: webAddress
    .default('https://accounts.google.com')
    .describe('Where Google’s description of itself is found. Another one is for tests.'),
  APPLE_CLIENT_ID: text
    .optional()
    .describe(
      'Log-in with Apple: the Services ID. With `APPLE_TEAM_ID`, `APPLE_KEY_ID` and `APPLE_PRIVATE_KEY`; needs https.',
    ),
  APPLE_TEAM_ID: text.optional().describe('Log-in with Apple: the team that the Services ID belongs to.'),
  APPLE_KEY_ID: text.optional().describe('Log-in with Apple: the id of the key.'),
  APPLE_PRIVATE_KEY: applesKey
    .optional()
    .describe('Log-in with Apple: the text of the key’s .p8 file; `\\n` may stand for its line ends.'),
  APPLE_BASE_URL: webAddress
    .default('https://appleid.apple.com')
    .describe('Where Apple’s log-in is. Another one is for tests.'),
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

const NEEDS = {
  Google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  Apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  Facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
} as const
const ADDRESSES = ['GOOGLE_ISSUER_URL', 'APPLE_BASE_URL', 'FACEBOOK_GRAPH_URL', 'FACEBOOK_DIALOG_URL'] as const

/** One sentence for each provider that is set in part, and for each address that would send its secret in the clear. */
export function identityFaults(given: Settings, isProduction: boolean): string[] {
  const halves = Object.entries(NEEDS).flatMap(([name, needs]) => {
    const missing = needs.filter((need) => given[need] === undefined)
    return missing.length === 0 || missing.length === needs.length
      ? []
      : [`Log-in with ${name} needs ${missing.join(' and ')} too.`]
  })
  const inTheClear = ADDRESSES.filter((name) => isProduction && !given[name].startsWith('https://'))
  return [...halves, ...inTheClear.map((name) => `${name} begins with https:// in production.`)]
}

export function identityConfig(given: Settings): IdentityConfig {
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = given
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = given
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = given
  return {
    google:
      googleId && googleSecret
        ? { clientId: googleId, clientSecret: googleSecret, issuerUrl: given.GOOGLE_ISSUER_URL }
        : null,
    apple:
      clientId && teamId && keyId && privateKey
        ? { clientId, teamId, keyId, privateKey, baseUrl: given.APPLE_BASE_URL }
        : null,
    facebook:
      appId && appSecret
        ? { appId, appSecret, graphUrl: given.FACEBOOK_GRAPH_URL, dialogUrl: given.FACEBOOK_DIALOG_URL }
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
