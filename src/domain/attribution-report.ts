/** Sums of visits, leads, orders and refunds by the value of one attribution field. docs/contract §29. */

/** Whether the oldest or the newest campaign of a browser gets the credit. */
export const TOUCH_MODELS = ['last', 'first'] as const
export type TouchModel = (typeof TOUCH_MODELS)[number]

/** Amounts in minor units of one currency. `refundedMinor` and `lostMinor` are positive for money that went back. */
export type CampaignSums = {
  visits: number
  leads: number
  orders: number
  refunds: number
  grossMinor: number
  refundedMinor: number
  /** Taken back by banks, in disputes that were lost. */
  lostMinor: number
}
/** `value`: of one campaign. `none`: without a value of the field. `others`: the values that are not listed. */
export type CampaignKind = 'value' | 'none' | 'others'
export type CampaignRow = CampaignSums & { kind: CampaignKind; value: string | null }

const NO_SUMS: CampaignSums = {
  visits: 0,
  leads: 0,
  orders: 0,
  refunds: 0,
  grossMinor: 0,
  refundedMinor: 0,
  lostMinor: 0,
}

/** Adds up rows of one currency. */
export function sumCampaigns(rows: readonly CampaignSums[]): CampaignSums {
  return rows.reduce<CampaignSums>(
    (total, row) => ({
      visits: total.visits + row.visits,
      leads: total.leads + row.leads,
      orders: total.orders + row.orders,
      refunds: total.refunds + row.refunds,
      grossMinor: total.grossMinor + row.grossMinor,
      refundedMinor: total.refundedMinor + row.refundedMinor,
      lostMinor: total.lostMinor + row.lostMinor,
    }),
    NO_SUMS,
  )
}

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
/** The longest period of a report, in days. */
export const MAX_REPORT_DAYS = 366

/** Days in UTC, both included. */
export type ReportPeriod = { from: string; until: string }

/**
 * The period of a report. Without days it has the 30 days that end today; without one end, 30 days from the other one.
 *
 * @returns null when the days are in the wrong order, or more than 366
 */
export function parseReportPeriod({ from, until }: Partial<ReportPeriod>, now: Date): ReportPeriod | null {
  const last = until
    ? toDay(until)
    : from
      ? toDay(from) + (DEFAULT_DAYS - 1) * DAY_MS
      : Math.floor(+now / DAY_MS) * DAY_MS
  const first = from ? toDay(from) : last - (DEFAULT_DAYS - 1) * DAY_MS
  if (first > last || last - first >= MAX_REPORT_DAYS * DAY_MS) return null
  return { from: formatDay(first), until: formatDay(last) }
}

/** A day such as `2027-01-12`, as an address has it. Null: none, or no day of the calendar. */
export function parseReportDay(day: string | null): string | null {
  return day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null
}

/** The instants of a period: from the first included to the last excluded. */
export function toInstants({ from, until }: ReportPeriod): { start: Date; end: Date } {
  return { start: new Date(toDay(from)), end: new Date(toDay(until) + DAY_MS) }
}

const toDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const formatDay = (day: number): string => new Date(day).toISOString().slice(0, 10)
