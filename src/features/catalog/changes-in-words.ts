/** What an import changes, as lines that a creator reads: each field by name, its old value and its new one. */
import { isDeepStrictEqual } from 'node:util'
import { money, toDecimal } from '#domain/money.ts'
import type { Change, FieldChange, Kind } from './differences.ts'

const KINDS: Record<Kind, string> = {
  refundTerms: 'refund terms',
  creators: 'creator',
  promoCodes: 'promo code',
  courses: 'course',
  cohorts: 'cohort',
  offers: 'offer',
}

/** Fields whose own name would puzzle. The others are told by their name, spelled as words. */
const FIELDS: Record<string, string> = {
  prefix_code: 'course',
  course_code: 'cohort',
  delivery_type: 'delivery',
  capacity: 'seats',
  timezone_id: 'time zone',
  starts_at: 'starts',
  ends_at: 'ends',
  local_start: 'starts, local time',
  enrol_closes_at: 'enrolment closes',
  item_id: 'item',
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

export const namedInWords = ({ kind, code }: { kind: Kind; code: string }): string => `${KINDS[kind]} ${code}`

/** One line that says what happens to it, and one for each value that differs. */
export function changeInWords(change: Change): string[] {
  const lines = change.fields.flatMap((field) => linesOf([], field, change.currencies))
  return [`${change.how.padEnd(8)} ${namedInWords(change)}`, ...lines.map((line) => `         ${line}`)]
}

/** Follows objects and lists down to the values that differ. */
function linesOf(path: readonly string[], { name, from, to }: FieldChange, currencies: Change['currencies']): string[] {
  const here = [...path, FIELDS[name] ?? spaced(name)]
  const [before, after] = [partsOf(from), partsOf(to)]
  if (before && after) {
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((key) => ({ name: key, from: before.get(key) ?? null, to: after.get(key) ?? null }))
      .filter((part) => !isDeepStrictEqual(part.from, part.to))
      .flatMap((part) => linesOf(here, part, currencies))
  }
  const text = (value: unknown, currency: string | null) =>
    name.endsWith('_minor') && currency ? amountText(value, currency) : valueText(value)
  const [old, current] = [text(from, currencies.from), text(to, currencies.to)]
  return [`${here.join(', ')}: ${cut(old, current)} → ${cut(current, old)}`]
}

/** The parts of an object or a list by name; those of a list by their own id, else counted from 1. Null for one value. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) {
    if (value.some((part) => !isObject(part))) return null
    const ids = value.map((part) => part.item_id ?? part.id)
    const areNamed = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length
    return new Map(value.map((part, index) => [areNamed ? String(ids[index]) : String(index + 1), part]))
  }
  return isObject(value) ? new Map(Object.entries(value)) : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const spaced = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

const amountText = (value: unknown, currency: string): string =>
  typeof value === 'number' ? `${currency} ${toDecimal(money(value, currency))}` : valueText(value)

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((part) => !isObject(part))) return value.join(', ') || 'none'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?(?:\.000)?(Z?)$/.exec(value)
  return moment ? `${moment[1]} ${moment[2]}${moment[3] ? ' UTC' : ''}` : value
}

function cut(text: string, other: string): string {
  if (text.length <= TEXT_LENGTH) return text
  let first = 0
  while (first < other.length && text[first] === other[first]) first++
  const from = Math.max(0, Math.min(first - 20, text.length - TEXT_LENGTH))
  const to = from + TEXT_LENGTH
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
