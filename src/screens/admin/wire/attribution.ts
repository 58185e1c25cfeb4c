/** The attribution report for admins. See docs/contract §29. */
import { z } from 'zod'
import { ATTRIBUTION_FIELDS } from '#domain/attribution.ts'
import { TOUCH_MODELS } from '#domain/attribution-report.ts'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire } from '#http/schemas.ts'

const AttributionQuery = z.object({
  /** The first and the last day, both included, in UTC. At most 366 days. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  touch: z.enum(TOUCH_MODELS).default('last'),
  by: z.enum(ATTRIBUTION_FIELDS).default('campaign'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
export type AttributionQuery = z.output<typeof AttributionQuery>

const CampaignFigures = z.object({
  /** Null for the field clickid, which visits do not store. */
  visits: z.number().nullable(),
  leads: z.number(),
  orders: z.number(),
  refunds: z.number(),
  gross: MoneyWire,
  refunded: MoneyWire,
  /** Taken back by banks, in disputes that were lost. */
  lost: MoneyWire,
  /** Gross without the refunded and the lost amounts. */
  net: MoneyWire,
})
export type CampaignFigures = z.infer<typeof CampaignFigures>

const ReportRow = CampaignFigures.extend({
  /** `none`: without a value of the field. `others`: the values that are not listed. */
  kind: z.enum(['value', 'none', 'others']),
  value: z.string().nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

const AttributionReport = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  touch: z.enum(TOUCH_MODELS),
  by: z.enum(ATTRIBUTION_FIELDS),
  currency: z.string(),
  /** The currencies of all sales. */
  currencies: z.array(z.string()),
  rows: z.array(ReportRow),
  total: CampaignFigures,
})
export type AttributionReport = z.infer<typeof AttributionReport>

export const attributionReport = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/attribution',
  summary: 'Visits, leads, orders and refunds of a period by one attribution field, for the first or the last touch',
  actor: 'admin',
  query: AttributionQuery,
  answers: { 200: z.object({ data: AttributionReport }) },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const exportAttribution = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/attribution/export',
  summary: 'The attribution report as a CSV file',
  actor: 'admin',
  query: AttributionQuery,
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
