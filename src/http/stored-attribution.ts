/** With consent, a visitor's attribution and friend's code are stored for 90 days beyond the visit. See `docs/contract` §7. */
import { ATTRIBUTION_KEY, addTouch, readTouches, type Touches } from './attribution.ts'
import type { ClientEnvironment } from './client.ts'
import { deleteReferral, storeReferral } from './referral-code.ts'

type AttributionStorage = Pick<ClientEnvironment, 'local' | 'session'>
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000

/** Merges the visit's touches with the stored ones: the first and the last touch that have not expired. */
export function storeAttribution({ local, session }: AttributionStorage, now: number): void {
  storeReferral({ local, session }, now)
  const touchPoints = [readTouches(session), readTouches(local)]
    .flatMap((storedTouches) => (storedTouches ? listTouchPoints(storedTouches) : []))
    .filter(({ at }) => now - at < RETENTION_MS)
    .toSorted((a, b) => a.at - b.at)
  const first = touchPoints[0]
  const last = touchPoints.at(-1)
  if (!first || !last) {
    local.removeItem(ATTRIBUTION_KEY)
    return
  }
  const touches: Touches = { first: first.attribution, firstAt: first.at, last: last.attribution, lastAt: last.at }
  for (const storage of [session, local]) storage.setItem(ATTRIBUTION_KEY, JSON.stringify(touches))
}

const listTouchPoints = ({ first, firstAt, last, lastAt }: Touches) => [
  { attribution: first, at: firstAt },
  { attribution: last, at: lastAt },
]

/** An affiliate's own id of the referrer. A click id from the URL keeps its place as the last touch. */
export function noteAffiliate(session: AttributionStorage['session'], clickid: string, now: number): void {
  if (!readTouches(session)?.last.clickid)
    addTouch(session, { ...readTouches(session)?.last, source: 'affiliate', clickid: clickid.slice(0, 300) }, now)
}

/** For withdrawn consent: deletes the stored touches and keeps those of the visit. */
export function deleteStoredAttribution(local: AttributionStorage['local']): void {
  local.removeItem(ATTRIBUTION_KEY)
  deleteReferral(local)
}

/** For a deleted person: deletes all touches. */
export function deleteAttribution({ local, session }: AttributionStorage): void {
  for (const storage of [local, session]) {
    storage.removeItem(ATTRIBUTION_KEY)
    deleteReferral(storage)
  }
}
