/**
 * Watched seconds of one asset: the union of all reported ranges. docs/contract §12. A range is in whole seconds,
 * with its start and without its end: `[0, 15]` is the first 15 seconds.
 */

export type WatchedRange = readonly [start: number, end: number]

/** Limits of one call. docs/contract §12. */
export const MAX_RANGES_PER_REPORT = 100
export const MAX_REPORTS_PER_CALL = 20

/** The part of a length, in percent, that completes a video or audio lesson. docs/contract §12. */
export const WATCHED_PERCENT = { least: 50, default: 90, most: 100 } as const
/** Seconds at the end that need not be watched, and the shortest length in seconds for which that holds. */
const CLOSING_SECONDS = 30
const CLOSING_FROM_LENGTH = 60

/**
 * The length in whole seconds, rounded down, at least 1. A player that counts whole seconds can so reach all of them.
 *
 * @throws RangeError for a duration in milliseconds that is not positive
 */
export function getLengthSeconds(durationMs: number): number {
  if (!(durationMs > 0) || !Number.isFinite(durationMs)) throw new RangeError(`not a duration: ${durationMs}`)
  return Math.max(1, Math.floor(durationMs / 1000))
}

/**
 * Whether a report has the form that a player sends: at most 100 ranges of whole seconds that do not run backwards,
 * and a position in whole seconds. Values beyond the length are cut later, because a player's length may differ by a
 * second.
 */
export function isValidReport(ranges: readonly WatchedRange[], position: number): boolean {
  return (
    ranges.length <= MAX_RANGES_PER_REPORT &&
    isSecond(position) &&
    ranges.every(([start, end]) => isSecond(start) && isSecond(end) && start <= end)
  )
}

/** PostgreSQL's int4 is the type of the stored ranges. */
function isSecond(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31
}

/**
 * The union of stored and reported ranges: ascending, apart from each other, within [0, length]. Commutative,
 * associative and idempotent, so reports may come in any order, twice or in parts.
 *
 * @param lengthSeconds see `getLengthSeconds`
 */
export function addWatched(
  watched: readonly WatchedRange[],
  reported: readonly WatchedRange[],
  lengthSeconds: number,
): WatchedRange[] {
  const cut = [...watched, ...reported]
    .map(([start, end]): WatchedRange => [Math.max(0, start), Math.min(end, lengthSeconds)])
    .filter(([start, end]) => start < end)
    .toSorted(([a], [b]) => a - b)
  const union: [start: number, end: number][] = []
  for (const [start, end] of cut) {
    const last = union.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else union.push([start, end])
  }
  return union
}

/** @param ranges a result of `addWatched` */
export function countWatchedSeconds(ranges: readonly WatchedRange[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0)
}

/** Watched seconds of the length in percent, rounded down, 0 to 100. @param ranges a result of `addWatched` */
export function getWatchedPercent(ranges: readonly WatchedRange[], lengthSeconds: number): number {
  return Math.min(100, Math.floor((100 * countWatchedSeconds(ranges)) / lengthSeconds))
}

/**
 * Whether a video or audio lesson counts as watched: its percent of the length, or everything but the last 30 seconds.
 * docs/contract §12.
 *
 * @param ranges a result of `addWatched`
 * @param percent 50 to 100
 */
export function isWatched(
  ranges: readonly WatchedRange[],
  lengthSeconds: number,
  percent: number = WATCHED_PERCENT.default,
): boolean {
  if (countWatchedSeconds(ranges) * 100 >= percent * lengthSeconds) return true
  const [first] = ranges
  const isClosingLeft = first !== undefined && first[0] === 0 && first[1] >= lengthSeconds - CLOSING_SECONDS
  return lengthSeconds >= CLOSING_FROM_LENGTH && isClosingLeft
}

/** Learners from whom on figures of a lesson are shown, so that no figure is one person's. */
export const FIGURES_FROM_LEARNERS = 5
const FIGURE_PARTS = 20

/**
 * For each 5 % of the length, the share of starters who played some of it, in percent, rounded down. Null for fewer
 * than 5 starters. A length under 20 seconds repeats a second in neighbouring parts.
 *
 * @param watchedByPerson the ranges of each person who started the lesson
 */
export function getPlayedShares(
  watchedByPerson: readonly (readonly WatchedRange[])[],
  lengthSeconds: number,
): number[] | null {
  if (watchedByPerson.length < FIGURES_FROM_LEARNERS) return null
  return Array.from({ length: FIGURE_PARTS }, (_, part) => {
    const from = Math.floor((part * lengthSeconds) / FIGURE_PARTS)
    const to = Math.ceil(((part + 1) * lengthSeconds) / FIGURE_PARTS)
    const players = watchedByPerson.filter((ranges) => ranges.some(([start, end]) => start < to && end > from))
    return Math.floor((100 * players.length) / watchedByPerson.length)
  })
}

/**
 * The median of the watched minutes of each starter, rounded to a tenth of a minute. Null for fewer than 5 starters.
 *
 * @param watchedByPerson the ranges of each person who started the lesson
 */
export function getMedianMinutes(watchedByPerson: readonly (readonly WatchedRange[])[]): number | null {
  if (watchedByPerson.length < FIGURES_FROM_LEARNERS) return null
  const seconds = watchedByPerson.map(countWatchedSeconds).toSorted((a, b) => a - b)
  const upper = seconds.length >> 1
  const lower = (seconds.length - 1) >> 1
  return Math.round((seconds[lower]! + seconds[upper]!) / 12) / 10
}

/** Playback that stopped this close to the end begins again. */
const END_SECONDS = 5

/** The second that playback goes on from: where the person stopped, and 0 near the end. */
export function getResumeSeconds(positionSeconds: number, lengthSeconds: number): number {
  return positionSeconds > lengthSeconds - END_SECONDS ? 0 : positionSeconds
}

/** Someone who returns hears the end of the sentence before. docs/contract §20. */
const RESUME_BEFORE_SECONDS = 2

/** The second at which playback starts again, a little before that one. Every page that names it, and the player. */
export function getStartSeconds(positionSeconds: number, lengthSeconds: number): number {
  return Math.max(0, getResumeSeconds(positionSeconds, lengthSeconds) - RESUME_BEFORE_SECONDS)
}

/** The seconds from where the person stopped to the end, which every page shows as left. */
export function getSecondsLeft(positionSeconds: number, lengthSeconds: number): number {
  return lengthSeconds - getResumeSeconds(positionSeconds, lengthSeconds)
}

/** PostgreSQL's text of an int4multirange: `{[0,15),[40,62)}`. */
export function formatMultirange(ranges: readonly WatchedRange[]): string {
  return `{${ranges.map(([start, end]) => `[${start},${end})`).join(',')}}`
}

/**
 * The ranges of an int4multirange, which PostgreSQL always prints as `[start,end)`.
 *
 * @throws RangeError for another text, and for a range without a limit
 */
export function parseMultirange(text: string): WatchedRange[] {
  if (!/^\{(?:\[\d+,\d+\)(?:,(?!\})|(?=\})))*\}$/.test(text)) throw new RangeError(`not a multirange: ${text}`)
  return JSON.parse(`[${text.slice(1, -1).replaceAll(')', ']')}]`)
}
