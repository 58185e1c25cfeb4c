/** Captions, subtitles and chapters as cues: their rules, and their files. docs/contract §13. */
import { listSpeakers } from './caption-text.ts'
import { cleanCueText } from './clean-cue-text.ts'

/** `text` in the canonical form of `cleanCueText`. Milliseconds from the start of the media. */
export type Cue = { startsMs: number; endsMs: number; text: string }

/** A cue with the line of its time in a file. */
export type CueAtLine = { cue: Cue; line: number }
/** `line` counts from 1. The reason is a sentence for the person who uploads the file. */
export type CaptionNote = { line: number; reason: string }
/** `cue` counts from 1. */
export type CueFault = { cue: number; reason: string }
export type CheckedCues = { ok: true; cues: Cue[] } | { ok: false; faults: CueFault[] }

/** Limits of one track. docs/contract §13. */
export const MAX_CAPTION_BYTES = 2 * 1024 * 1024
export const MAX_CUES = 5000
export const TOO_MANY_CUES = 'There are more than 5,000 captions.'
export const MAX_CUE_CHARACTERS = 1000
/** The largest time that a file can say, 99:59:59.999, in milliseconds. */
export const MAX_CUE_MS = 100 * 60 * 60 * 1000 - 1
/** More faults than this help nobody. */
export const MAX_FAULTS = 20

/**
 * Cues of a file or of the editor, with their texts in canonical form. Refuses them with the first 20 faults. A fault
 * is a cue after the 5,000th, a time that is no whole millisecond or does not ascend, or an end before the start. So
 * are an overlap within one speaker, a missing text, and a text over 1,000 characters. docs/contract §13.
 */
export function checkCues(input: readonly Cue[]): CheckedCues {
  if (input.length > MAX_CUES) {
    return { ok: false, faults: [{ cue: MAX_CUES + 1, reason: TOO_MANY_CUES }] }
  }
  const endBySpeaker = new Map<string, number>()
  const cues: Cue[] = []
  const faults: CueFault[] = []
  for (const [index, { startsMs, endsMs, text }] of input.entries()) {
    const cleaned = readCueText(text)
    const cue = { startsMs, endsMs, text: cleaned ?? '' }
    const previousStart = cues.at(-1)?.startsMs ?? 0
    const reason = findTextFault(cleaned) ?? findTimeFault(cue) ?? findPlaceFault(cue, previousStart, endBySpeaker)
    if (reason) faults.push({ cue: index + 1, reason })
    cues.push(cue)
  }
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, MAX_FAULTS) } : { ok: true, cues }
}

/** The text in canonical form, or null for one that is too long. Longer raw text is refused before its markup is read. */
export function readCueText(text: string): string | null {
  const cleaned = text.length > 10 * MAX_CUE_CHARACTERS ? null : cleanCueText(text)
  return cleaned !== null && [...cleaned].length > MAX_CUE_CHARACTERS ? null : cleaned
}

/** @param cleaned a result of `readCueText` */
export function findTextFault(cleaned: string | null): string | null {
  if (cleaned === '') return 'The caption has no text.'
  return cleaned === null ? 'The caption has more than 1,000 characters.' : null
}

export function findTimeFault({ startsMs, endsMs }: Cue): string | null {
  if (!isCueTime(startsMs) || !isCueTime(endsMs)) return 'The times must be between 0 and 99:59:59.999.'
  return endsMs <= startsMs ? 'The caption ends before it starts.' : null
}

function findPlaceFault({ startsMs, endsMs, text }: Cue, previousStart: number, endBySpeaker: Map<string, number>) {
  if (startsMs < previousStart) return 'The caption starts before the previous one.'
  const isOverlap = listVoices(text).map((speaker) => {
    const previousEnd = endBySpeaker.get(speaker) ?? 0
    endBySpeaker.set(speaker, Math.max(previousEnd, endsMs))
    return startsMs < previousEnd
  })
  return isOverlap.includes(true) ? 'The caption overlaps the previous one of the same speaker.' : null
}

/** The speakers of a cue. One without a speaker has an empty one, so that it counts as one speaker. */
export function listVoices(text: string): string[] {
  const speakers = listSpeakers(text)
  return speakers.length > 0 ? speakers : ['']
}

function isCueTime(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= MAX_CUE_MS
}

/** A WebVTT file. Reading it again gives the same cues. @param cues a result of `checkCues` or `parseCaptions` */
export function formatWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ startsMs, endsMs, text }) => `${formatTime(startsMs)} --> ${formatTime(endsMs)}\n${text}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

/**
 * An SRT file. Reading it again gives the same cues, because the markup `i`, `b`, `u` and `v` and the entities stay.
 * Texts such as `{\\an8}` are left out, because SRT cannot say that they are words.
 *
 * @param cues a result of `checkCues` or `parseCaptions`
 */
export function formatSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue) => ({ ...cue, text: dropEveryOverride(cue.text) }))
    .filter(({ text }) => text !== '')
    .map(({ startsMs, endsMs, text }, index) => {
      const times = `${formatTime(startsMs)} --> ${formatTime(endsMs)}`.replaceAll('.', ',')
      return `${index + 1}\n${times}\n${text}\n`
    })
    .join('\n')
}

/** `{\\an8}` places a caption in some SRT files. */
export function dropOverrides(text: string): string {
  return text.replace(/\{\\[^{}]*\}/g, '')
}

/** The rest can form a new override, as in `{{\\b}\\b}`. */
function dropEveryOverride(text: string): string {
  const rest = cleanCueText(dropOverrides(text))
  return rest === text ? text : dropEveryOverride(rest)
}

/** `3723456` milliseconds → `01:02:03.456`. */
export function formatTime(milliseconds: number): string {
  const pad = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const seconds = milliseconds / 1000
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => pad(value, 2)).join(':')
  return `${clock}.${pad(milliseconds % 1000, 3)}`
}

/**
 * The cues moved by an offset in milliseconds, which may be negative. A cue that would end at or before 0 is dropped;
 * one that would start before 0 starts at 0. The same holds at the largest time.
 */
export function shiftCues(cues: readonly Cue[], offsetMs: number): Cue[] {
  return cues
    .map(({ startsMs, endsMs, text }) => ({
      startsMs: Math.max(0, startsMs + offsetMs),
      endsMs: Math.min(MAX_CUE_MS, endsMs + offsetMs),
      text,
    }))
    .filter(({ startsMs, endsMs }) => startsMs < endsMs)
}
