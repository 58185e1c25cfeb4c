/** The faults of a YAML file against a schema, as predicates of their field: `must be text (now 1984)`. */
import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]
type Size = { origin?: string; exact?: boolean; inclusive?: boolean }

const MAX_SHOWN = 60
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** For zod, which calls it for a schema without a message of its own. */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}${needsQuotes(issue.expected, issue.input) ? ': put it in quotes' : ''}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return describeSize(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return describeSize(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'unrecognized_keys':
      return `is not a known field. Known are: ${listFields(issue.inst).join(', ')}`
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message ?? 'is not allowed'}`
    default:
      return 'has a value that is not allowed'
  }
}

/** @param value at the path of the issue, which is undefined if the field is missing */
export function describeFault({ code, message }: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return code === 'custom' ? message : `is missing, and ${message}`
  const shown = show(value, code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')
  const isNamed = typeof value === 'string' && (value === '' || message.includes(value))
  return shown === null || isNamed ? message : `${message} (now ${shown})`
}

function describeSize({ origin = '', exact }: Size, limit: number | bigint, bound: string): string {
  const unit = UNITS[origin]
  const size = `${exact ? 'exactly' : bound} ${limit}`
  return unit ? `must have ${size} ${unit[Number(limit) === 1 ? 0 : 1]}` : `must be ${size}`
}

const needsQuotes = (expected: string, input: unknown): boolean =>
  expected === 'string' && (typeof input === 'number' || typeof input === 'boolean')

function listFields(schema: RawIssue['inst']): string[] {
  const { shape = {} } = ((schema as z.core.$ZodType | undefined)?._zod.def ?? {}) as { shape?: object }
  return Object.keys(shape)
}

/** Null for a list or a group of fields, unless its type is the fault. */
function show(value: unknown, isTypeFault: boolean): string | null {
  if (value === null) return 'empty'
  if (typeof value === 'object') return isTypeFault ? (Array.isArray(value) ? 'a list' : 'a group of fields') : null
  if (typeof value !== 'string') return String(value)
  const characters = [...value]
  const text = characters.slice(0, MAX_SHOWN).join('')
  return `“${JSON.stringify(text).slice(1, -1)}${characters.length > MAX_SHOWN ? '…' : ''}”`
}
