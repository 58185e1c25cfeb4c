/** The faults of a YAML file, and those against its schema, the latter as predicates of their field: `must be text (now 1984)`. */
import type { ErrorCode } from 'yaml'
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

const QUOTE_IT = 'Put the text in quotes'
const SYNTAX_FAULTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'the line begins with a tab. Indent it with spaces',
  BAD_INDENT: 'the line is indented like none above it, or a bracket above is not closed',
  DUPLICATE_KEY: 'the field is there twice. Keep one',
  MISSING_CHAR: 'a quote, a bracket or a comma is missing here, or before',
  BLOCK_AS_IMPLICIT_KEY: `a colon in a text looks like a field. ${QUOTE_IT}`,
  MULTILINE_IMPLICIT_KEY: `a field needs a colon after its name, and a text with a line break needs “|” or quotes`,
  UNEXPECTED_TOKEN: `this is not expected here. ${QUOTE_IT}`,
  BAD_SCALAR_START: `no text begins with this character. ${QUOTE_IT}`,
  BAD_ALIAS: `no text begins with “*” or “&”. ${QUOTE_IT}`,
  BAD_DQ_ESCAPE: 'a backslash has a meaning in double quotes. Use single quotes',
  BAD_DIRECTIVE: `no line begins with “%”. ${QUOTE_IT}`,
  BLOCK_IN_FLOW: 'a list or group in brackets has no lines with “-” or an indentation',
  MULTIPLE_DOCS: '“---” begins a second document, and a file has one',
  RESOURCE_EXHAUSTION: 'the file refers to its own parts too often',
  TAG_RESOLVE_FAILED: `no text begins with “!”. ${QUOTE_IT}`,
}

/** The faults of YAML itself, for people who write texts. */
export const describeSyntaxFault = (code: ErrorCode): string => SYNTAX_FAULTS[code] ?? 'this is no valid YAML'

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
