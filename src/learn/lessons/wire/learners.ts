/** The endpoints about learners for the teachers of a course. docs/contract §19. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, Reason } from '#http/schemas.ts'
import { CourseParams, LessonKindSchema } from './parts.ts'

const TaughtLessons = z.object({
  courseTitle: z.string(),
  learnerCount: z.number(),
  /** Published lessons in course order. */
  lessons: z.array(z.object({ lessonId: z.string(), title: z.string(), kind: LessonKindSchema })),
})
export type TaughtLessons = z.infer<typeof TaughtLessons>

const LessonFigures = z.object({
  started: z.number(),
  completed: z.number(),
  /** Watched minutes of the median starter. Null without a video or audio file. */
  medianMinutes: z.number().nullable(),
  /** For each 5 % of the length, the share of starters who played some of it, in percent. Null without a file. */
  playedShares: z.array(z.number()).nullable(),
})

const LessonFiguresView = z.object({
  lessonId: z.string(),
  title: z.string(),
  lengthSeconds: z.number().nullable(),
  /** Null: fewer than five learners have started the lesson. */
  figures: LessonFigures.nullable(),
})
export type LessonFiguresView = z.infer<typeof LessonFiguresView>

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const listTaughtLessons = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/progress',
  summary: 'The published lessons of a course and the number of its learners, for its teachers',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: TaughtLessons }) },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const readLessonFigures = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/lessons/:lessonId/figures',
  summary: 'How many learners started and completed a lesson, and where they stop watching',
  actor: 'person',
  params: CourseParams.extend({ lessonId: z.uuid() }),
  answers: { 200: z.object({ data: LessonFiguresView }) },
  refusals: ['COURSE_NOT_FOUND', 'LESSON_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const extendLearnerAccess = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/enrolments/:enrolmentId/access',
  summary: 'Give a learner access for longer',
  actor: 'person',
  idempotent: true,
  params: z.object({ enrolmentId: z.uuid() }),
  body: z.object({
    /** Only later than the present end, and in the future. */
    accessEndsAt: z.iso.datetime({ error: 'Please choose a day' }),
    reason: Reason,
  }),
  answers: { 200: z.object({ data: z.object({ enrolmentId: z.string(), accessEndsAt: Instant }) }) },
  refusals: [
    'FIELD_INVALID',
    'ENROLMENT_NOT_FOUND',
    'ROLE_NEEDED',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
    ...SIGNED_IN,
  ],
})
