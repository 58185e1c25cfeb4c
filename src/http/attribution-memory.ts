/** With the visitor's consent, where they came from is remembered for 90 days beyond the visit. Contract §7. */
import { addTouch, KEY, type Touches, touchesIn } from './attribution.ts'
import type { ClientEnvironment } from './client.ts'

type Kept = Pick<ClientEnvironment, 'local' | 'session'>
const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** The visit and the memory become one: of both, the first touch and the last that are not too old. */
export function rememberAttribution({ local, session }: Kept, now: number): void {
  const points = [touchesIn(session), touchesIn(local)]
    .flatMap((kept) => (kept ? pointsOf(kept) : []))
    .filter(({ at }) => now - at < KEPT_MS)
    .toSorted((a, b) => a.at - b.at)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) {
    local.removeItem(KEY)
    return
  }
  const touches: Touches = { first: first.told, firstAt: first.at, last: last.told, lastAt: last.at }
  for (const keys of [session, local]) keys.setItem(KEY, JSON.stringify(touches))
}

const pointsOf = ({ first, firstAt, last, lastAt }: Touches) => [
  { told: first, at: firstAt },
  { told: last, at: lastAt },
]

/** An affiliate's own word on who sent the visitor. What an address told before stays the last touch. */
export function noteAffiliate(session: Kept['session'], clickid: string, now: number): void {
  if (!touchesIn(session)?.last.clickid)
    addTouch(session, { ...touchesIn(session)?.last, source: 'affiliate', clickid: clickid.slice(0, 300) }, now)
}

/** Consent taken back: the visit alone is left. */
export function forgetMemory(local: Kept['local']): void {
  local.removeItem(KEY)
}

/** Erased with the person. */
export function forgetAttribution({ local, session }: Kept): void {
  for (const keys of [local, session]) keys.removeItem(KEY)
}
