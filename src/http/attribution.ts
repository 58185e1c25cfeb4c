/** Where this visit came from, first and last, kept in this tab and sent with each form and order. Contract §7. */
import { type Attribution, readAttribution } from '#domain/attribution.ts'
import type { Keys } from './client.ts'

/** Instants in milliseconds. */
export type Touches = { first: Attribution; firstAt: number; last: Attribution; lastAt: number }
export const KEY = 'attribution'

/** The first touch stays, the last is the newest address that tells anything. */
export function keepAttribution(session: Keys, search: string, now: number = Date.now()): void {
  const told = readAttribution(new URLSearchParams(search))
  if (told) addTouch(session, told, now)
}

export function addTouch(session: Keys, last: Attribution, lastAt: number): void {
  session.setItem(KEY, JSON.stringify({ first: last, firstAt: lastAt, ...touchesIn(session), last, lastAt }))
}

/** What a form or an order sends: the last touch. Nothing where the visit told nothing. */
export function attributionOf(session: Keys): { attribution?: Attribution } {
  const kept = touchesIn(session)
  return kept ? { attribution: kept.last } : {}
}

export function touchesIn(keys: Keys): Touches | null {
  try {
    const kept = JSON.parse(keys.getItem(KEY) ?? 'null') as Touches | null
    return kept?.first && kept.last && kept.firstAt && kept.lastAt ? kept : null
  } catch {
    return null
  }
}
