/** Validates one part of a request against its schema. Faults are returned by field, as sentences for people. */
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'

const MAX_DEPTH = 32
/** The largest valid body has 5,000 captions, each an object with three fields. */
const MAX_VALUES = 30_000
/** More faults than these help nobody. */
const MAX_FIELD_FAULTS = 50
const TOO_MANY_VALUES = 'more than 30,000 values'
const BAD_TEXT = 'text with a NUL or a lone surrogate'

export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Outcome<z.output<Schema>> {
  if (findBodyFault(value)) return refused('BODY_INVALID')
  const result = schema.safeParse(value ?? {}, { error: getFieldMessage })
  if (result.success) return accepted(result.data)

  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.message === 'TIMEZONE_INVALID') return refused('TIMEZONE_INVALID')
    fields[getFieldName(issue.path)] ??= issue.message
    if (Object.keys(fields).length === MAX_FIELD_FAULTS) break
  }
  return refused('FIELD_INVALID', { fields })
}

/** A form sent inside `data` keeps its plain field names. */
function getFieldName(path: readonly PropertyKey[]): string {
  const fieldPath = path[0] === 'data' && path.length > 1 ? path.slice(1) : path
  return fieldPath.map(String).join('.') || 'body'
}

/** The default sentence beside a field, if its schema has none. */
function getFieldMessage(issue: { code?: string; input?: unknown }): string {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  return isMissing ? 'This is required' : 'This is not valid'
}

/**
 * Parses a JSON body. Counts its values first, because parsing millions of them takes seconds and a gigabyte. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseJson(text: string): { value: unknown; fault: string | null } {
  if (countValues(text) > MAX_VALUES) return { value: undefined, fault: TOO_MANY_VALUES }
  const value: unknown = JSON.parse(text)
  return { value, fault: findBodyFault(value) }
}

/** Counts commas and opening brackets outside strings: at least the number of values. */
function countValues(json: string): number {
  let count = 1
  let isInString = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (isInString && character === '\\') index++
    else if (character === '"') isInString = !isInString
    else if (!isInString && (character === ',' || character === '[' || character === '{')) count++
  }
  return count
}

/**
 * Returns why a body is refused, or null: deeper than 32 levels or more than 30,000 values (`docs/contract` §1), or
 * text that PostgreSQL cannot store (NUL, a lone surrogate). Takes linear time, and stops at the first fault.
 */
export function findBodyFault(body: unknown): string | null {
  let valuesLeft = MAX_VALUES
  return visit(body, 0)

  /** The depth is limited, so the recursion cannot exhaust the stack. */
  function visit(value: unknown, depth: number): string | null {
    if (depth > MAX_DEPTH) return 'deeper than 32'
    if (valuesLeft-- === 0) return TOO_MANY_VALUES
    if (typeof value === 'string') return isText(value) ? null : BAD_TEXT
    if (value === null || typeof value !== 'object') return null
    return Array.isArray(value)
      ? visitItems(value, depth + 1)
      : visitFields(value as Record<string, unknown>, depth + 1)
  }

  function visitItems(items: readonly unknown[], depth: number): string | null {
    for (const item of items) {
      const fault = visit(item, depth)
      if (fault) return fault
    }
    return null
  }

  function visitFields(fields: Readonly<Record<string, unknown>>, depth: number): string | null {
    for (const name of Object.keys(fields)) {
      const fault = isText(name) ? visit(fields[name], depth) : BAD_TEXT
      if (fault) return fault
    }
    return null
  }
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
