/** The settings of scripts that others serve, a part of config.ts. None is loaded unless it is named here and the visitor agreed. */
import { z } from 'zod'

const script = z.url({ protocol: /^https?$/, error: 'is an address that begins with http:// or https://' })
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isOrigin), { error: 'is a comma list of origins, such as https://tags.example.com' })

export const thirdPartySettings = {
  TAG_MANAGER_URL: script
    .optional()
    .describe(
      'Script of a tag manager that reads `window.dataLayer`, such as https://www.googletagmanager.com/gtm.js?id=GTM-XXXX. Loaded on public pages alone, and after the visitor agreed.',
    ),
  AFFILIATE_SCRIPT_URL: script
    .optional()
    .describe('Script of an affiliate programme, loaded as the tag manager is. With `AFFILIATE_ANSWER`.'),
  AFFILIATE_ANSWER: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/, 'is the name of a global, such as Rewardful.referral')
    .optional()
    .describe('The global in which that script tells who sent the visitor, such as Rewardful.referral.'),
  THIRD_PARTY_ORIGINS: origins
    .default([])
    .describe('Comma list of other origins that these scripts load from and send to, for the content security policy.'),
  CHATWOOT_URL: script
    .optional()
    .describe(
      'A Chatwoot whose chat takes the place of the message form, once the visitor agreed. With `CHATWOOT_TOKEN`. Its ten pages then allow inline styles, which it needs.',
    ),
  CHATWOOT_TOKEN: z
    .string()
    .regex(/^[\w-]+$/, 'is the website token of its inbox')
    .optional()
    .describe('The website token of its inbox.'),
  REMEMBER_VISITS: z
    .enum(['0', '1'], { error: 'is 0 or 1' })
    .transform((text) => text === '1')
    .default(false)
    .describe(
      '`1` asks visitors whether where they came from may be remembered for 90 days. With any of the scripts above they are asked that anyway; otherwise it is kept for the visit alone, and nobody is asked anything.',
    ),
}

const Settings = z.object(thirdPartySettings)
type Settings = z.output<typeof Settings>

export type ThirdPartyConfig = {
  /** What a browser is told, in a `<meta>` of each page that may load it; null where nobody need be asked. */
  asked: {
    tags: string | null
    affiliate: { url: string; answer: string } | null
    chatwoot: { url: string; token: string } | null
  } | null
  /** Whom every public page may load from and send to, and the ten with a chat. */
  origins: readonly string[]
  chatOrigin: string | null
}

export function thirdPartyFaults(given: Settings, isProduction: boolean): string[] {
  const halves = [
    [given.AFFILIATE_SCRIPT_URL, given.AFFILIATE_ANSWER, 'AFFILIATE_SCRIPT_URL and AFFILIATE_ANSWER'],
    [given.CHATWOOT_URL, given.CHATWOOT_TOKEN, 'CHATWOOT_URL and CHATWOOT_TOKEN'],
  ].flatMap(([one, other, names]) => (Boolean(one) === Boolean(other) ? [] : [`${names} need each other.`]))
  const inTheClear = (['TAG_MANAGER_URL', 'AFFILIATE_SCRIPT_URL', 'CHATWOOT_URL'] as const)
    .filter((name) => isProduction && given[name]?.startsWith('http://'))
    .map((name) => `${name} begins with https:// in production.`)
  return [...halves, ...inTheClear]
}

export function thirdPartyConfig(given: Settings): ThirdPartyConfig {
  const { TAG_MANAGER_URL: tags = null, AFFILIATE_SCRIPT_URL: url, AFFILIATE_ANSWER: answer } = given
  const { CHATWOOT_URL: chatUrl, CHATWOOT_TOKEN: token } = given
  const affiliate = url && answer ? { url, answer } : null
  const chatwoot = chatUrl && token ? { url: chatUrl.replace(/\/$/, ''), token } : null
  const isAsked = tags !== null || affiliate !== null || chatwoot !== null || given.REMEMBER_VISITS
  const scripts = [tags, affiliate?.url].flatMap((address) => (address ? [new URL(address).origin] : []))
  return {
    asked: isAsked ? { tags, affiliate, chatwoot } : null,
    origins: scripts.length > 0 ? [...new Set([...scripts, ...given.THIRD_PARTY_ORIGINS])] : [],
    chatOrigin: chatwoot && new URL(chatwoot.url).origin,
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
