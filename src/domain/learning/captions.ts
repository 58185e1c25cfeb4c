/**
 * Captions, subtitles and chapters: WebVTT and SRT files to cues and back. docs/contract.md §13. The parser is strict
 * and our own: libraries join cues after a missing blank line in silence, and stop at the first fault.
 */
import { cleanCueText, listSpeakers } from './caption-text.ts'

/** `text` in the canonical form of `cleanCueText`. Milliseconds from the start of the media. */
export type Cue = { startsMs: number; endsMs: number; text: string }

/** `line` counts from 1. The reason is a sentence for the person who uploads the file. */
export type CaptionFault = { line: number; reason: string }
/** `cue` counts from 1. */
export type CueFault = { cue: number; reason: string }
export type ParsedCaptions = { ok: true; cues: Cue[] } | { ok: false; faults: CaptionFault[] }
export type CheckedCues = { ok: true; cues: Cue[] } | { ok: false; faults: CueFault[] }

/** Limits of one track. docs/contract.md §13. */
export const MAX_CAPTION_BYTES = 2 * 1024 * 1024
export const MAX_CUES = 5000
export const TOO_MANY_CUES = 'There are more than 5,000 captions.'
export const MAX_CUE_CHARACTERS = 1000
/** The largest time that a file can say, 99:59:59.999, in milliseconds. */
export const MAX_CUE_MS = 100 * 60 * 60 * 1000 - 1
/** More faults than this help nobody. */
const MAX_FAULTS = 20
/** Longer raw text is refused before its markup is read. */
const MAX_RAW_CHARACTERS = 10 * MAX_CUE_CHARACTERS

const BLANK_LINE_MISSING = 'A blank line is missing before this time.'
const TIME_EXPECTED = 'A time such as 00:00:01.000 --> 00:00:04.000 was expected.'

type Block = { line: number; lines: string[] }
type CueWithLine = { cue: Cue; line: number }

/**
 * The cues of a WebVTT or SRT file. A file that starts with `WEBVTT` is WebVTT, any other is SRT. Styles, regions,
 * comments, positions and identifiers are dropped. Refuses a file with its first 20 faults by line: not UTF-8, over
 * 2 MB, no cues, a wrong time, a missing blank line, and every fault of `checkCues`. docs/contract.md §13.
 */
export function parseCaptions(bytes: Uint8Array): ParsedCaptions {
  if (bytes.length > MAX_CAPTION_BYTES) return refuse([{ line: 1, reason: 'The file is larger than 2 MB.' }])
  const { text, faultLine } = decodeText(bytes)
  if (faultLine !== null) return refuse([{ line: faultLine, reason: 'The file is not UTF-8 text. Save it as UTF-8.' }])
  const lines = text.split('\n')
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const blocks = listBlocks(lines).filter((block) => !isVtt || !isSkipped(block))
  const parsed = blocks.map((block) => parseBlock(block, isVtt))
  const cues = parsed.filter((one): one is CueWithLine => 'cue' in one)
  const faults = parsed.filter((one): one is CaptionFault => 'reason' in one)
  if (faults.length > 0) return refuse(faults)
  if (cues.length === 0) return refuse([{ line: 1, reason: 'The file has no captions.' }])
  const checked = checkCues(cues.map(({ cue }) => cue))
  if (checked.ok) return checked
  return refuse(checked.faults.map(({ cue, reason }) => ({ line: cues[cue - 1]?.line ?? 1, reason })))
}

function refuse(faults: CaptionFault[]): ParsedCaptions {
  return { ok: false, faults: faults.slice(0, MAX_FAULTS) }
}

function decodeText(bytes: Uint8Array): { text: string; faultLine: number | null } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n'), faultLine: null }
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1)
    return { text: '', faultLine: before.split(/\r\n?|\n/).length }
  }
}

function listBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let current: Block | null = null
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') current = null
    else if (current) current.lines.push(line)
    else {
      current = { line: index + 1, lines: [line] }
      blocks.push(current)
    }
  }
  return blocks
}

/** WebVTT's header, comments, styles and regions. One with a time in it is no such block, so no cue is lost. */
function isSkipped(block: Block): boolean {
  return isVttExtra(block) && !block.lines.some((line) => line.includes('-->'))
}

function isVttExtra({ line, lines: [first = ''] }: Block): boolean {
  return line === 1 || /^NOTE(?:[ \t]|$)/.test(first) || /^(?:STYLE|REGION)[ \t]*$/.test(first)
}

