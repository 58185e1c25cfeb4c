/** Reads one part of a request against its schema. A fault is named by its field, in the person's words. */
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'

const DEEPEST = 32

export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Outcome<z.output<Schema>> {
  if (bodyFault(value)) return refused('BODY_INVALID')
  const result = schema.safeParse(value ?? {}, { error: sentence })
  if (result.success) return accepted(result.data)

  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.message === 'TIMEZONE_INVALID') return refused('TIMEZONE_INVALID')
    fields[fieldOf(issue.path)] ??= issue.message
  }
  return refused('FIELD_INVALID', { fields })
}

/** A form that is sent inside `data` has the names of its fields all the same. */
function fieldOf(path: readonly PropertyKey[]): string {
  const own = path[0] === 'data' && path.length > 1 ? path.slice(1) : path
  return own.map(String).join('.') || 'body'
}

/** For what a schema has no sentence of its own: a person reads it beside the field. */
function sentence(issue: { code?: string; input?: unknown }): string {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  return isMissing ? 'This is required' : 'This is not valid'
}

/**
 * Why a body cannot be taken, or null: deeper than 32 (contract §1), or text that no database keeps
 * (NUL, half a surrogate pair). Walks without recursion, so that depth itself cannot hurt.
 */
export function bodyFault(value: unknown): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return 'deeper than 32'
    if (level.some((item) => typeof item === 'string' && !isText(item))) return 'text with a NUL or a lone surrogate'
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.entries(item).flat() : []))
  }
  return null
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
