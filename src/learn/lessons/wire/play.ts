/** The endpoints that grant a player the files of a lesson. docs/contract §18. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { CourseParams, LessonParams } from './parts.ts'

/** Every address is a path of the site, and works until the grant ends. */
export const Playback = z
  .object({
    grantId: z.string(),
    aliveUntil: Instant,
    /** The first part of every address below. */
    base: z.string(),
    assetId: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    /** HLS. Null: `source` is played. */
    playlist: z.string().nullable(),
    /** The file in the quality of the upload. */
    source: z.object({ url: z.string(), contentType: z.string() }).nullable(),
    /** The frame of an embedded video. */
    embedUrl: z.string().nullable(),
    poster: z.string().nullable(),
    /** A WebVTT map of small pictures. */
    storyboard: z.string().nullable(),
    tracks: z.array(
      z.object({
        trackId: z.string(),
        language: z.string(),
        kind: z.enum(['captions', 'subtitles', 'chapters']),
        label: z.string(),
        isDefault: z.boolean(),
        url: z.string(),
      }),
    ),
    files: z.array(
      z.object({
        assetId: z.string(),
        label: z.string(),
        bytes: z.number(),
        url: z.string(),
        /** Opens a PDF in a tab of its own. */
        viewUrl: z.string().nullable(),
      }),
    ),
    /** Pictures in the text, with their size in pixels. */
    images: z.array(z.object({ assetId: z.string(), url: z.string(), width: z.number(), height: z.number() })),
  })
  .meta({ id: 'Playback' })
export type Playback = z.infer<typeof Playback>

const MEDIA_REFUSALS = ['MEDIA_PROCESSING', 'MEDIA_FAILED'] as const

export const playLesson = endpoint({
  host: 'community',
  method: 'POST',
  path: 'lessons/:lessonId/play',
  summary: 'Get the files of an open lesson for up to four hours',
  actor: 'person',
  params: LessonParams,
  answers: { 200: z.object({ data: Playback }) },
  refusals: [
    'LESSON_NOT_FOUND',
    'LESSON_NOT_OPEN',
    'ENROLMENT_UNCONFIRMED',
    'ACCESS_ENDED',
    'ACCESS_FROZEN',
    'ACCESS_OVER',
    'BALANCE_DUE',
    'RATE_LIMITED',
    'TOKEN_REQUIRED',
    'TOKEN_INVALID',
    ...MEDIA_REFUSALS,
  ],
})

export const playPreview = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'previews/:course/play',
  summary: 'Get the files of a preview lesson for an hour, by one of them, or the trailer of a course',
  actor: 'anyone',
  params: CourseParams,
  body: z.object({
    /** A file of the preview lesson, or the film of the trailer. */
    assetId: z.uuid(),
    /** The last part of a preview link's address: opens the trailer of the draft instead. */
    draftToken: z.string().max(100).optional(),
  }),
  answers: { 200: z.object({ data: Playback }) },
  refusals: ['LESSON_NOT_FOUND', 'RATE_LIMITED', 'FIELD_INVALID', ...MEDIA_REFUSALS],
})
