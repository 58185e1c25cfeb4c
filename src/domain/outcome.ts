/** What a verb answers: the value, or a refusal that was expected and has a name. Surprises are thrown. */
import type { RefusalCode } from './refusal.ts'

export type Refusal = {
  code: RefusalCode
  /** Faults by field name, each a sentence for the person. */
  fields?: Readonly<Record<string, string>>
  /** What the caller needs to go on, such as the new quote after `QUOTE_EXPIRED`. */
  data?: unknown
  /** Seconds after which another try makes sense. */
  retryAfter?: number
  /** Why, for the log only. */
  reason?: string
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused(code: RefusalCode, more: Omit<Refusal, 'code'> = {}): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, ...more } }
}
