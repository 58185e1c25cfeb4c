import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { SessionView } from '../wire/parts.ts'

const CHECK_MS = 30_000
/** A longer timer of a browser would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** What decides how a session can be joined. */
export type JoinState = Pick<
  z.infer<typeof SessionView>,
  'state' | 'startsAt' | 'endsAt' | 'opensAt' | 'closesAt' | 'hasMeeting'
>

/**
 * Loads the page again when a session opens, starts, ends or closes, and while its meeting is missing.
 *
 * @param isChecking the page waits for something else, too
 */
export function useNextState(session: JoinState | null, refresh: () => void, isChecking = false): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    const delay = session && getDelay(session, isChecking)
    if (delay === null) return
    const timer = setTimeout(() => latest.current(), Math.min(delay, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [session, isChecking])
}

/** Milliseconds until something can have changed. Null: nothing will. */
function getDelay(session: JoinState, isChecking: boolean): number | null {
  const { state, opensAt, startsAt, endsAt, closesAt, hasMeeting } = session
  if (isChecking || (state === 'open' && !hasMeeting)) return CHECK_MS
  const now = Date.now()
  const next = [opensAt, startsAt, endsAt, closesAt].map((at) => Date.parse(at) - now).filter((delay) => delay > 0)
  return state === 'cancelled' || next.length === 0 ? null : Math.min(...next) + 500
}
