/** The result of a verb: a value, or an expected refusal with a code. Unexpected errors are thrown. */
import type { RefusalCode } from './refusal.ts'

export type Refusal = {
  code: RefusalCode
  /** Faults by field name, each a sentence for the person. */
  fields?: Readonly<Record<string, string>>
  /** Data that the caller needs to continue, such as the new quote after `QUOTE_EXPIRED`. */
  data?: unknown
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** The internal reason, only for the log. */
  reason?: string
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused(code: RefusalCode, details: Omit<Refusal, 'code'> = {}): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, ...details } }
}
