/** When sound and picture of a film begin and end. docs/contract §14. */

/** Milliseconds on the clock of the file, which may begin at any time. */
export type Interval = { startMs: number; endMs: number }

export type FilmTimeline = {
  /** The moment of the file that becomes second 0. */
  startMs: number
  /** What is played: whole frames. */
  durationMs: number
  frames: number
}

/** Files state 240 frames of 41.667 ms as 9,999 ms. */
const FRAME_TOLERANCE = 0.1
/** Two frames of AAC at 44.1 kHz, in milliseconds: encoders pad the sound by as much. */
const MIN_TOLERANCE_MS = 47
/** A length that a file states may differ from its data by as much without a loss that people notice. */
const CUT = { ms: 1000, share: 0.05 } as const

/**
 * The timeline of a film: from the earlier start of sound and picture to the later end. The rest of a frame at the end
 * is dropped, so both can end together. A start other than 0 is no part of the length.
 *
 * @param framesPerSecond of the rendition, above 0
 */
export function planFilmTimeline(picture: Interval, sound: Interval | null, framesPerSecond: number): FilmTimeline {
  const startMs = Math.min(picture.startMs, sound?.startMs ?? picture.startMs)
  const endMs = Math.max(picture.endMs, sound?.endMs ?? picture.endMs)
  const frames = Math.max(1, Math.floor(((endMs - startMs) * framesPerSecond) / 1000 + FRAME_TOLERANCE))
  return { startMs, durationMs: Math.max(1, Math.round((frames * 1000) / framesPerSecond)), frames }
}

/** Whether sound and picture begin at 0 and end together, within a frame. Browsers play other files each in its way. */
export function isFilmAligned(picture: Interval, sound: Interval | null, framesPerSecond: number): boolean {
  const toleranceMs = Math.max(1000 / framesPerSecond, MIN_TOLERANCE_MS)
  const isNear = (one: number, other: number) => Math.abs(one - other) <= toleranceMs
  return (
    isNear(picture.startMs, 0) && (sound === null || (isNear(sound.startMs, 0) && isNear(sound.endMs, picture.endMs)))
  )
}

/** Whether the data of a stream end well before the end that its file states: a part of the file is missing. */
export function isCutOff(read: Interval, statedEndMs: number): boolean {
  const missingMs = statedEndMs - read.endMs
  return missingMs > Math.max(CUT.ms, (statedEndMs - read.startMs) * CUT.share)
}
