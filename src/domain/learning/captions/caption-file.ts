/**
 * WebVTT and SRT files to cues. docs/contract §13. The parser is our own: libraries drop words in silence, and stop at
 * the first fault. It follows the algorithm of WebVTT, and names each place where a file departs from the format.
 */
import { repairCues } from './caption-repairs.ts'
import {
  type CaptionNote,
  type Cue,
  type CueAtLine,
  dropOverrides,
  formatTime,
  MAX_CAPTION_BYTES,
  MAX_FAULTS,
} from './captions.ts'

export type ParsedCaptions =
  /** `repairs`: what was changed, so that the cues keep the rules. Empty for a file that keeps them. */
  { ok: true; cues: Cue[]; repairs: CaptionNote[] } | { ok: false; faults: CaptionNote[] }

const TIME_EXPECTED = 'A time such as 00:00:01.000 --> 00:00:04.000 was expected.'
const BLANK_LINE_MISSING = 'A blank line is missing before this time. It will be added.'

/**
 * The cues of a WebVTT or SRT file. A file that starts with `WEBVTT` is WebVTT, any other is SRT. Styles, regions,
 * comments, positions and identifiers are dropped. Refuses a file with its first 20 faults by line: not UTF-8, over
 * 2 MB, no cues, a text without a time, a wrong time, and every fault that `repairCues` cannot repair.
 */
export function parseCaptions(bytes: Uint8Array): ParsedCaptions {
  if (bytes.length > MAX_CAPTION_BYTES) return refuse([{ line: 1, reason: 'The file is larger than 2 MB.' }])
  const { text, faultLine } = decodeText(bytes)
  if (faultLine !== null) return refuse([{ line: faultLine, reason: 'The file is not UTF-8 text. Save it as UTF-8.' }])
  const { cues, repairs, faults } = readLines(text.split('\n'))
  if (faults.length > 0) return refuse(faults)
  if (cues.length === 0) return refuse([{ line: 1, reason: 'The file has no captions.' }])
  const repaired = repairCues(cues)
  if (!repaired.ok) return refuse(repaired.faults)
  return { ok: true, cues: repaired.cues, repairs: [...repairs, ...repaired.repairs].sort((a, b) => a.line - b.line) }
}

function refuse(faults: CaptionNote[]): ParsedCaptions {
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

type Found = { cues: CueAtLine[]; repairs: CaptionNote[]; faults: CaptionNote[] }
/** Lines before a time, with the number of the first: an identifier, a comment, a style, or words without a time. */
type Block = { line: number; lines: string[] }
/** A cue whose text is still read. `times` is null after a wrong time, whose text is skipped. */
type OpenCue = { line: number; times: Times | null; lines: string[] }

function readLines(lines: readonly string[]): Found {
  const found: Found = { cues: [], repairs: [], faults: [] }
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const isBlank = isVtt ? (at: number) => lines[at] === '' : findSrtBlanks(lines)
  let before: Block | null = null
  let open: OpenCue | null = null
  for (const [at, text] of lines.entries()) {
    const line = at + 1
    if (text.includes('-->')) {
      if (open) found.repairs.push({ line, reason: BLANK_LINE_MISSING })
      else if (before && !isIdentifier(before, isVtt)) addBlockNote(found, before, line, isVtt)
      if (open) closeCue(found, open, isVtt, true)
      open = openCue(found, text, line)
      before = null
    } else if (open && isBlank(at)) {
      closeCue(found, open, isVtt, false)
      open = null
    } else if (open) open.lines.push(text)
    else if (before && !isBlank(at)) before.lines.push(text)
    else if (before) {
      if (!isVtt || !isVttExtra(before)) found.faults.push({ line: before.line, reason: TIME_EXPECTED })
      before = null
    } else if (!isBlank(at)) before = { line, lines: [text] }
  }
  if (open) closeCue(found, open, isVtt, false)
  if (before && !(isVtt && isVttExtra(before))) found.faults.push({ line: before.line, reason: TIME_EXPECTED })
  return found
}

/**
 * In SRT a line of spaces ends a caption too, and an empty line may stand inside one: a line is blank if a number or a
 * time comes after it.
 */
function findSrtBlanks(lines: readonly string[]): (at: number) => boolean {
  const isEmpty = (at: number) => lines[at]?.trim() === ''
  const isTime = (at: number) => lines[at]?.includes('-->') ?? false
  const blanks = new Set<number>()
  let next = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    if (!isEmpty(at)) next = at
    else if (next === lines.length || isTime(next) || (isNumber(lines[next]!) && isTime(next + 1))) blanks.add(at)
  }
  return (at) => blanks.has(at)
}

