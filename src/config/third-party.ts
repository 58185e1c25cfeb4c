/** Settings of third-party scripts. A script loads only if it is configured and the visitor has agreed. */
import { z } from 'zod'

const script = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isOrigin), {
    error: 'must be a comma list of origins, such as https://tags.example.com',
  })

export const thirdPartySettings = {
  TAG_MANAGER_URL: script
    .optional()
    .describe(
      'Script of a tag manager that reads `window.dataLayer`, such as https://www.googletagmanager.com/gtm.js?id=GTM-XXXX. Loaded on public pages only, after the visitor’s consent.',
    ),
  AFFILIATE_SCRIPT_URL: script
    .optional()
    .describe('Script of an affiliate programme, loaded like the tag manager. With `AFFILIATE_ANSWER`.'),
  AFFILIATE_ANSWER: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/, 'must be the name of a global, such as Rewardful.referral')
    .optional()
    .describe(
      'The global variable in which that script stores the referrer of the visitor, such as Rewardful.referral.',
    ),
  THIRD_PARTY_ORIGINS: origins
    .default([])
    .describe('Comma list of other origins that these scripts load from and send to, for the content security policy.'),
  CHATWOOT_URL: script
    .optional()
    .describe(
      'Address of a Chatwoot. Its chat replaces the message form if the visitor agrees. With `CHATWOOT_TOKEN`. The ten pages with the chat then allow inline styles.',
    ),
  CHATWOOT_TOKEN: z
    .string()
    .regex(/^[\w-]+$/, 'must be the website token of its inbox')
    .optional()
    .describe('The website token of its inbox.'),
  REMEMBER_VISITS: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .transform((text) => text === '1')
    .default(false)
    .describe(
      '`1` asks visitors for consent to store their attribution for 90 days. With any of the scripts above visitors are asked anyway. Otherwise attribution is stored for the visit only, and nobody is asked.',
    ),
}

const Settings = z.object(thirdPartySettings)
type Settings = z.output<typeof Settings>

export type ThirdPartyConfig = {
  /** Sent to the browser in a `<meta>` of each page that may load the scripts. Null if no consent is needed. */
  consentOptions: {
    tags: string | null
    affiliate: { url: string; answer: string } | null
    chatwoot: { url: string; token: string } | null
  } | null
  /** Origins that public pages may load from and send to. */
  origins: readonly string[]
  chatOrigin: string | null
}

export function thirdPartyFaults(settings: Settings, isProduction: boolean): string[] {
  const incomplete = [
    [settings.AFFILIATE_SCRIPT_URL, settings.AFFILIATE_ANSWER, 'AFFILIATE_SCRIPT_URL and AFFILIATE_ANSWER'],
    [settings.CHATWOOT_URL, settings.CHATWOOT_TOKEN, 'CHATWOOT_URL and CHATWOOT_TOKEN'],
  ].flatMap(([one, other, names]) => (Boolean(one) === Boolean(other) ? [] : [`${names} need each other.`]))
  const insecure = (['TAG_MANAGER_URL', 'AFFILIATE_SCRIPT_URL', 'CHATWOOT_URL'] as const)
    .filter((name) => isProduction && settings[name]?.startsWith('http://'))
    .map((name) => `${name} must begin with https:// in production.`)
  return [...incomplete, ...insecure]
}

export function thirdPartyConfig(settings: Settings): ThirdPartyConfig {
  const { TAG_MANAGER_URL: tags = null, AFFILIATE_SCRIPT_URL: url, AFFILIATE_ANSWER: answer } = settings
  const { CHATWOOT_URL: chatUrl, CHATWOOT_TOKEN: token } = settings
  const affiliate = url && answer ? { url, answer } : null
  const chatwoot = chatUrl && token ? { url: chatUrl.replace(/\/$/, ''), token } : null
  const needsConsent = tags !== null || affiliate !== null || chatwoot !== null || settings.REMEMBER_VISITS
  const scripts = [tags, affiliate?.url].flatMap((address) => (address ? [new URL(address).origin] : []))
  return {
    consentOptions: needsConsent ? { tags, affiliate, chatwoot } : null,
    origins: scripts.length > 0 ? [...new Set([...scripts, ...settings.THIRD_PARTY_ORIGINS])] : [],
    chatOrigin: chatwoot && new URL(chatwoot.url).origin,
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
