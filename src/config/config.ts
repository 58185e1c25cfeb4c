/**
 * Every setting, read once from the environment. `docs/settings.md` is generated from these descriptions. A wrong
 * setting stops the start with one line: its name, the allowed values and its value.
 */
import { z } from 'zod'
import { type BackupConfig, backupConfig, backupFaults, backupSettings } from './backups.ts'
import { type IdentityConfig, identityConfig, identityFaults, identitySettings } from './identity.ts'
import { type LimitsConfig, limitSettings, limitsConfig } from './limits.ts'
import { type LocationConfig, locationConfig, locationFaults, locationSettings } from './location.ts'
import { type MailConfig, mailConfig, mailFaults, mailSettings } from './mail.ts'
import { type MediaConfig, mediaConfig, mediaFaults, mediaSettings } from './media.ts'
import { paymentFaults, paymentSettings, type StripeConfig, stripeConfig } from './payments.ts'
import { type PaypalConfig, paypalConfig, paypalFaults, paypalSettings } from './paypal.ts'
import { type GroupTiers, parseGroupTiers, priceSettings } from './prices.ts'
import { getUrlHost, parseAddress, startFaults, startSettings } from './server.ts'
import { type ThirdPartyConfig, thirdPartyConfig, thirdPartyFaults, thirdPartySettings } from './third-party.ts'

// The driver of PostgreSQL would read PGSSLMODE, PGOPTIONS and their like beside the address that it is given. Only
// `DATABASE_URL` says where the database is and how to speak with it.
for (const name of Object.keys(process.env)) if (/^(NODE_)?PG[A-Z_]/.test(name)) delete process.env[name]

/** The program cannot start. The message tells the operator everything needed. */
export class StartupError extends Error {}

export const SERVICES = ['site', 'login', 'payment', 'static-data', 'community', 'worker'] as const
export type Service = (typeof SERVICES)[number]

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Terminals and logs never show the values of these. */
const SECRET_NAMES = /SECRET|KEY|TOKEN|PASSWORD|PASSPHRASE/
const MAX_VALUE_LENGTH = 100
const HIDDEN = '(not shown)'
const valueList = new Intl.ListFormat('en-GB')

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1')
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const serviceList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(SERVICES, { error: `must be a comma list of ${SERVICES.join(', ')}` })))

const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= 32), {
    error: 'must be a comma list of secrets of 32 characters or more',
  })
const courseCodeList = z.string().transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
const settings = {
  ...startSettings,
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the built-in database, the secret and uploaded files. Default: `./data` in a demo and `./data-development` in development.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional()
    .describe(
      'Address of your own PostgreSQL, which replaces the built-in one, with all its options, such as `?sslmode=require`. PostgreSQL’s own variables (`PGHOST`, `PGSSLMODE`, …) are not read.',
    ),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional()
    .describe(
      'Address of the same database without a connection pooler. Set it if `DATABASE_URL` leads to PgBouncer or another pooler in transaction mode. Jobs, notifications, migrations, backups and commands then use this address, and no statement is prepared at the other one.',
    ),
  SECRET: z
    .string()
    .min(32, 'must have 32 characters or more')
    .optional()
    .describe(
      'Root of all keys, 32 characters or more, the same for all processes. With the built-in database it is generated and stored in `DATA_DIR`.',
    ),
  SECRET_PREVIOUS: secrets
    .default([])
    .describe(
      'Comma list of earlier values of `SECRET`, newest first. They still open earlier signatures and sealed data, and sign nothing new. `docs/operate.md` explains how to change the secret.',
    ),
  SERVE: serviceList.default([...SERVICES]).describe('Comma list of the parts that this process runs.'),
  LOGIN_API_URL: webAddress.optional().describe('Base URL of the log-in host, if it is not the site.'),
  PAYMENT_API_URL: webAddress.optional().describe('Base URL of the payment host, if it is not the site.'),
  STATIC_DATA_API_URL: webAddress.optional().describe('Base URL of the static data host, if it is not the site.'),
  COMMUNITY_API_URL: webAddress.optional().describe('Base URL of the community host, if it is not the site.'),
  EXCLUDED_COURSE_CODES: courseCodeList
    .default(['GIFT', 'GIFTC'])
    .describe(
      'Comma list of course codes that can be sold but are never listed or dated, such as a course given as a gift.',
    ),
  ADMIN_SECOND_FACTOR: flag
    .default(false)
    .describe(
      '`1` requires a second factor for community admins. An admin without one logs in as a learner and sets it up first.',
    ),
  MAIL_FROM: z
    .string()
    .includes('@', { error: 'must be a mail address' })
    .optional()
    .describe(
      'Sender of every e-mail, such as `hello@school.test` or `School <hello@school.test>`. Without a name of its own, the site’s name stands before it. Default: `no-reply@` the site.',
    ),
  SUPPORT_ADDRESS: z
    .email({ error: 'must be a mail address' })
    .optional()
    .describe(
      'Support address in footer, e-mails and error pages. Default: the address of the site’s settings, or `support@` the site.',
    ),
  INVOICE_SELLER: z
    .string()
    .transform((text) => text.split(/\n|\\n/).flatMap((line) => line.trim() || []))
    .optional()
    .describe(
      'Seller on invoices: legal name, address and tax number, each on its own line; a line end may be written as `\\n`. The PDF leaves out lines in a script that our fonts lack: they have Latin, Greek, Cyrillic and Devanagari. Default: the seller of the site’s settings, or the site’s name and address.',
    ),
  PAGES_DIR: z
    .string()
    .min(1)
    .default('content/pages')
    .describe(
      'Folder of the texts of the information pages, such as questions and terms. Copy the shipped folder to write your own; `content/README.md` explains the format.',
    ),
  ...mailSettings,
  ...locationSettings,
  ...priceSettings,
  ...limitSettings,
  ...identitySettings,
  ...paymentSettings,
  ...paypalSettings,
  ...mediaSettings,
  ...backupSettings,
  ...thirdPartySettings,
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .optional()
    .describe('Lowest level that is logged. Default: `info` in production, else `warn`.'),
}

