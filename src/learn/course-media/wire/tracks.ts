/** The endpoints of captions, subtitles and chapters, for teachers. docs/contract §13 and §23. */
import { z } from 'zod'
import { MAX_CUES, TOO_MANY_CUES } from '#domain/learning/captions/captions.ts'
import { normalizeLanguage } from '#domain/learning/language.ts'
import { endpoint } from '#http/endpoint.ts'

/** In its one spelling, so that `en` and `EN` are the same track. */
const Language = z
  .string()
  .max(35)
  .transform((tag, context) => {
    const language = normalizeLanguage(tag)
    if (language) return language
    context.addIssue({ code: 'custom', message: 'Please choose a language' })
    return z.NEVER
  })
/** A file of 2 MB as JSON, with its escapes. */
const MAX_BODY_BYTES = 6 * 1024 * 1024
const TrackKind = z.enum(['captions', 'subtitles', 'chapters'])
const Cue = z.object({ startsMs: z.int(), endsMs: z.int(), text: z.string() })
const Cues = z.array(Cue).max(MAX_CUES, { error: TOO_MANY_CUES })
/** The text of a WebVTT or SRT file. */
const CaptionText = z.string()
/** Save a text with repairs. Without it such a text is refused with the repairs that it needs. */
const Repair = z.boolean().optional()
const Label = z.string().trim().min(1).max(80)

const NewTrack = z
  .object({
    kind: TrackKind,
    language: Language,
    /** Default: the name of the language in itself. */
    label: Label.optional(),
    text: CaptionText.optional(),
    repair: Repair,
    cues: Cues.optional(),
  })
  .refine(({ text, cues }) => (text === undefined) !== (cues === undefined), {
    path: ['text'],
    error: 'Send a text or cues',
  })
export type NewTrack = z.output<typeof NewTrack>

const TrackChange = z.object({
  version: z.int(),
  label: Label.optional(),
  isDefault: z.literal(true).optional(),
  text: CaptionText.optional(),
  repair: Repair,
  cues: Cues.optional(),
})
export type TrackChange = z.output<typeof TrackChange>

const Track = z
  .object({
    trackId: z.string(),
    assetId: z.string(),
    kind: TrackKind,
    language: z.string(),
    label: z.string(),
    /** Raised by each change. A change names the version that it was made from. */
    version: z.number(),
    isDefault: z.boolean(),
    cueCount: z.number(),
  })
  .meta({ id: 'Track' })
export type TrackView = z.infer<typeof Track>

const TrackWithCues = Track.extend({
  cues: Cues,
  /** The track in the requested format. */
  file: z.object({ filename: z.string(), content: z.string() }).nullable(),
})
export type TrackWithCues = z.infer<typeof TrackWithCues>

const AssetParams = z.object({ assetId: z.uuid() })
const TrackParams = z.object({ trackId: z.uuid() })
const OneTrack = z.object({ data: Track })

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const ASSET = ['ASSET_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const
const TRACK = ['TRACK_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const

export const listTracks = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'assets/:assetId/tracks',
  summary: 'The captions, subtitles and chapters of a file',
  actor: 'person',
  params: AssetParams,
  answers: { 200: z.object({ data: z.object({ tracks: z.array(Track) }) }) },
  refusals: [...ASSET],
})

export const addTrack = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'assets/:assetId/tracks',
  summary: 'Add captions, subtitles or chapters, as WebVTT, SRT or cues',
  actor: 'person',
  params: AssetParams,
  body: NewTrack,
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 201: OneTrack },
  refusals: ['CAPTIONS_INVALID', 'TRACK_EXISTS', 'TRACKS_LIMITED', 'FIELD_INVALID', ...ASSET],
})

export const readTrack = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'tracks/:trackId',
  summary: 'One track with its cues, and as a file',
  actor: 'person',
  params: TrackParams,
  query: z.object({ format: z.enum(['vtt', 'srt']).optional() }),
  answers: { 200: z.object({ data: TrackWithCues }) },
  refusals: ['FIELD_INVALID', ...TRACK],
})

export const changeTrack = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'tracks/:trackId',
  summary: 'Change a track, if its version is still the named one',
  actor: 'person',
  params: TrackParams,
  body: TrackChange,
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 200: OneTrack },
  refusals: ['CAPTIONS_INVALID', 'VERSION_CONFLICT', 'FIELD_INVALID', ...TRACK],
})

export const deleteTrack = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'tracks/:trackId',
  summary: 'Delete a track, if its version is still the named one',
  actor: 'person',
  params: TrackParams,
  query: z.object({ version: z.coerce.number().int() }),
  answers: { 204: z.undefined() },
  refusals: ['VERSION_CONFLICT', 'FIELD_INVALID', ...TRACK],
})
