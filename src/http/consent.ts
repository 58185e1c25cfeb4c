/** A visitor's consent, stored only in their own browser. See `docs/contract` §7. */
import type { KeyValueStorage } from './client.ts'

export type Consent = 'yes' | 'no'
const CONSENT_KEY = 'consent'
/** After this time visitors are asked again. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

/** @param question the current question; a choice for another one is ignored. Without it, any choice is returned. */
export function readConsent(local: KeyValueStorage, now: number, question?: string): Consent | null {
  try {
    const stored = JSON.parse(local.getItem(CONSENT_KEY) ?? 'null') as {
      choice?: unknown
      at?: unknown
      question?: unknown
    } | null
    if (
      typeof stored?.at !== 'number' ||
      now - stored.at > VALID_MS ||
      (question ?? stored.question) !== stored.question
    )
      return null
    return stored.choice === 'yes' || stored.choice === 'no' ? stored.choice : null
  } catch {
    return null
  }
}

export function saveConsent(local: KeyValueStorage, choice: Consent, question: string, now: number): void {
  local.setItem(CONSENT_KEY, JSON.stringify({ choice, at: now, question }))
}
