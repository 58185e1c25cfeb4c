/** The schema of lessons, media and rules of completion in a course file. */
import { z } from 'zod'
import { normalizeLanguage } from '#domain/learning/language.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'
import { watchedPercent } from '../lesson-content.ts'
import { integer, isDate, minutes, printableText, slug, textField, wallTime } from './content-fields.ts'

/** A name without a path, so that it cannot lead out of the folder of the course. */
export const fileName = z
  .string()
  .max(120)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()+-]*$/u,
    'must be the name of a file in the folder of the course, of letters, digits, spaces and . _ - ( ) +',
  )
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const language = z
  .string()
  .max(35)
  .refine((tag) => normalizeLanguage(tag) === tag, 'must be a language as BCP 47 writes it, such as en or pt-BR')
const tracks = z.record(language, fileName).default({})

export const MediaSchema = z.strictObject({
  file: fileName,
  captions: tracks,
  subtitles: tracks,
  chapters: tracks,
  sha256: sha256.optional(),
  bytes: z.int().min(1).optional(),
  durationSeconds: z.number().min(0.001).max(360_000).optional(),
  width: z.int().min(1).max(20_000).optional(),
  height: z.int().min(1).max(20_000).optional(),
})
export type LessonMediaInput = z.output<typeof MediaSchema>

const wallTimeOrDay = z.string().transform((value, context) => {
  const local = /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value) ? `${value}T00:00` : value
  const parsed = wallTime.safeParse(local)
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'must be a date such as 2027-01-12, or with a time, 2027-01-12T09:00' })
  return z.NEVER
})
const FORMS =
  'at-once, after-previous, { on: 2027-01-12T09:00 }, { afterDays: 3 } or { withSession: the-id-of-a-session }'

export const ReleaseSchema = z
  .union(
    [
      z.enum(['at-once', 'after-previous']),
      z.strictObject({ on: wallTimeOrDay }),
      z.strictObject({ afterDays: z.int().min(0).max(36_500) }),
      z.strictObject({ withSession: slug }),
    ],
    `must be ${FORMS}`,
  )
  .default('at-once')
export type ReleaseInput = z.output<typeof ReleaseSchema>

const LESSON_KINDS = ['video', 'audio', 'text', 'files', 'embed', 'live'] as const satisfies LessonKind[]
const order = { release: ReleaseSchema, needs: z.array(slug).max(50).default([]) }

export const ItemSchema = z.strictObject({
  id: slug,
  title: textField,
  summary: printableText.default(''),
  minutes,
  /** `lesson` is a planned video. */
  kind: z.enum([...LESSON_KINDS, 'lesson']).optional(),
  planned: z.boolean().optional(),
  required: z.boolean().optional(),
  preview: z.boolean().default(false),
  ...order,
  watchedPercent: watchedPercent.optional(),
  allowMark: z.boolean().optional(),
  embed: textField.optional(),
  media: MediaSchema.optional(),
  files: z
    .array(z.strictObject({ file: fileName, label: textField.max(120), sha256: sha256.optional() }))
    .max(20)
    .default([]),
})
export type ItemInput = z.output<typeof ItemSchema>

export const GroupSchema = z.strictObject({
  id: slug.optional(),
  title: textField,
  release: ReleaseSchema,
  items: z.array(ItemSchema).min(1),
})

/** Pro sessions are always live. */
export const ProItemSchema = z.strictObject({
  id: slug,
  title: textField,
  summary: printableText.default(''),
  minutes,
  required: z.boolean().optional(),
  ...order,
})

const percent = z.int().min(0).max(100)
/** Rules of access and completion of a course. */
export const courseRules = {
  access: z
    .union(
      [z.literal('forever'), z.strictObject({ days: z.int().min(1).max(36_500) })],
      'must be forever or { days: 365 }',
    )
    .default({ days: 365 }),
  completion: z
    .strictObject({ lessonsPercent: percent.default(100), sessionsPercent: percent.default(75) })
    .prefault({}),
  recordingCounts: z.boolean().default(true),
  certificate: z
    .strictObject({
      mode: z.enum(['off', 'on-completion']).optional(),
      text: printableText.max(600).default(''),
      signature: printableText.max(120).default(''),
      hours: integer.min(1).max(10_000).nullable().default(null),
    })
    .prefault({}),
}

/** An item without a kind is a session of a live course, or a video on demand, which is planned until it has media. */
export function getLessonKind(
  { kind, planned, media }: Pick<ItemInput, 'kind' | 'planned' | 'media'>,
  delivery: 'live' | 'on-demand',
): { kind: LessonKind; isPlanned: boolean } {
  if (kind === undefined && delivery === 'live') return { kind: 'live', isPlanned: planned === true }
  if (kind === undefined) return { kind: 'video', isPlanned: planned ?? media === undefined }
  return kind === 'lesson' ? { kind: 'video', isPlanned: planned ?? true } : { kind, isPlanned: planned === true }
}
