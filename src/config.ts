/**
 * Every setting, read once from the environment. docs/settings.md is generated from the descriptions
 * here. A wrong setting is one sentence that names it, and nothing starts.
 */
import { z } from 'zod'
import { type IdentityConfig, identityConfig, identityFaults, identitySettings } from './config-identity.ts'
import { type LimitsConfig, limitSettings, limitsConfig } from './config-limits.ts'
import { paymentFaults, paymentSettings, type StripeConfig, stripeConfig } from './config-payments.ts'
import { type PlaceConfig, placeConfig, placeFaults, placeSettings } from './config-place.ts'
import { type GroupTiers, priceSettings, readLadder } from './config-prices.ts'
import { nameOf, startFaults, startSettings } from './config-start.ts'
import { type ThirdPartyConfig, thirdPartyConfig, thirdPartyFaults, thirdPartySettings } from './config-third-party.ts'

/** The program cannot start, and the message is all a person needs to know about it. */
export class CannotStart extends Error {}

export const PARTS = ['site', 'login', 'payment', 'static-data', 'community', 'worker'] as const
export type Part = (typeof PARTS)[number]

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

const flag = z.enum(['0', '1'], { error: 'is 0 or 1' }).transform((text) => text === '1')
const webAddress = z.url({ protocol: /^https?$/, error: 'is an address that begins with http:// or https://' })
const parts = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(PARTS, { error: `is a comma list of ${PARTS.join(', ')}` })))

const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= 32), {
    error: 'is a comma list of secrets of 32 characters or more',
  })
const codes = z.string().transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
const settings = {
  ...startSettings,
  DATA_DIR: z
    .string()
    .min(1, 'is empty')
    .optional()
    .describe(
      'Folder of everything that must last: the built-in database and the secret. Unless set, `./data` in a demo and `./data-development` in development.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is an address that begins with postgres://' })
    .optional()
    .describe('A PostgreSQL of your own instead of the built-in one.'),
  SECRET: z
    .string()
    .min(32, 'has 32 characters or more')
    .optional()
    .describe(
      'Root of all keys, 32 characters or more, the same for all processes. Made and kept in `DATA_DIR` where the built-in database is used.',
    ),
  SECRET_PREVIOUS: secrets
    .default([])
    .describe(
      'Comma list of earlier values of `SECRET`, newest first: what they signed and sealed stays valid, and nothing new is made by them. `docs/operate.md` tells how to change the secret.',
    ),
  SERVE: parts.default([...PARTS]).describe('Comma list of what this process does.'),
  LOGIN_API_URL: webAddress.optional().describe('Base of the log-in host, where it is not the site itself.'),
  PAYMENT_API_URL: webAddress.optional().describe('Base of the payment host, where it is not the site itself.'),
  STATIC_DATA_API_URL: webAddress.optional().describe('Base of the static data host, where it is not the site itself.'),
  COMMUNITY_API_URL: webAddress.optional().describe('Base of the community host, where it is not the site itself.'),
  EXCLUDED_COURSE_CODES: codes
    .default(['GIFT', 'GIFTC'])
    .describe(
      'Comma list of prefix codes that can be sold but are never listed or dated: the gift card, and a course given as a gift.',
    ),
  ADMIN_SECOND_FACTOR: flag
    .default(false)
    .describe(
      '`1` lets nobody in as community admin without a second factor; who has none sets one up as a learner first.',
    ),
  MAIL_FROM: z
    .string()
    .includes('@', { error: 'is a mail address' })
    .optional()
    .describe('Sender of every mail. `no-reply@` the site, unless set.'),
  SUPPORT_ADDRESS: z
    .email({ error: 'is a mail address' })
    .optional()
    .describe('Shown in footer, mails and error pages. `support@` the site, unless set.'),
  INVOICE_SELLER: z
    .string()
    .transform((text) => text.split(/\n|\\n/).flatMap((line) => line.trim() || []))
    .optional()
    .describe(
      'Who sells, as invoices name it: legal name, address, tax number, each on a line of its own; `\\n` may stand for a line end. The site’s name and address, unless set.',
    ),
  PAGES_DIR: z
    .string()
    .min(1, 'is empty')
    .default('content/pages')
    .describe(
      'Folder of the texts of the information pages, such as questions and terms. Copy the shipped one to write your own; `content/README.md` says how.',
    ),
  ...placeSettings,
  ...priceSettings,
  ...limitSettings,
  ...identitySettings,
  ...paymentSettings,
  ...thirdPartySettings,
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `is one of ${LOG_LEVELS.join(', ')}` })
    .optional()
    .describe('How much is logged: `info` in production, else `warn`.'),
}

