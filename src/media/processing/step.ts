/** The arguments and the results of processing steps. docs/contract §14. */
import type { Insertable, Updateable } from 'kysely'
import type { FilmTimeline, Interval } from '#domain/learning/film-timeline.ts'
import type { Asset, Rendition } from '#platform/db/types.gen.ts'
import type { ProcessEnd } from '#platform/ffmpeg/confined-process.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import type { MediaInput } from '#platform/ffmpeg/media-input.ts'
import type { MediaProbe } from '#platform/ffmpeg/probe.ts'
import type { ProcessedAsset } from '../queries/processed-assets.ts'

export type StepContext = {
  asset: ProcessedAsset
  /** The original. */
  input: MediaInput
  /** Empty. The step writes its files there, by the names of their blobs. */
  folder: string
  signal: AbortSignal
  /** Seconds of the file that are done. */
  onProgress(seconds: number): void
}
/** What the steps after `inspect` know of a file. */
export type InspectedMedia = MediaProbe & {
  /** What is played. */
  durationMs: number
  /** Bits a second of the whole file. Null for sound. */
  bitrate: number | null
  /** Null for sound. */
  picture: Interval | null
  timeline: FilmTimeline
}
/** A step that needs ffmpeg, after the file was inspected. */
export type MediaStepContext = StepContext & { ffmpeg: Ffmpeg; media: InspectedMedia; durationMs: number }

export type NewRendition = Omit<Insertable<Rendition>, 'asset_id' | 'folder'>

export type StepDone = {
  ok: true
  renditions?: readonly NewRendition[]
  /** For the steps after it. */
  result?: unknown
  change?: Updateable<Asset>
  next?: readonly string[]
  /** The asset can be used from now on. */
  isReady?: boolean
  /** Nothing was done: the row of the step is deleted, so that it can run later. */
  isSkipped?: boolean
}
/** `isFinal`: another attempt would fail too. `isDeath`: the system ended the program, as for lack of memory. */
export type StepFault = { ok: false; fault: string; isFinal: boolean; isDeath?: boolean; lines: readonly string[] }
export type StepOutcome = StepDone | StepFault

export const FAULTS = {
  noPicture: 'This file has no picture.',
  noSound: 'This file has no sound.',
  unreadable: 'This file can’t be read. It may be damaged or incomplete.',
  cutOff: 'This file is incomplete: it ends before the length that it states. Please upload it again.',
  tooLong: 'This file is longer than 6 hours.',
  badPicture: 'This picture can’t be read, or has more than 40 million pixels.',
  needsFfmpeg: 'This format can’t be played as it is. Please upload an MP4, M4A or MP3 file.',
  needsEncoding:
    'Browsers can’t play this file to its end as it is. Please export it as an MP4 with H.264 (8 bits, 4:2:0) that starts at 0.',
  refusedType: 'Files of this type can’t be used here.',
  checksum: 'The file arrived damaged. Please upload it again.',
  failed: 'This file could not be processed.',
  cancelled: 'Processing was cancelled.',
} as const

export function failFinally(fault: keyof typeof FAULTS, lines: readonly string[] = []): StepFault {
  return { ok: false, fault: FAULTS[fault], isFinal: true, lines }
}

/** For a program that did not end with `done`. A file that breaks the limits of its process does so each time. */
export function failBy({ end, lastLines }: ProcessEnd): StepFault {
  const lines = [`ended by: ${end}`, ...lastLines]
  return { ok: false, fault: FAULTS.failed, isFinal: end === 'size', isDeath: end === 'killed', lines }
}

/** Time and output of an encoder: 30 times the length and 10 minutes, and 3 times the planned bytes. */
export function getLimits(durationMs: number, bitrate: number): { seconds: number; outputBytes: number } {
  const seconds = durationMs / 1000
  return { seconds: 30 * seconds + 600, outputBytes: Math.ceil((3 * bitrate * seconds) / 8) + 5_000_000 }
}
