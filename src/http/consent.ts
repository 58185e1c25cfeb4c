/** What a visitor agreed to, kept in their own browser and nowhere else. Contract §7. */
import type { Keys } from './client.ts'

export type Consent = 'yes' | 'no'
const KEY = 'consent'
/** After that they are asked again, whatever they said. */
const KEPT_MS = 180 * 24 * 60 * 60 * 1000

/** @param asked what was asked for; an answer to another question is none. Left out, any answer counts. */
export function consentIn(local: Keys, now: number, asked?: string): Consent | null {
  try {
    const kept = JSON.parse(local.getItem(KEY) ?? 'null') as { choice?: unknown; at?: unknown; asked?: unknown } | null
    if (typeof kept?.at !== 'number' || now - kept.at > KEPT_MS || (asked ?? kept.asked) !== kept.asked) return null
    return kept.choice === 'yes' || kept.choice === 'no' ? kept.choice : null
  } catch {
    return null
  }
}

export function keepConsent(local: Keys, choice: Consent, asked: string, now: number): void {
  local.setItem(KEY, JSON.stringify({ choice, at: now, asked }))
}
