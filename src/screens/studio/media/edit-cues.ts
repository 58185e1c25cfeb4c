/** The changes that the caption editor makes. Times are in milliseconds. */
import type { Cue } from '#domain/learning/captions/captions.ts'

/** The shortest caption that a change leaves. */
const MIN_MS = 100

/** Two captions: the text before and after the place, and the time by the share of the text. */
export function splitCue(cues: readonly Cue[], index: number, at: number): Cue[] {
  const cue = cues[index]
  if (!cue || at <= 0 || at >= cue.text.length || cue.endsMs - cue.startsMs < 2 * MIN_MS) return [...cues]
  const length = cue.endsMs - cue.startsMs
  const share = Math.round((length * at) / cue.text.length)
  const middle = cue.startsMs + Math.min(length - MIN_MS, Math.max(MIN_MS, share))
  const parts = [
    { ...cue, endsMs: middle, text: cue.text.slice(0, at).trim() },
    { ...cue, startsMs: middle, text: cue.text.slice(at).trim() },
  ]
  return cues.toSpliced(index, 1, ...parts)
}

/** One caption of this and the next one. */
export function joinCues(cues: readonly Cue[], index: number): Cue[] {
  const [cue, next] = [cues[index], cues[index + 1]]
  if (!cue || !next) return [...cues]
  const joined = { startsMs: cue.startsMs, endsMs: Math.max(cue.endsMs, next.endsMs), text: `${cue.text} ${next.text}` }
  return cues.toSpliced(index, 2, joined)
}

/** Moves the start or the end. A caption neither turns round nor begins before the one before it. */
export function nudgeCue(cues: readonly Cue[], index: number, edge: 'startsMs' | 'endsMs', byMs: number): Cue[] {
  const cue = cues[index]
  if (!cue) return [...cues]
  const lowest = edge === 'startsMs' ? (cues[index - 1]?.startsMs ?? 0) : cue.startsMs + MIN_MS
  const highest = edge === 'startsMs' ? cue.endsMs - MIN_MS : Number.MAX_SAFE_INTEGER
  const value = Math.min(highest, Math.max(lowest, cue[edge] + byMs))
  return cues.with(index, { ...cue, [edge]: value })
}

/** An empty caption of two seconds after this one, or shorter before the next. */
export function addCueAfter(cues: readonly Cue[], index: number): Cue[] {
  const startsMs = cues[index]?.endsMs ?? 0
  const next = cues[index + 1]?.startsMs ?? Number.MAX_SAFE_INTEGER
  const endsMs = Math.max(startsMs + MIN_MS, Math.min(startsMs + 2000, next))
  return cues.toSpliced(index + 1, 0, { startsMs, endsMs, text: '' })
}

/** The text as a person writes it: `Tom & Ann` for `Tom &amp; Ann`. Entities that mean themselves stay. */
export function toWrittenText(cues: readonly Cue[]): Cue[] {
  return cues.map((cue) => ({ ...cue, text: cue.text.replace(/&amp;(?![a-z#])/gi, '&') }))
}
