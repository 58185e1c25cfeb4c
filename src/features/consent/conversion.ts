/**
 * Tells the tag manager what a visit came to. It is asked only where it was loaded, that is after the
 * visitor agreed, and nobody waits for it longer than 600 ms. Specification §9, contract §7.
 */
import type { Keys } from '#http/client.ts'

export type Conversion = {
  event: 'lead' | 'begin_checkout' | 'enrol_complete'
  courseCode?: string
  /** What was asked for, of a lead. */
  ask?: string
  value?: number
  currency?: string
}
type Pushed = Record<string, unknown>
declare global {
  interface Window {
    /** The tag manager's own: an array before it is awake, and whatever it makes of it then. */
    dataLayer?: { push(pushed: Pushed): unknown }
  }
}

const WAIT_MS = 600
const KEY = 'conversions'

/** Resolves when the tag manager says that it is done, or when the wait is over. */
export function tellConversion(conversion: Conversion): Promise<void> {
  const { dataLayer } = window
  if (!dataLayer) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS)
    dataLayer.push({ ...conversion, eventCallback: resolve, eventTimeout: WAIT_MS })
  })
}

/** On pages that load nothing of others: told on the next page that may, once for each key. */
export function noteConversion(session: Keys, key: string, conversion: Conversion): void {
  const noted = notedIn(session)
  if (!(key in noted)) session.setItem(KEY, JSON.stringify({ ...noted, [key]: conversion }))
}

export function tellNoted(session: Keys): void {
  const noted = notedIn(session)
  for (const conversion of Object.values(noted)) if (conversion) void tellConversion(conversion)
  const told = Object.fromEntries(Object.keys(noted).map((key) => [key, null]))
  if (Object.keys(told).length > 0) session.setItem(KEY, JSON.stringify(told))
}

function notedIn(session: Keys): Record<string, Conversion | null> {
  try {
    const kept: unknown = JSON.parse(session.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}