/** An optional number or name, a line with the times, and the lines of the text. */
function parseBlock(block: Block, isVtt: boolean): CueWithLine | CaptionFault {
  const { line, lines } = block
  const timingAt = lines.findIndex((one) => one.includes('-->'))
  if (isVtt && isVttExtra(block)) return { line: line + timingAt, reason: BLANK_LINE_MISSING }
  if (timingAt === -1 || timingAt > 1) return { line, reason: TIME_EXPECTED }
  const timing = parseTiming(lines[timingAt]!)
  if ('reason' in timing) return { line: line + timingAt, reason: timing.reason }
  const textLines = lines.slice(timingAt + 1)
  const second = textLines.findIndex((one) => one.includes('-->'))
  if (second !== -1) return { line: line + timingAt + 1 + second, reason: BLANK_LINE_MISSING }
  const text = textLines.join('\n')
  return { cue: { ...timing, text: isVtt ? text : dropOverrides(text) }, line: line + timingAt }
}

/** `{\\an8}` places a caption in some SRT files. */
function dropOverrides(text: string): string {
  return text.replace(/\{\\[^{}]*\}/g, '')
}

/** The rest can form a new override, as in `{{\\b}\\b}`. */
function dropEveryOverride(text: string): string {
  const rest = cleanCueText(dropOverrides(text))
  return rest === text ? text : dropEveryOverride(rest)
}

function parseTiming(line: string): { startsMs: number; endsMs: number } | { reason: string } {
  const [start = '', end = '', ...more] = line.split('-->')
  const [endTime = ''] = end.trim().split(/[ \t]/, 1)
  const [startsMs, endsMs] = [parseTime(start.trim()), parseTime(endTime)]
  if (more.length > 0) return { reason: 'The line has more than one “-->”.' }
  if (startsMs === null) return { reason: `“${start.trim().slice(0, 30)}” is not a time.` }
  if (endsMs === null) return { reason: `“${endTime.slice(0, 30)}” is not a time.` }
  return { startsMs, endsMs }
}

/** `01:02:03.456`, `02:03.456` or with SRT's comma, in milliseconds. */
function parseTime(text: string): number | null {
  const match = /^(?:(\d{1,2}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, milliseconds] = match
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds)
}

/**
 * Cues of a file or of the editor, with their texts in canonical form. Refuses them with the first 20 faults. A fault
 * is a cue after the 5,000th, a time that is no whole millisecond or does not ascend, or an end before the start. So
 * are an overlap within one speaker, a missing text, and a text over 1,000 characters. docs/contract.md §13.
 */
export function checkCues(input: readonly Cue[]): CheckedCues {
  if (input.length > MAX_CUES) {
    return { ok: false, faults: [{ cue: MAX_CUES + 1, reason: TOO_MANY_CUES }] }
  }
  const endBySpeaker = new Map<string, number>()
  const cues: Cue[] = []
  const faults: CueFault[] = []
  for (const [index, { startsMs, endsMs, text }] of input.entries()) {
    const cleaned = text.length > MAX_RAW_CHARACTERS ? null : cleanCueText(text)
    const cue = { startsMs, endsMs, text: cleaned ?? '' }
    const previousStart = cues.at(-1)?.startsMs ?? 0
    const reason = findTextFault(cleaned) ?? findTimeFault(cue, previousStart, endBySpeaker)
    if (reason) faults.push({ cue: index + 1, reason })
    cues.push(cue)
  }
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, MAX_FAULTS) } : { ok: true, cues }
}

function findTextFault(cleaned: string | null): string | null {
  if (cleaned === '') return 'The caption has no text.'
  if (cleaned === null || [...cleaned].length > MAX_CUE_CHARACTERS) return 'The caption has more than 1,000 characters.'
  return null
}

function findTimeFault({ startsMs, endsMs, text }: Cue, previousStart: number, endBySpeaker: Map<string, number>) {
  if (!isCueTime(startsMs) || !isCueTime(endsMs)) return 'The times must be between 0 and 99:59:59.999.'
  if (endsMs <= startsMs) return 'The caption ends before it starts.'
  if (startsMs < previousStart) return 'The caption starts before the previous one.'
  const speakers = listSpeakers(text)
  const isOverlap = (speakers.length > 0 ? speakers : ['']).map((speaker) => {
    const previousEnd = endBySpeaker.get(speaker) ?? 0
    endBySpeaker.set(speaker, Math.max(previousEnd, endsMs))
    return startsMs < previousEnd
  })
  return isOverlap.includes(true) ? 'The caption overlaps the previous one of the same speaker.' : null
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
