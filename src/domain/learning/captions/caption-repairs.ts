/** Cues of a file that break a rule and can be repaired without losing words. docs/contract §13. */
import {
  type CaptionNote,
  type Cue,
  type CueAtLine,
  checkCues,
  findTextFault,
  findTimeFault,
  listVoices,
  MAX_CUE_MS,
  MAX_CUES,
  readCueText,
} from './captions.ts'

/** A cue that lasts no time is shown for as long, or until the next one. */
const SHOWN_MS = 2000

type Repaired = { ok: true; cues: Cue[]; repairs: CaptionNote[] } | { ok: false; faults: CaptionNote[] }

/**
 * Leaves out cues without a text, gives time to those without any, sorts, ends a cue where the next one of the same
 * speaker starts, and joins two that start at once. The other rules of `checkCues` cannot be repaired.
 */
export function repairCues(input: readonly CueAtLine[]): Repaired {
  const repairs: CaptionNote[] = []
  const faults: CaptionNote[] = []
  const shown: CueAtLine[] = []
  for (const { line, cue } of input) {
    const text = readCueText(cue.text)
    const timed = giveTime(cue)
    const fault = findTimeFault(timed) ?? (text === null ? findTextFault(text) : null)
    if (fault) faults.push({ line, reason: fault })
    else if (!text) repairs.push({ line, reason: 'The caption has no text. It will be left out.' })
    else {
      if (timed !== cue) repairs.push({ line, reason: 'The caption lasts no time. It will be shown for 2 seconds.' })
      shown.push({ line, cue: { ...timed, text } })
    }
  }
  if (faults.length > 0) return { ok: false, faults }
  if (shown.length === 0) return { ok: false, faults: [{ line: 1, reason: 'The file has no captions.' }] }
  const cues = separate(sort(shown, repairs), repairs)
  if (cues.length > MAX_CUES)
    return { ok: false, faults: [{ line: cues[MAX_CUES]!.line, reason: 'There are more than 5,000 captions.' }] }
  const checked = checkCues(cues.map(({ cue }) => cue))
  if (checked.ok) return { ok: true, cues: checked.cues, repairs }
  return { ok: false, faults: checked.faults.map(({ cue, reason }) => ({ line: cues[cue - 1]?.line ?? 1, reason })) }
}

function giveTime(cue: Cue): Cue {
  return cue.endsMs === cue.startsMs ? { ...cue, endsMs: Math.min(MAX_CUE_MS, cue.startsMs + SHOWN_MS) } : cue
}

function sort(cues: readonly CueAtLine[], repairs: CaptionNote[]): CueAtLine[] {
  let latest = 0
  for (const { line, cue } of cues) {
    if (cue.startsMs < latest)
      repairs.push({ line, reason: 'The caption starts before the previous one. It will be moved to its place.' })
    latest = Math.max(latest, cue.startsMs)
  }
  return cues.toSorted((one, other) => one.cue.startsMs - other.cue.startsMs)
}

/** Cues in ascending order without an overlap of one speaker, where that is possible. */
function separate(cues: readonly CueAtLine[], repairs: CaptionNote[]): CueAtLine[] {
  const separated: CueAtLine[] = []
  const lastBySpeaker = new Map<string, CueAtLine>()
  for (const { line, cue } of cues) {
    const speakers = listVoices(cue.text)
    const overlapped = speakers
      .map((speaker) => lastBySpeaker.get(speaker))
      .filter((last) => last !== undefined && last.cue.endsMs > cue.startsMs)
    const twin = overlapped.find((last) => last?.cue.startsMs === cue.startsMs)
    for (const last of overlapped) if (last && last.cue.startsMs < cue.startsMs) last.cue.endsMs = cue.startsMs
    if (twin) join(twin.cue, cue)
    const own = twin ?? { line, cue: { ...cue } }
    if (!twin) separated.push(own)
    for (const speaker of speakers) lastBySpeaker.set(speaker, own)
    if (overlapped.length > 0) repairs.push({ line, reason: twin ? JOINED : SHORTENED })
  }
  return separated
}

const JOINED = 'The caption starts together with another one of the same speaker. The two will be joined.'
const SHORTENED = 'The caption overlaps the previous one of the same speaker, which will end sooner.'

function join(cue: Cue, other: Cue): void {
  if (cue.text !== other.text) cue.text = `${cue.text}\n${other.text}`
  cue.endsMs = Math.max(cue.endsMs, other.endsMs)
}