const isNumber = (text: string) => /^\s*\d+\s*$/.test(text)

/** One line before a time is its name. In WebVTT a comment or the header is none. */
function isIdentifier(block: Block, isVtt: boolean): boolean {
  return block.lines.length === 1 && !(isVtt && isVttExtra(block))
}

function isVttExtra({ line, lines: [first = ''] }: Block): boolean {
  return line === 1 || /^NOTE(?:[ \t]|$)/.test(first) || /^(?:STYLE|REGION)[ \t]*$/.test(first)
}

/** A time inside a header, a comment or a style begins a cue. Words before a time, other than its name, have none. */
function addBlockNote(found: Found, before: Block, line: number, isVtt: boolean): void {
  if (isVtt && isVttExtra(before)) found.repairs.push({ line, reason: BLANK_LINE_MISSING })
  else found.faults.push({ line: before.line, reason: TIME_EXPECTED })
}

function openCue({ repairs, faults }: Found, text: string, line: number): OpenCue {
  const times = parseTiming(text)
  if (!('reason' in times)) {
    if (times.note) repairs.push({ line, reason: times.note })
    return { line, times, lines: [] }
  }
  faults.push({ line, reason: times.reason })
  return { line, times: null, lines: [] }
}

/**
 * @param isCrowded the next time follows without a blank line, so that in SRT its number is the last line of this text. In
 *   WebVTT that line is text, unless a line of spaces stands before it.
 */
function closeCue({ cues, repairs }: Found, { line, times, lines }: OpenCue, isVtt: boolean, isCrowded: boolean): void {
  if (!times) return
  const last = lines.at(-1) ?? ''
  const isNamed = isCrowded && ((!isVtt && isNumber(last)) || (lines.length > 1 && lines.at(-2)?.trim() === ''))
  if (isNamed && Number(last) !== cues.length + 2)
    repairs.push({
      line: line + lines.length,
      reason: `“${last.trim().slice(0, 30)}” will be read as the next caption’s name.`,
    })
  const own = isNamed ? lines.slice(0, -1) : lines
  if (!isVtt && own.some((text, at) => text.trim() === '' && own.slice(at + 1).some((later) => later.trim() !== '')))
    repairs.push({ line, reason: 'The caption has an empty line inside. It will be left out.' })
  const text = own.join('\n')
  const { startsMs, endsMs } = times
  cues.push({ line, cue: { startsMs, endsMs, text: isVtt ? text : dropOverrides(text) } })
}

type Times = { startsMs: number; endsMs: number; note: string | null }

function parseTiming(line: string): Times | { reason: string } {
  const [start = '', end = '', ...more] = line.split('-->')
  const [endTime = ''] = end.trim().split(/[ \t]/, 1)
  const [startsMs, endsMs] = [parseTime(start.trim()), parseTime(endTime)]
  if (more.length > 0) return { reason: 'The line has more than one “-->”.' }
  if (startsMs === null) return { reason: `“${start.trim().slice(0, 30)}” is not a time.` }
  if (endsMs === null) return { reason: `“${endTime.slice(0, 30)}” is not a time.` }
  const unusual = [start.trim(), endTime].find((text) => !/[.,]\d{3}$/.test(text))
  const note = unusual && `“${unusual}” will be read as ${formatTime(unusual === endTime ? endsMs : startsMs)}.`
  return { startsMs, endsMs, note: note ?? null }
}

/** `01:02:03.456`, `02:03.456`, with SRT's comma, or with another number of decimals or none, in milliseconds. */
function parseTime(text: string): number | null {
  const match = /^(?:(\d{1,2}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,9}))?$/.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, decimals = '0'] = match
  const milliseconds = Math.floor(Number(`0.${decimals}`) * 1000 + 1e-6)
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds
}
