/** The words and addresses that a school sets for its own site, and their defaults. docs/contract §45. */
import { REFUND_POLICIES, type RefundPolicy } from '../orders/refund-policy.ts'

/** The typed settings. Null: the default. */
export type SiteSettings = {
  name: string | null
  headline: string | null
  lead: string | null
  footerLine: string | null
  supportAddress: string | null
  sellerName: string | null
  /** Lines are separated by `\n`. */
  sellerAddress: string | null
  sellerTaxId: string | null
  /** IANA name. */
  timezoneId: string | null
  /** ISO 3166, two letters. */
  countryCode: string | null
  /** A `RefundPolicy`. */
  refundPolicy: string | null
}

/** The settings as pages, e-mails and documents use them. */
export type Site = {
  name: string
  headline: string
  /** The sentence below the headline, and the description of the home page. */
  lead: string
  /** Empty: none. */
  footerLine: string
  supportAddress: string
  /** The seller on invoices, one entry per line. */
  sellerLines: readonly string[]
  /** The organisation that certificates name. */
  issuerName: string
  /** The address of the picture beside the name. Null: the drop that comes with the program. */
  mark: string | null
  /** The same picture for e-mails. Null: they have the name alone. */
  mailMark: MailMark | null
  /** Of the dates of new courses. Null: the one of the browser in which a course is made. */
  timezoneId: string | null
  /** Of visitors whose country is unknown. */
  countryCode: string
  /** Of new courses. */
  refundPolicy: RefundPolicy
}

/** The seller that a document names. `lines`: legal name, address and tax number. `address`: of e-mails with questions. */
export type Seller = { lines: readonly string[]; address: string }

export type SiteSetting = keyof SiteSettings
export const SITE_SETTINGS = [
  'name',
  'headline',
  'lead',
  'footerLine',
  'supportAddress',
  'sellerName',
  'sellerAddress',
  'sellerTaxId',
  'timezoneId',
  'countryCode',
  'refundPolicy',
] as const satisfies readonly SiteSetting[]

/** The most characters of each setting. The database has the same limits (`migrations/0036_site.sql`). */
export const SITE_LENGTHS: Readonly<Record<SiteSetting, number>> = {
  name: 60,
  headline: 80,
  lead: 200,
  footerLine: 160,
  supportAddress: 254,
  sellerName: 120,
  sellerAddress: 400,
  sellerTaxId: 60,
  timezoneId: 64,
  countryCode: 2,
  refundPolicy: 10,
}

export const NO_SITE_SETTINGS: SiteSettings = {
  name: null,
  headline: null,
  lead: null,
  footerLine: null,
  supportAddress: null,
  sellerName: null,
  sellerAddress: null,
  sellerTaxId: null,
  timezoneId: null,
  countryCode: null,
  refundPolicy: null,
}

/** What the environment says. Null: its variable is not set, and the settings count. */
export type SiteEnvironment = {
  isDemo: boolean
  publicUrl: string
  supportAddress: string | null
  sellerLines: readonly string[] | null
  issuerName: string | null
  /** DEFAULT_COUNTRY. */
  countryCode: string | null
}

/** Of visitors, if neither DEFAULT_COUNTRY nor the setting says another. */
const FALLBACK_COUNTRY = 'US'

const DEMO_TEXTS = {
  name: 'Understudy',
  headline: 'Learn the part. Then go on.',
  lead: 'Live and on-demand courses from people who make the thing for a living. Small rooms, real dates, something finished by the end.',
  footerLine: 'Live and on-demand courses, taught by people who make the thing for a living.',
}

/** `url` begins with the address of the site. `width` and `height` are in pixels of a page. */
export type MailMark = { url: string; width: number; height: number }

export const MARK_OWNER = 'site-mark'
export const getMarkAddress = (hash: string): string => `/images/${MARK_OWNER}/${hash}.webp`
export const getMailMarkPath = (hash: string): string => `/images/${MARK_OWNER}/${hash}.png`

/** Without the mark, which is no text. A variable of the environment wins over a typed setting, and a typed setting over the default. */
export function resolveSite(settings: SiteSettings, environment: SiteEnvironment): Site {
  const { isDemo, publicUrl } = environment
  const { host, hostname } = new URL(publicUrl)
  const name = settings.name ?? (isDemo ? DEMO_TEXTS.name : host.slice(0, SITE_LENGTHS.name))
  const texts = isDemo
    ? DEMO_TEXTS
    : {
        headline: `Courses by ${name}`,
        lead: 'Live and on-demand courses. Choose one, and enrol online.',
        footerLine: '',
      }
  const sellerLines = environment.sellerLines ?? createSellerLines(settings, name, publicUrl)
  return {
    name,
    headline: settings.headline ?? texts.headline,
    lead: settings.lead ?? texts.lead,
    footerLine: settings.footerLine ?? texts.footerLine,
    supportAddress:
      environment.supportAddress ?? settings.supportAddress ?? `support@${isDemo ? 'understudy.test' : hostname}`,
    sellerLines,
    issuerName: environment.issuerName ?? environment.sellerLines?.[0] ?? settings.sellerName ?? name,
    mark: null,
    mailMark: null,
    timezoneId: settings.timezoneId,
    countryCode: environment.countryCode ?? settings.countryCode ?? FALLBACK_COUNTRY,
    refundPolicy: REFUND_POLICIES.find((policy) => policy === settings.refundPolicy) ?? 'standard',
  }
}

/** Without a postal address the seller is named by the address of the site. */
function createSellerLines(
  { sellerName, sellerAddress, sellerTaxId, countryCode }: SiteSettings,
  name: string,
  publicUrl: string,
): string[] {
  return [
    sellerName ?? name,
    ...(sellerAddress?.split('\n') ?? [publicUrl]),
    ...(sellerAddress && countryCode ? [getCountryName(countryCode)] : []),
    ...(sellerTaxId ? [sellerTaxId] : []),
  ]
}

/** In English, as documents have it. The code itself if `Intl` has no name for it. */
function getCountryName(code: string): string {
  return new Intl.DisplayNames(['en-GB'], { type: 'region' }).of(code) ?? code
}
