/** Describes the changes of an import for a creator: each field by name, with its old and new value. */
import { isDeepStrictEqual } from 'node:util'
import { money, toDecimal } from '#domain/money/money.ts'
import type { Change, FieldChange, RowKind } from './differences.ts'

const KINDS: Record<RowKind, string> = {
  refundTerms: 'refund terms',
  creators: 'creator',
  promoCodes: 'promo code',
  courses: 'course',
  cohorts: 'cohort',
  offers: 'offer',
}

/** Names for fields whose own name is unclear. Other fields use their own name, split into words. */
const FIELDS: Record<string, string> = {
  course_code: 'course',
  cohort_code: 'cohort',
  delivery_type: 'delivery',
  capacity: 'seats',
  timezone_id: 'time zone',
  starts_at: 'starts',
  ends_at: 'ends',
  local_start: 'starts, local time',
  enrol_closes_at: 'enrolment closes',
  lesson_key: 'item',
  pro: 'pro session',
  withdrawn_at: 'withdrawn',
  price_minor: 'price',
  before_price_minor: 'price before, struck through',
  discount_price_minor: 'discount price',
  discount_ends_at: 'discount ends',
  deposit_minor: 'deposit',
  amount_off_minor: 'amount off',
  expires_at: 'expires',
  codes: 'courses or offers it is for',
}

/** Longer texts are cut around their first difference. */
const TEXT_LENGTH = 70

export const describeRow = ({ kind, code }: { kind: RowKind; code: string }): string => `${KINDS[kind]} ${code}`

/** A line for the change itself, and one for each value that differs. */
export function describeChange(change: Change): string[] {
  const lines = describeFields(change)
  return [`${change.changeType.padEnd(8)} ${describeRow(change)}`, ...lines.map((line) => `         ${line}`)]
}

/** `price: USD 99 → USD 129`, for each value that differs. */
export const describeFields = ({ fields, currencies }: Pick<Change, 'fields' | 'currencies'>): string[] =>
  fields.flatMap((field) => describeField([], field, currencies))

/** Descends into objects and lists to the values that differ. */
function describeField(
  path: readonly string[],
  { name, from, to }: FieldChange,
  currencies: Change['currencies'],
): string[] {
  const fieldPath = [...path, FIELDS[name] ?? toWords(name)]
  const [before, after] = [listParts(from), listParts(to)]
  if (before && after) {
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((key) => ({ name: key, from: before.get(key) ?? null, to: after.get(key) ?? null }))
      .filter((part) => !isDeepStrictEqual(part.from, part.to))
      .flatMap((part) => describeField(fieldPath, part, currencies))
  }
  const text = (value: unknown, currency: string | null) =>
    name.endsWith('_minor') && currency ? amountText(value, currency) : valueText(value)
  const [old, current] = [text(from, currencies.from), text(to, currencies.to)]
  return [`${fieldPath.join(', ')}: ${shorten(old, current)} → ${shorten(current, old)}`]
}

/** The parts of an object or list by name. List entries use their id, else their number from 1. Null for a single value. */
function listParts(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) {
    if (value.some((part) => !isObject(part))) return null
    const ids = value.map((part) => part.lesson_key ?? part.id)
    const haveIds = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length
    return new Map(value.map((part, index) => [haveIds ? String(ids[index]) : String(index + 1), part]))
  }
  return isObject(value) ? new Map(Object.entries(value)) : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim()

const amountText = (value: unknown, currency: string): string =>
  typeof value === 'number' ? `${currency} ${toDecimal(money(value, currency))}` : valueText(value)

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((part) => !isObject(part))) return value.join(', ') || 'none'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const dateMatch = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?(?:\.000)?(Z?)$/.exec(value)
  return dateMatch ? `${dateMatch[1]} ${dateMatch[2]}${dateMatch[3] ? ' UTC' : ''}` : value
}

function shorten(text: string, other: string): string {
  if (text.length <= TEXT_LENGTH) return text
  let first = 0
  while (first < other.length && text[first] === other[first]) first++
  const from = Math.max(0, Math.min(first - 20, text.length - TEXT_LENGTH))
  const to = from + TEXT_LENGTH
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
