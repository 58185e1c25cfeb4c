/** Caption tracks as values: their names, and the hash by which two tracks are compared. */
import { createHash } from 'node:crypto'
import type { Cue } from '#domain/learning/captions/captions.ts'

export const TRACK_KINDS = ['captions', 'chapters', 'subtitles'] as const
export type TrackKind = (typeof TRACK_KINDS)[number]
export type Track = { kind: TrackKind; language: string; cues: readonly Cue[] }

/** The same value as `listTrackHashes` computes in the database. */
export function hashCues(cues: readonly Cue[]): string {
  const lines = cues.map(({ startsMs, endsMs, text }) => `${startsMs} ${endsMs} ${text}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** The name of a language (BCP 47) in itself, such as Deutsch; its code if there is no name. */
export function getTrackLabel(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
