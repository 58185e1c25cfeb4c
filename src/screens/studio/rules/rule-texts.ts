/** The rules of a course in words, and the numbers that its fields accept. */
import type { DraftRules } from '#catalogue/drafts/page-schemas.ts'
import type { DeliveryType } from '#domain/course.ts'
import { formatAccessTerm } from '#domain/learning/access-term.ts'

export type Rules = DraftRules

/** Days of access that somebody gets who chooses an end. */
export const USUAL_DAYS = 365

export type Bounds = { min: number; max: number }

/** Null: no whole number within the bounds. */
export function readWholeNumber(text: string, { min, max }: Bounds): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,6}$/.test(trimmed)) return null
  const number = Number(trimmed)
  return number >= min && number <= max ? number : null
}

/** `The course is complete after all required lessons and 75% of the live sessions.` */
export function describeCompletion({ completion }: Rules, deliveryType: DeliveryType): string {
  const { lessonsPercent, sessionsPercent } = completion
  const share = (percent: number, what: string) =>
    percent === 0 ? null : percent === 100 ? `all ${what}` : `${percent}% of the ${what}`
  const parts = [
    share(lessonsPercent, 'required lessons'),
    deliveryType === 'live' ? share(sessionsPercent, 'live sessions') : null,
  ].filter((part) => part !== null)
  return parts.length === 0
    ? 'Nothing is needed to complete the course.'
    : `The course is complete after ${parts.join(' and ')}.`
}

/** As two people compare them in a conflict. */
export function listRuleTexts(rules: Rules, deliveryType: DeliveryType): (readonly [label: string, text: string])[] {
  const { accessDays, recordingCounts, certificate } = rules
  return [
    ['Access', formatAccessTerm({ accessDays, deliveryType })],
    ['Completion', describeCompletion(rules, deliveryType)],
    ['A watched recording counts', recordingCounts ? 'Yes' : 'No'],
    ['Certificate', certificate.mode === 'off' ? 'None' : 'On completion'],
    ['Text of the certificate', certificate.text],
    ['Signature', certificate.signature],
    ['Hours', certificate.hours === null ? '' : String(certificate.hours)],
  ]
}
