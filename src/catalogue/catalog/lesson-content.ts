/** The content of a lesson by its kind, as `lesson.content` holds it (docs/contract §9). Files are rows of their own. */
import { z } from 'zod'
import type { LessonKind } from '#domain/learning/lesson.ts'

/** Characters of a lesson's text. */
export const MAX_MARKDOWN = 60_000
/** The least share of a video that counts as watched, in percent. */
export const watchedPercent = z.int().min(50).max(100)
const markdown = z.string().min(1).max(MAX_MARKDOWN)

/** `markdown` is the text below the picture. Without `watchedPercent` it is 90; without `allowMark` it is true. */
const PlayedContent = z.strictObject({
  markdown: markdown.optional(),
  watchedPercent: watchedPercent.optional(),
  allowMark: z.boolean().optional(),
})

const CONTENT_SCHEMAS = {
  video: PlayedContent,
  audio: PlayedContent,
  text: z.strictObject({ markdown }),
  files: z.strictObject({ markdown: markdown.optional() }),
  /** The address for a frame: `parseEmbedAddress`. */
  embed: z.strictObject({ url: z.url({ protocol: /^https$/ }), markdown: markdown.optional() }),
  live: z.strictObject({}),
} satisfies Record<LessonKind, z.ZodType>

export type LessonContent<Kind extends LessonKind = LessonKind> = z.output<(typeof CONTENT_SCHEMAS)[Kind]>

/** @throws ZodError for content that is not of this kind */
export function parseLessonContent<Kind extends LessonKind>(kind: Kind, content: unknown): LessonContent<Kind> {
  return CONTENT_SCHEMAS[kind].parse(content) as LessonContent<Kind>
}

export function isLessonContent(kind: LessonKind, content: unknown): boolean {
  return CONTENT_SCHEMAS[kind].safeParse(content).success
}
