/**
 * The refund policies of courses. A sale stores the figures, not the name, so a later choice changes nothing that was
 * promised. One list of steps makes the decision and all sentences. docs/contract §5, price rule 9, and §39.
 */

const DAY_MS = 24 * 60 * 60 * 1000

export const REFUND_POLICIES = ['flexible', 'standard', 'final'] as const
export type RefundPolicy = (typeof REFUND_POLICIES)[number]
export const POLICY_NAMES: Readonly<Record<RefundPolicy, string>> = {
  flexible: 'Flexible',
  standard: 'Standard',
  final: 'Final',
}

export type RefundFigures = {
  /** All is given until this many days before the first session. Null: never. */
  daysBefore: number | null
  /** The percentage from then until the first session starts. */
  latePercent: number
  /** All is given for this many days after the purchase, where there is no session. 0: never. */
  daysAfter: number
}

/** `standard` is price rule 9, which orders have that are older than the choice. A policy never gives less than the next. */
export const POLICY_FIGURES: Readonly<Record<RefundPolicy, RefundFigures>> = {
  flexible: { daysBefore: 1, latePercent: 50, daysAfter: 30 },
  standard: { daysBefore: 7, latePercent: 50, daysAfter: 14 },
  final: { daysBefore: null, latePercent: 0, daysAfter: 0 },
}

/** `firstSessionAt` null: an on-demand course. */
export type RefundTimes = { firstSessionAt: Date | null; boughtAt: Date }
/** The percentage that is given before an instant. */
export type RefundStep = { percent: number; until: Date }

/** In the order of time, without steps that give nothing. Empty: nothing is given, unless we cancel the course, or move or cancel a session. */
export function listRefundSteps(
  { firstSessionAt, boughtAt }: RefundTimes,
  { daysBefore, latePercent, daysAfter }: RefundFigures,
): RefundStep[] {
  if (firstSessionAt === null)
    return daysAfter > 0 ? [{ percent: 100, until: new Date(boughtAt.getTime() + daysAfter * DAY_MS) }] : []
  return [
    ...(daysBefore === null ? [] : [{ percent: 100, until: new Date(firstSessionAt.getTime() - daysBefore * DAY_MS) }]),
    ...(latePercent > 0 ? [{ percent: latePercent, until: firstSessionAt }] : []),
  ]
}

/** The step of this moment. Null: nothing is given any more. */
export function getRefundStep(times: RefundTimes, figures: RefundFigures, now: Date): RefundStep | null {
  return listRefundSteps(times, figures).find(({ until }) => now < until) ?? null
}

/** The end of the last step; the purchase if there is none. */
export function getLastRefundAt(times: RefundTimes, figures: RefundFigures): Date {
  return listRefundSteps(times, figures).at(-1)?.until ?? times.boughtAt
}

/** The same text for the same rule. */
export function toRuleKey({ daysBefore, latePercent, daysAfter }: RefundFigures): string {
  return [daysBefore, latePercent, daysAfter].join(' ')
}

/** One line of the terms: when, and what comes back. */
export type RefundTerm = { until: string; terms: string }

const NOTHING = 'Nothing back, and you keep your access.'

/** The terms before anybody has bought. docs/contract §39. */
export function listRefundTerms(figures: RefundFigures, deliveryType: 'live' | 'on-demand'): RefundTerm[] {
  const { daysBefore, latePercent, daysAfter } = figures
  if (deliveryType === 'on-demand')
    return [
      ...(daysAfter > 0
        ? [
            { until: `For ${countDays(daysAfter)}`, terms: 'All of it back, however much you have watched.' },
            { until: 'After that', terms: NOTHING },
          ]
        : [{ until: 'Once you have bought', terms: NOTHING }]),
      { until: 'If we cancel', terms: 'All of it back.' },
    ]
  return [
    ...(daysBefore === null
      ? []
      : [{ until: `Until ${countDays(daysBefore)} before the first session`, terms: 'All of it back.' }]),
    ...(latePercent > 0
      ? [{ until: 'Until the first session starts', terms: `${formatShare(latePercent)} of it back.` }]
      : []),
    {
      until: latePercent > 0 ? 'Once it has started' : daysBefore === null ? 'Once you have bought' : 'After that',
      terms: NOTHING,
    },
    { until: 'If we cancel the course, or move or cancel a session', terms: 'All of it back.' },
  ]
}

/** `Full refund`, `Half refund`, `30% refund`. */
export function nameRefund(percent: number): string {
  if (percent === 100) return 'Full refund'
  return percent === 50 ? 'Half refund' : `${percent}% refund`
}

/** Where no step is left or ever was. */
export const NO_REFUND = 'No refund, unless we cancel the course, or move or cancel a session'

const formatShare = (percent: number): string => (percent === 50 ? 'Half' : `${percent}%`)

const COUNTS: Readonly<Record<number, string>> = { 7: 'seven days', 14: 'fourteen days', 30: 'thirty days' }

function countDays(days: number): string {
  return days === 1 ? 'a day' : (COUNTS[days] ?? `${days} days`)
}

/** Whether nothing is ever given, unless we cancel the course, or move or cancel a session. */
export function isFinal(
  { daysBefore, latePercent, daysAfter }: RefundFigures,
  deliveryType: 'live' | 'on-demand',
): boolean {
  return deliveryType === 'live' ? daysBefore === null && latePercent === 0 : daysAfter === 0
}

/** The terms in one line, without what holds for all: `Until seven days before the first session: all of it back. …` */
export function summariseRefund(figures: RefundFigures, deliveryType: 'live' | 'on-demand'): string {
  return listRefundTerms(figures, deliveryType)
    .slice(0, -1)
    .map(({ until, terms }) => `${until}: ${terms[0]!.toLowerCase()}${terms.slice(1)}`)
    .join(' ')
}