const Settings = z.object(settings)
type Settings = z.output<typeof Settings>

export type Config = {
  mode: Settings['MODE']
  host: string
  port: number
  /** Null: no figures for Prometheus. */
  metrics: { host: string; port: number } | null
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Set if `databaseUrl` leads to a connection pooler: the same database without it. */
  databaseDirectUrl: string | null
  secret: string | null
  /** Newest first. */
  previousSecrets: readonly string[]
  serve: readonly Service[]
  demoPublic: boolean
  /** Whether a new demo gets twelve weeks of orders and learners. Only in the mode demo. */
  demoStory: boolean
  loginApiUrl: string
  paymentApiUrl: string
  staticDataApiUrl: string
  communityApiUrl: string
  /** Null without a mail server: demo mails are shown at /dev/mail, and production sends none. */
  smtpUrl: string | null
  adminSecondFactor: boolean
  mailFrom: string
  mail: MailConfig
  /** Null: not set. `deps.site` has the address that counts. */
  supportAddressSetting: string | null
  /** One entry per line. Null: not set. `deps.site` has the lines that count. */
  invoiceSellerSetting: readonly string[] | null
  pagesDir: string
  trustedProxies: readonly string[]
  excludedCourseCodes: readonly string[]
  location: LocationConfig
  /** A tier applies from `minFriends` friends. */
  groupTiers: GroupTiers
  /** The friend's discount, and the referrer's credit in whole US dollars. */
  referral: { percent: number; rewardDollars: number }
  /** `rate` is in thousandths of a percent. Empty: no tax is shown. */
  taxRates: readonly { countryCode: string; name: string; rate: number }[]
  heldSeatsPerAddress: number
  limits: LimitsConfig
  identity: IdentityConfig
  /** Null if Stripe does not take the cards. */
  stripe: StripeConfig | null
  /** Null if PayPal is not offered. */
  paypal: PaypalConfig | null
  media: MediaConfig
  backups: BackupConfig
  thirdParty: ThirdPartyConfig
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * Reads the settings. An empty value counts as not set.
 * @throws StartupError with one line for each wrong setting
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = Object.fromEntries(
    Object.keys(settings).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const parsed = Settings.safeParse(values)
  const faults = parsed.success
    ? findConflicts(parsed.data)
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  if (!parsed.success || faults.length > 0) throw new StartupError(describeFaults(faults, values))
  return toConfig(parsed.data)
}

function describeFaults(faults: string[], values: Readonly<Record<string, string | undefined>>): string {
  return [...new Set(faults)].map((fault) => `${fault} ${describeValues(findSettings(fault), values)}`).join('\n')
}

/** The message for the operator, with the place that describes the settings that it names. */
export function describeStartupError({ message }: StartupError): string {
  return findSettings(message).length > 0 ? `${message}\ndocs/settings.md describes every setting.` : message
}

function findSettings(text: string): string[] {
  return [...new Set(text.match(/[A-Z][A-Z0-9_]+/g) ?? [])].filter((name) => name in settings)
}

/** A sentence such as “Now PORT is “http” and SECRET is (not shown).” */
function describeValues(names: readonly string[], values: Readonly<Record<string, string | undefined>>): string {
  return `Now ${valueList.format(names.map((name) => `${name} is ${describeValue(name, values[name])}`))}.`
}

function describeValue(name: string, value: string | undefined): string {
  if (!value) return 'not set'
  if (SECRET_NAMES.test(name)) return HIDDEN
  const shown = name.endsWith('_URL') ? hidePassword(value) : value
  return `“${shown.length > MAX_VALUE_LENGTH ? `${shown.slice(0, MAX_VALUE_LENGTH)}…` : shown}”`
}

/** A mistyped address may have its password anywhere before the last @, or among its parameters. */
function hidePassword(address: string): string {
  return address.replace(/^(\w+:\/\/)?.*@/s, `$1${HIDDEN}@`).replace(/\?.*/s, `?${HIDDEN}`)
}

/** `NODE_ENV` only selects the build of React. Nothing else reads it. */
export function setNodeEnvironment(mode: Config['mode']): void {
  process.env.NODE_ENV = mode === 'development' ? 'development' : 'production'
}

/** The environment of programs that we start: what finding and loading them needs, and no setting or secret. */
export function getProgramEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Name, description and default of each setting, for `docs/settings.md`. */
export function describeSettings(): { name: string; description: string; fallback: string | null }[] {
  return Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return {
      name,
      description: schema.description ?? '',
      fallback: fallback === undefined ? null : formatDefault(fallback),
    }
  })
}

