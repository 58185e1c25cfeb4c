/** Reads one part of a request against its schema. A fault is named by its field, in the person's words. */
import type { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'

const DEEPEST = 32

export function parse(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  if (!schema) return accepted(undefined)
  const result = schema.safeParse(value ?? {})
  if (result.success) return accepted(result.data)

  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.message === 'TIMEZONE_INVALID') return refused('TIMEZONE_INVALID')
    fields[issue.path.join('.') || 'body'] ??= issue.message
  }
  return refused('FIELD_INVALID', { fields })
}

/** Contract §1: JSON at most 32 deep. Walks without recursion, so that depth itself cannot hurt. */
export function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
  }
  return false
}
