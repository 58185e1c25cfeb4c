/** The pauses of the story, so that the visitors of a demo find the machine free. */
import { setTimeout as pause } from 'node:timers/promises'

/** The story rests as long as it works. */
const REST_SHARE = 1
/** While the server is overloaded, it rests on, so that the story ends on a slow machine too. */
const LONGEST_SHARE = 5

export type RestInput = {
  signal: AbortSignal
  /** The server refuses requests, because it has too much to do. */
  isOverloaded: () => boolean
  /** In tests. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  now?: () => number
}

export function createRest({
  signal,
  isOverloaded,
  sleep = sleepUntilAborted,
  now = () => performance.now(),
}: RestInput): () => Promise<void> {
  let since = now()
  return async () => {
    const share = Math.max(1, now() - since)
    for (let rests = 0; rests < REST_SHARE || (isOverloaded() && rests < LONGEST_SHARE); rests++) {
      if (signal.aborted) break
      await sleep(share, signal)
    }
    since = now()
  }
}

const sleepUntilAborted = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal }).catch(() => {})
