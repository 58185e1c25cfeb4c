/** Schemas that several endpoints of lessons share. docs/contract §9 to §12. */
import { z } from 'zod'
import { ACCESS_STATES } from '#domain/learning/access.ts'
import { Instant } from '#http/schemas.ts'

export const LessonKindSchema = z.enum(['video', 'audio', 'text', 'files', 'embed', 'live'])
export const CompletedBySchema = z.enum(['watched', 'marked', 'attended', 'teacher'])

/** A course as the pages of its learners show it. */
export const CourseView = z
  .object({
    coursePrefixCode: z.string(),
    title: z.string(),
    deliveryType: z.enum(['live', 'on-demand']),
    teachers: z.array(z.string()),
    poster: z.string(),
    /** The name of its colour. */
    hue: z.string(),
  })
  .meta({ id: 'Course' })

export const AccessView = z
  .object({
    state: z.enum(ACCESS_STATES),
    /** When access ends or ended. Null: without an end. */
    until: Instant.nullable(),
    isTeacher: z.boolean(),
    /** The page where the buyer pays an overdue balance. Null for a friend, and in every other state. */
    payUrl: z.string().nullable(),
  })
  .meta({ id: 'CourseAccess' })

/** A learner's access, as teachers see it. */
export const TaughtAccessView = AccessView.pick({ state: true, until: true })

const LessonNeedView = z.object({ lessonKey: z.string(), title: z.string() })

/** `closed` without a date and without needs: the cohort has no date for it yet. */
export const ReleaseView = z
  .object({
    state: z.enum(['open', 'closed', 'planned', 'withdrawn']),
    opensAt: Instant.nullable(),
    needs: z.array(LessonNeedView),
  })
  .meta({ id: 'LessonRelease' })

export const SessionView = z
  .object({
    sessionId: z.string(),
    lessonKey: z.string(),
    title: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    /** The time in which the session can be joined. */
    opensAt: Instant,
    closesAt: Instant,
    state: z.enum(['early', 'open', 'ended', 'cancelled']),
    /** False: the teacher has not added the meeting yet. */
    hasMeeting: z.boolean(),
    /** The first time that the person joined. Null: not yet. */
    joinedAt: Instant.nullable(),
    /** From the start of the session on. */
    attended: z.boolean(),
    recordingReady: z.boolean(),
  })
  .meta({ id: 'LessonSession' })

const Part = z.object({ complete: z.number(), total: z.number() })

export const CourseProgressView = z
  .object({
    percent: z.number(),
    lessons: Part,
    sessions: Part,
    /** Required lessons that were published since the person completed the course. */
    newSinceCompletion: z.number(),
  })
  .meta({ id: 'CourseProgress' })

/** An invalid id gets the 404 of an unknown one. */
export const LessonParams = z.object({ lessonId: z.uuid() })
export const CourseParams = z.object({
  course: z
    .string()
    .max(64)
    .transform((code) => code.toUpperCase()),
})
