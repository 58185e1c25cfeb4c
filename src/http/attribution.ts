/**
 * A visit's first and last attribution, stored in this tab and sent with each form and order. See `docs/contract`
 * §7.
 */
import { type Attribution, readAttribution } from '#domain/attribution.ts'
import type { KeyValueStorage } from './client.ts'

/** Instants in milliseconds. */
export type Touches = { first: Attribution; firstAt: number; last: Attribution; lastAt: number }
export const ATTRIBUTION_KEY = 'attribution'
export const REFERRAL_KEY = 'referral'
/** The form of a friend's code; the server decides whether it exists. */
export const REFERRAL_CODE = /^[a-z0-9]{8}$/i

/**
 * Keeps the first touch, and a friend's code. The last touch is the newest URL with attribution. Returns the attribution
 * of this URL.
 */
export function saveAttribution(
  session: KeyValueStorage,
  search: string,
  now: number = Date.now(),
): Attribution | null {
  const query = new URLSearchParams(search)
  const code = query.get('ref')
  // Read by `referral-code.ts`, which few visits need.
  if (code && REFERRAL_CODE.test(code)) session.setItem(REFERRAL_KEY, JSON.stringify({ code, at: now }))
  const attribution = readAttribution(query)
  if (attribution) addTouch(session, attribution, now)
  return attribution
}

export function addTouch(session: KeyValueStorage, last: Attribution, lastAt: number): void {
  session.setItem(
    ATTRIBUTION_KEY,
    JSON.stringify({ first: last, firstAt: lastAt, ...readTouches(session), last, lastAt }),
  )
}

/** Returns the fields that a form or an order sends. Empty for a visit without attribution. */
export function getAttribution(session: KeyValueStorage): { attribution?: Attribution; firstTouch?: Attribution } {
  const touches = readTouches(session)
  return touches ? { attribution: touches.last, firstTouch: touches.first } : {}
}

export function readTouches(storage: KeyValueStorage): Touches | null {
  try {
    const touches = JSON.parse(storage.getItem(ATTRIBUTION_KEY) ?? 'null') as Touches | null
    return touches?.first && touches.last && touches.firstAt && touches.lastAt ? touches : null
  } catch {
    return null
  }
}
