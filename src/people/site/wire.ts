/** The endpoints of the settings of the site. docs/contract §45. */
import { z } from 'zod'
import { getCountry } from '#domain/country.ts'
import { REFUND_POLICIES } from '#domain/orders/refund-policy.ts'
import { isTimeZone } from '#domain/schedule.ts'
import { NEED_STATES, SITE_NEEDS } from '#domain/site/needs.ts'
import { SITE_LENGTHS, type SiteSetting } from '#domain/site/site.ts'
import { plainLine, plainTyped } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

const MAX_ADDRESS_LINES = 6

const maxLength = (setting: SiteSetting) =>
  z.string().max(SITE_LENGTHS[setting], { error: `Please use at most ${SITE_LENGTHS[setting]} characters` })

/** One line. Empty: the default. */
const line = (setting: SiteSetting) =>
  z
    .string()
    .max(10_000)
    .transform(plainLine)
    .pipe(maxLength(setting))
    .transform((text) => text || null)

/** One of a list. Empty: none is chosen. */
const choice = (error: string, isKnown: (text: string) => boolean) =>
  z
    .string()
    .max(64)
    .refine((text) => text === '' || isKnown(text), { error })
    .transform((text) => text || null)

const SellerAddress = z
  .string()
  .max(10_000)
  .transform((text) => text.split(/\r?\n/).flatMap((one) => plainLine(one) || []))
  .refine((lines) => lines.length <= MAX_ADDRESS_LINES, { error: `Please use at most ${MAX_ADDRESS_LINES} lines` })
  .transform((lines) => lines.join('\n'))
  .pipe(maxLength('sellerAddress'))
  .transform((text) => text || null)

const isAddress = (text: string): boolean => z.email().max(SITE_LENGTHS.supportAddress).safeParse(text).success

const SupportAddress = z
  .string()
  .max(10_000)
  .transform(plainTyped)
  .refine((text) => text === '' || isAddress(text), { error: 'Please enter a valid email address' })
  .transform((text) => text || null)

const isCountry = (code: string): boolean => getCountry(code) !== null

/** The typed settings. Empty: the default. */
export const SITE_FIELDS = {
  name: line('name'),
  headline: line('headline'),
  lead: line('lead'),
  footerLine: line('footerLine'),
  supportAddress: SupportAddress,
  sellerName: line('sellerName'),
  sellerAddress: SellerAddress,
  sellerTaxId: line('sellerTaxId'),
  timezoneId: choice('Please choose a time zone', isTimeZone),
  countryCode: choice('Please choose a country', isCountry),
}

const SiteChange = z.object({
  /** The one that the person has read. */
  version: z.int().min(1),
  ...SITE_FIELDS,
  refundPolicy: choice('Please choose a refund rule', (text) => REFUND_POLICIES.some((policy) => policy === text)),
})
export type SiteChange = z.output<typeof SiteChange>

/**
 * Of the server. A value that is not null wins over its setting: SUPPORT_ADDRESS, INVOICE_SELLER,
 * CERTIFICATE_ISSUER_NAME, DEFAULT_COUNTRY.
 */
export const SiteEnvironmentView = z.object({
  isDemo: z.boolean(),
  publicUrl: z.string(),
  supportAddress: z.string().nullable(),
  sellerLines: z.array(z.string()).nullable(),
  issuerName: z.string().nullable(),
  countryCode: z.string().nullable(),
})
export type SiteEnvironmentView = z.infer<typeof SiteEnvironmentView>

const SiteView = z.object({
  version: z.number(),
  /** Null: the default. */
  settings: z.object({
    name: z.string().nullable(),
    headline: z.string().nullable(),
    lead: z.string().nullable(),
    footerLine: z.string().nullable(),
    supportAddress: z.string().nullable(),
    sellerName: z.string().nullable(),
    sellerAddress: z.string().nullable(),
    sellerTaxId: z.string().nullable(),
    timezoneId: z.string().nullable(),
    countryCode: z.string().nullable(),
    refundPolicy: z.string().nullable(),
  }),
  environment: SiteEnvironmentView,
  /** Null: nobody has changed them. `savedBy` is null for an account that was deleted. */
  lastChange: z.object({ savedAt: Instant, savedBy: z.string().nullable() }).nullable(),
  /** The address of the mark. Null: the default. */
  mark: z.string().nullable(),
  /** The discounts of the whole site, which the server sets: GROUP_DISCOUNTS, REFERRAL_PERCENT, REFERRAL_REWARD. */
  discounts: z.object({
    groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
    referralPercent: z.number(),
    referralRewardDollars: z.number(),
  }),
  /** Before the site can sell. Null outside production. */
  needs: z
    .array(
      z.object({
        need: z.enum(SITE_NEEDS),
        state: z.enum(NEED_STATES),
        title: z.string(),
        fact: z.string(),
        /** The time of the fact. */
        at: Instant.nullable(),
      }),
    )
    .nullable(),
  /** MAIL_FROM or its default. */
  mailFrom: z.string(),
  /** Whether the caller may change the settings. */
  mayEdit: z.boolean(),
})
export type SiteView = z.infer<typeof SiteView>

export const readSite = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/site',
  summary: 'The settings of the site: its name, texts and seller',
  actor: 'admin',
  answers: { 200: z.object({ data: SiteView }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const saveSite = endpoint({
  host: 'login',
  method: 'PATCH',
  path: 'admin/site',
  summary: 'Change the settings of the site. An empty text means its default. The change counts at once',
  actor: 'admin',
  body: SiteChange,
  answers: { 200: z.object({ data: z.object({ version: z.number() }) }) },
  refusals: ['FIELD_INVALID', 'VERSION_CONFLICT', 'OWNER_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

/** Characters of a picture as base64, which fits into a body of 256 KB. */
const MAX_MARK = 240_000

export const changeMark = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/site/mark',
  summary: 'Replace the mark beside the name of the site. It counts at once',
  actor: 'admin',
  body: z.object({
    /** JPEG, PNG, WebP or AVIF as base64. Null: the default. */
    picture: z
      .string()
      .max(MAX_MARK, { error: 'Please choose a smaller picture' })
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .nullable(),
  }),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'OWNER_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const sendTestMail = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/site/test-mail',
  summary: 'Send the caller an e-mail that tests the mail server',
  actor: 'admin',
  answers: { 202: z.object({ data: z.object({ to: z.string() }) }) },
  refusals: ['RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const confirmPrivacyPage = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/site/privacy-read',
  summary: 'Confirm that the privacy page was read and is right',
  actor: 'admin',
  answers: { 204: z.undefined() },
  refusals: ['OWNER_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
