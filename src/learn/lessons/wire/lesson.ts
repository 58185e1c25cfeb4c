/** The endpoints of one lesson and of progress in it. docs/contract §16. */
import { z } from 'zod'
import { isValidReport, MAX_RANGES_PER_REPORT, MAX_REPORTS_PER_CALL } from '#domain/learning/watched.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { NoteView } from './notes.ts'
import { AccessView, CompletedBySchema, LessonKindSchema, LessonParams, SessionView } from './parts.ts'
import { TextNode } from './text.ts'

const LessonLink = z.object({
  lessonId: z.string(),
  key: z.string(),
  title: z.string(),
  kind: LessonKindSchema,
  /** False: it opens later. */
  isOpen: z.boolean(),
})

const text = z.array(TextNode)

const LessonContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['video', 'audio']),
    text,
    /** Null while it has no file. `processing` before its first rendition. */
    media: z
      .object({
        assetId: z.string(),
        state: z.enum(['processing', 'ready', 'failed']),
        durationSeconds: z.number().nullable(),
        /** Of a video, in pixels as it is shown. Null: not known. */
        shape: z.object({ width: z.number(), height: z.number() }).nullable(),
        /** A picture of the video. */
        poster: z.object({ src: z.string(), srcset: z.string() }).nullable(),
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('text'), text }),
  z.object({ kind: z.literal('files'), text }),
  /** The address of the video's frame is in the answer of `play` only. */
  z.object({ kind: z.literal('embed'), text, siteName: z.string() }),
  z.object({ kind: z.literal('live'), text, session: SessionView.nullable() }),
])

const LessonProgressView = z.object({
  percent: z.number(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  completedBy: CompletedBySchema.nullable(),
  /** The seconds of the current file that were played: each range with its start and without its end. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  positionSeconds: z.number(),
})
export type LessonProgressView = z.infer<typeof LessonProgressView>

const LessonPage = z.object({
  lessonId: z.string(),
  key: z.string(),
  kind: LessonKindSchema,
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  state: z.enum(['published', 'withdrawn']),
  required: z.boolean(),
  canMarkDone: z.boolean(),
  /** The share of the length that completes a video or audio lesson, in percent. */
  watchedPercent: z.number(),
  course: z.object({ coursePrefixCode: z.string(), title: z.string() }),
  module: z.object({ key: z.string(), title: z.string() }).nullable(),
  access: AccessView,
  /** Null for a lesson that was withdrawn: only its title and the own notes are left. */
  content: LessonContent.nullable(),
  files: z.array(
    z.object({
      assetId: z.string(),
      label: z.string(),
      filename: z.string(),
      contentType: z.string().nullable(),
      bytes: z.number(),
    }),
  ),
  tracks: z.array(
    z.object({
      trackId: z.string(),
      language: z.string(),
      kind: z.enum(['captions', 'subtitles', 'chapters']),
      label: z.string(),
      isDefault: z.boolean(),
    }),
  ),
  progress: LessonProgressView,
  notes: z.array(NoteView),
  previous: LessonLink.nullable(),
  next: LessonLink.nullable(),
})
export type LessonPage = z.infer<typeof LessonPage>

const LESSON_REFUSALS = [
  'LESSON_NOT_FOUND',
  'LESSON_NOT_OPEN',
  'ENROLMENT_UNCONFIRMED',
  'ACCESS_ENDED',
  'ACCESS_FROZEN',
  'ACCESS_OVER',
  'BALANCE_DUE',
  'TOKEN_REQUIRED',
  'TOKEN_INVALID',
] as const

export const readLesson = endpoint({
  host: 'community',
  method: 'GET',
  path: 'lessons/:lessonId',
  summary: 'One open lesson: content, files, tracks, own progress and notes, previous and next',
  actor: 'person',
  params: LessonParams,
  answers: { 200: z.object({ data: LessonPage }) },
  refusals: LESSON_REFUSALS,
})

/** Ten years: the clock of a device may have been wrong. */
const MAX_SECONDS_AGO = 315_360_000
const Report = z
  .object({
    lessonId: z.uuid(),
    assetId: z.uuid(),
    ranges: z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)])).max(MAX_RANGES_PER_REPORT),
    position: z.number().int().min(0),
    /** The age of the position: a late report of another device does not move a newer one. */
    secondsAgo: z
      .number()
      .int()
      .min(0)
      .transform((seconds) => Math.min(seconds, MAX_SECONDS_AGO))
      .default(0),
  })
  .refine(({ ranges, position }) => isValidReport(ranges, position), {
    path: ['ranges'],
    error: 'Ranges begin before they end',
  })

const ReportedProgress = z.object({ lessonId: z.string(), percent: z.number(), completedAt: Instant.nullable() })
export type ReportedProgress = z.infer<typeof ReportedProgress>

export const reportWatched = endpoint({
  host: 'community',
  method: 'POST',
  path: 'progress/watched',
  summary: 'Report played seconds. Reports may come in any order and twice',
  actor: 'person',
  body: z.object({ reports: z.array(Report).min(1).max(MAX_REPORTS_PER_CALL) }),
  answers: {
    200: z.object({
      data: z.object({
        /** The lessons whose reports count. The others are not open to the person. */
        lessons: z.array(ReportedProgress),
        /** The playback grants that live on. */
        renewed: z.array(z.object({ grantId: z.string(), aliveUntil: Instant })),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', ...LESSON_REFUSALS],
})

const answers = { 200: z.object({ data: z.object({ progress: LessonProgressView }) }) }

export const markLessonDone = endpoint({
  host: 'community',
  method: 'POST',
  path: 'lessons/:lessonId/done',
  summary: 'Mark a lesson done',
  actor: 'person',
  params: LessonParams,
  answers,
  refusals: [...LESSON_REFUSALS, 'NOT_MARKABLE'],
})

export const undoLessonDone = endpoint({
  host: 'community',
  method: 'DELETE',
  path: 'lessons/:lessonId/done',
  summary: 'Undo marking a lesson done',
  actor: 'person',
  params: LessonParams,
  answers,
  refusals: [...LESSON_REFUSALS, 'NOT_MARKABLE'],
})
