/**
 * Collects the seconds that a player plays. docs/contract §12: whole seconds, without those that were skipped or
 * scrubbed, at any speed.
 */
import { addWatched, MAX_RANGES_PER_REPORT, type WatchedRange } from '#domain/learning/watched.ts'

/** Milliseconds that may be missing at each end of a second. A browser reports its position four times a second. */
const EDGE_MS = 250
/** Milliseconds that the position may be ahead of the clock. Both are read at slightly different moments. */
const CLOCK_SLACK_MS = 1000

/** `atMs`: a clock that never goes back, such as `performance.now()`. */
export type PlayedSample = { positionSeconds: number; atMs: number; speed: number }

export type PlayedIntervals = {
  /** The position while it plays. The seconds between two samples count as played. */
  advance(sample: PlayedSample): void
  /** The playback stops or jumps, so the next sample starts a new interval. */
  interrupt(): void
  /** The whole seconds played since the last call: at most 100 ranges, the rest follows with the next call. */
  takeSeconds(): WatchedRange[]
}

export function createPlayedIntervals(): PlayedIntervals {
  let playedMs: WatchedRange[] = []
  let reported: WatchedRange[] = []
  let last: PlayedSample | null = null
  return {
    advance(sample) {
      if (last && isPlayedOn(last, sample)) {
        playedMs = unite(playedMs, [[toMs(last.positionSeconds), toMs(sample.positionSeconds)]])
      }
      last = sample
    },
    interrupt() {
      last = null
    },
    takeSeconds() {
      const seconds = subtractRanges(listWholeSeconds(playedMs), reported).slice(0, MAX_RANGES_PER_REPORT)
      reported = unite(reported, seconds)
      return seconds
    },
  }
}

/** A jump without an event is recognised by its distance: more than the clock allows at that speed. */
function isPlayedOn(last: PlayedSample, sample: PlayedSample): boolean {
  const distanceMs = (sample.positionSeconds - last.positionSeconds) * 1000
  const speed = Math.max(last.speed, sample.speed)
  return distanceMs >= 0 && distanceMs <= (sample.atMs - last.atMs) * speed + CLOCK_SLACK_MS
}

const toMs = (seconds: number) => Math.round(seconds * 1000)

const unite = (ranges: readonly WatchedRange[], added: readonly WatchedRange[]) =>
  addWatched(ranges, added, Number.POSITIVE_INFINITY)

/** The seconds that lie in an interval as a whole, but for the missing edge at each end. */
function listWholeSeconds(intervalsMs: readonly WatchedRange[]): WatchedRange[] {
  const seconds = intervalsMs.map(
    ([start, end]): WatchedRange => [
      Math.max(0, Math.ceil((start - EDGE_MS) / 1000)),
      Math.floor((end + EDGE_MS) / 1000),
    ],
  )
  return unite([], seconds)
}

/** The parts of ranges that none of `removed` covers. Both ascend and are apart from each other. */
export function subtractRanges(ranges: readonly WatchedRange[], removed: readonly WatchedRange[]): WatchedRange[] {
  return removed.reduce<WatchedRange[]>(
    (rest, [start, end]) =>
      rest.flatMap((range): WatchedRange[] => {
        const before: WatchedRange = [range[0], Math.min(range[1], start)]
        const after: WatchedRange = [Math.max(range[0], end), range[1]]
        return [before, after].filter((part) => part[0] < part[1])
      }),
    [...ranges],
  )
}
