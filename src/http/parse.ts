/** Validates one part of a request against its schema. Faults are returned by field, as sentences for people. */
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'

const MAX_DEPTH = 32

export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Outcome<z.output<Schema>> {
  if (findBodyFault(value)) return refused('BODY_INVALID')
  const result = schema.safeParse(value ?? {}, { error: getFieldMessage })
  if (result.success) return accepted(result.data)

  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.message === 'TIMEZONE_INVALID') return refused('TIMEZONE_INVALID')
    fields[getFieldName(issue.path)] ??= issue.message
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
 * Returns why a body is refused, or null: deeper than 32 (`docs/contract.md` §1), or text that PostgreSQL cannot
 * store (NUL, a lone surrogate). Walks without recursion, so that deep input cannot exhaust the stack.
 */
export function findBodyFault(value: unknown): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'deeper than 32'
    if (level.some((item) => typeof item === 'string' && !isText(item))) return 'text with a NUL or a lone surrogate'
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.entries(item).flat() : []))
  }
  return null
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
