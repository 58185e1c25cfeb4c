import { useEffect, useRef } from 'react'
import type { SessionPage } from '../wire/learn.ts'

const CHECK_MS = 30_000
/** A longer timer of a browser would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Loads the page again when the session opens or closes, and while its meeting is missing or its recording is made. */
export function useNextState(session: SessionPage, refresh: () => void): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    const delay = getDelay(session)
    if (delay === null) return
    const timer = setTimeout(() => latest.current(), Math.min(delay, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [session])
}

/** Milliseconds until something can have changed. Null: nothing will. */
function getDelay({ state, opensAt, endsAt, closesAt, hasMeeting, recording }: SessionPage): number | null {
  if (recording?.state === 'processing' || (state === 'open' && !hasMeeting)) return CHECK_MS
  const now = Date.now()
  const next = [opensAt, endsAt, closesAt].map((at) => Date.parse(at) - now).filter((delay) => delay > 0)
  return state === 'cancelled' || next.length === 0 ? null : Math.min(...next) + 500
}
