/** Where this visit came from, first and last, kept in this tab and sent with each form and order. Contract §7. */
import { type Attribution, readAttribution } from '#domain/attribution.ts'
import type { Keys } from './client.ts'

type Touches = { first: Attribution; last: Attribution }
const KEY = 'attribution'

/** The first touch stays, the last is the newest address that tells anything. */
export function keepAttribution(session: Keys, search: string): void {
  const told = readAttribution(new URLSearchParams(search))
  if (told) session.setItem(KEY, JSON.stringify({ first: touches(session)?.first ?? told, last: told }))
}

/** What a form or an order sends: the last touch. Nothing where the visit told nothing. */
export function attributionOf(session: Keys): { attribution?: Attribution } {
  const kept = touches(session)
  return kept ? { attribution: kept.last } : {}
}

function touches(session: Keys): Touches | null {
  try {
    const kept = JSON.parse(session.getItem(KEY) ?? 'null') as Touches | null
    return kept?.first && kept.last ? kept : null
  } catch {
    return null
  }
}
