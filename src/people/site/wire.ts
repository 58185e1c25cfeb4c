/** The endpoints of the settings of the site. docs/contract §45. */
import { z } from 'zod'
import { SITE_LENGTHS, type SiteSetting } from '#domain/site/site.ts'
import { plainLine, plainTyped } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'

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

const SiteChange = z.object({
  /** The one that the person has read. */
  version: z.int().min(1),
  name: line('name'),
  headline: line('headline'),
  lead: line('lead'),
  footerLine: line('footerLine'),
  supportAddress: SupportAddress,
  sellerName: line('sellerName'),
  sellerAddress: SellerAddress,
  sellerTaxId: line('sellerTaxId'),
})
export type SiteChange = z.output<typeof SiteChange>

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
  }),
  /** Of the server. A value that is not null wins over its setting: SUPPORT_ADDRESS, INVOICE_SELLER, CERTIFICATE_ISSUER_NAME. */
  environment: z.object({
    isDemo: z.boolean(),
    publicUrl: z.string(),
    supportAddress: z.string().nullable(),
    sellerLines: z.array(z.string()).nullable(),
    issuerName: z.string().nullable(),
  }),
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