const Settings = z.object(settings)
type Settings = z.output<typeof Settings>

export type Config = {
  mode: Settings['MODE']
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  secret: string | null
  /** Newest first. */
  previousSecrets: readonly string[]
  serve: readonly Part[]
  demoPublic: boolean
  loginApiUrl: string
  paymentApiUrl: string
  staticDataApiUrl: string
  communityApiUrl: string
  /** Null without a mail server: mails are kept for /dev/mail, and in production not sent. */
  smtpUrl: string | null
  adminSecondFactor: boolean
  mailFrom: string
  supportAddress: string
  /** Lines. */
  invoiceSeller: readonly string[]
  pagesDir: string
  trustedProxies: readonly string[]
  excludedCourseCodes: readonly string[]
  place: PlaceConfig
  /** From that many friends on, that much off. */
  groupTiers: GroupTiers
  heldSeatsPerAddress: number
  limits: LimitsConfig
  identity: IdentityConfig
  /** Null where cards are not taken by Stripe. */
  stripe: StripeConfig | null
  thirdParty: ThirdPartyConfig
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * Reads the settings. An empty value counts as not set.
 *
 * @throws CannotStart with one sentence for each wrong setting
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(settings).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const read = Settings.safeParse(given)
  const faults = read.success
    ? conflicts(read.data)
    : read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  if (!read.success || faults.length > 0) throw new CannotStart([...new Set(faults)].join('\n'))
  return complete(read.data)
}

/** `NODE_ENV` is a build matter only: which build of React is loaded. Nothing else reads it. */
export function chooseBuild(mode: Config['mode']): void {
  process.env.NODE_ENV = mode === 'development' ? 'development' : 'production'
}

/** Name, description and default of each setting, for docs/settings.md. */
export function describeSettings(): { name: string; description: string; fallback: string | null }[] {
  return Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return { name, description: schema.description ?? '', fallback: fallback === undefined ? null : spell(fallback) }
  })
}

function spell(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

function conflicts(given: Settings): string[] {
  const isProduction = given.MODE === 'production'
  return [
    ...startFaults(given),
    ...placeFaults(given, given.TRUSTED_PROXIES ?? []),
    ...identityFaults(given, isProduction),
    ...paymentFaults(given, isProduction),
    ...thirdPartyFaults(given, isProduction),
  ]
}

function complete(given: Settings): Config {
  const publicUrl = given.PUBLIC_URL ?? `http://${nameOf(given.HOST)}:${given.PORT}`
  const mailDomain = given.MODE === 'production' ? new URL(publicUrl).hostname : 'understudy.test'
  return {
    mode: given.MODE,
    host: given.HOST,
    port: given.PORT,
    publicUrl,
    dataDir: given.DATA_DIR ?? (given.MODE === 'development' ? './data-development' : './data'),
    databaseUrl: given.DATABASE_URL ?? null,
    secret: given.SECRET ?? null,
    previousSecrets: given.SECRET_PREVIOUS,
    serve: given.SERVE,
    demoPublic: given.DEMO_PUBLIC,
    loginApiUrl: given.LOGIN_API_URL ?? publicUrl,
    paymentApiUrl: given.PAYMENT_API_URL ?? publicUrl,
    staticDataApiUrl: given.STATIC_DATA_API_URL ?? publicUrl,
    communityApiUrl: given.COMMUNITY_API_URL ?? publicUrl,
    smtpUrl: given.SMTP_URL ?? null,
    adminSecondFactor: given.ADMIN_SECOND_FACTOR,
    mailFrom: given.MAIL_FROM ?? `no-reply@${mailDomain}`,
    supportAddress: given.SUPPORT_ADDRESS ?? `support@${mailDomain}`,
    invoiceSeller: given.INVOICE_SELLER?.length ? given.INVOICE_SELLER : ['Understudy', publicUrl],
    pagesDir: given.PAGES_DIR,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    excludedCourseCodes: given.EXCLUDED_COURSE_CODES,
    place: placeConfig(given),
    groupTiers: readLadder(given.GROUP_DISCOUNTS) ?? [],
    heldSeatsPerAddress: given.HELD_SEATS_PER_ADDRESS,
    limits: limitsConfig(given),
    identity: identityConfig(given),
    stripe: stripeConfig(given),
    thirdParty: thirdPartyConfig(given),
    logLevel: given.LOG_LEVEL ?? (given.MODE === 'production' ? 'info' : 'warn'),
  }
}
