/**
 * Sends conversions to the tag manager. It is loaded only after the visitor consents, and pages wait at most 600 ms for
 * it. docs/contract §7.
 */
import type { KeyValueStorage } from '#http/client.ts'

export type Conversion = {
  event: 'lead' | 'begin_checkout' | 'enrol_complete'
  courseCode?: string
  /** The kind of lead. */
  ask?: string
  value?: number
  currency?: string
}
type TagManagerEvent = Record<string, unknown>
declare global {
  interface Window {
    /** Belongs to the tag manager: an array before it loads, then its own object. */
    dataLayer?: { push(pushed: TagManagerEvent): unknown }
  }
}

const WAIT_MS = 600
const KEY = 'conversions'

/** Resolves when the tag manager responds, or after the maximum wait. */
export function sendConversion(conversion: Conversion): Promise<void> {
  const { dataLayer } = window
  if (!dataLayer) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS)
    dataLayer.push({ ...conversion, eventCallback: resolve, eventTimeout: WAIT_MS })
  })
}

/** For pages without third-party scripts: the next page that has them sends it, once per key. */
export function queueConversion(session: KeyValueStorage, key: string, conversion: Conversion): void {
  const queued = readQueue(session)
  if (!(key in queued)) session.setItem(KEY, JSON.stringify({ ...queued, [key]: conversion }))
}

export function sendQueuedConversions(session: KeyValueStorage): void {
  const queued = readQueue(session)
  for (const conversion of Object.values(queued)) if (conversion) void sendConversion(conversion)
  const sent = Object.fromEntries(Object.keys(queued).map((key) => [key, null]))
  if (Object.keys(sent).length > 0) session.setItem(KEY, JSON.stringify(sent))
}

function readQueue(session: KeyValueStorage): Record<string, Conversion | null> {
  try {
    const stored: unknown = JSON.parse(session.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