function formatDefault(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

function findConflicts(values: Settings): string[] {
  const isProduction = values.MODE === 'production'
  return [
    ...(values.DATABASE_DIRECT_URL && !values.DATABASE_URL
      ? ['DATABASE_DIRECT_URL is set, and DATABASE_URL, which leads to the pooler, is missing.']
      : []),
    ...startFaults(values),
    ...locationFaults(values, values.TRUSTED_PROXIES ?? []),
    ...identityFaults(values, isProduction),
    ...paymentFaults(values, isProduction),
    ...paypalFaults(values, isProduction),
    ...mediaFaults(values, isProduction),
    ...backupFaults(values, isProduction),
    ...mailFaults(values).filter((fault) => fault !== false),
    ...thirdPartyFaults(values, isProduction),
  ]
}

function toConfig(values: Settings): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://${getUrlHost(values.LISTEN_ADDRESS)}:${values.PORT}`
  const invoiceSeller = values.INVOICE_SELLER?.length ? values.INVOICE_SELLER : null
  const mailDomain = values.MODE === 'production' ? new URL(publicUrl).hostname : 'understudy.test'
  return {
    mode: values.MODE,
    host: values.LISTEN_ADDRESS,
    port: values.PORT,
    metrics: values.METRICS_ADDRESS ? parseAddress(values.METRICS_ADDRESS) : null,
    publicUrl,
    dataDir: values.DATA_DIR ?? (values.MODE === 'development' ? './data-development' : './data'),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    secret: values.SECRET ?? null,
    previousSecrets: values.SECRET_PREVIOUS,
    serve: values.SERVE,
    demoPublic: values.DEMO_PUBLIC,
    demoStory: values.MODE === 'demo' && values.DEMO_STORY,
    loginApiUrl: values.LOGIN_API_URL ?? publicUrl,
    paymentApiUrl: values.PAYMENT_API_URL ?? publicUrl,
    staticDataApiUrl: values.STATIC_DATA_API_URL ?? publicUrl,
    communityApiUrl: values.COMMUNITY_API_URL ?? publicUrl,
    smtpUrl: values.SMTP_URL ?? null,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    mailFrom: values.MAIL_FROM ?? `no-reply@${mailDomain}`,
    mail: mailConfig(values),
    supportAddressSetting: values.SUPPORT_ADDRESS ?? null,
    invoiceSellerSetting: invoiceSeller,
    pagesDir: values.PAGES_DIR,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    excludedCourseCodes: values.EXCLUDED_COURSE_CODES,
    location: locationConfig(values),
    groupTiers: parseGroupTiers(values.GROUP_DISCOUNTS) ?? [],
    referral: { percent: values.REFERRAL_PERCENT, rewardDollars: values.REFERRAL_REWARD },
    taxRates: values.TAX_RATES ?? [],
    heldSeatsPerAddress: values.HELD_SEATS_PER_ADDRESS,
    limits: limitsConfig(values),
    identity: identityConfig(values),
    stripe: stripeConfig(values),
    paypal: paypalConfig(values),
    media: mediaConfig(values),
    backups: backupConfig(values),
    thirdParty: thirdPartyConfig(values),
    logLevel: values.LOG_LEVEL ?? (values.MODE === 'production' ? 'info' : 'warn'),
  }
}
