/** The endpoint that reads a preview lesson. docs/contract §9. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { CourseParams } from './parts.ts'
import { TextNode } from './text.ts'

const PreviewLesson = z.object({
  coursePrefixCode: z.string(),
  key: z.string(),
  kind: z.enum(['video', 'audio', 'text']),
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  module: z.object({ title: z.string() }),
  text: z.array(TextNode),
  /** The pictures in the text. */
  images: z.array(
    z.object({
      assetId: z.string(),
      url: z.string(),
      /** The picture in several widths, for an `img`. */
      srcset: z.string(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  /** Null for a text, and while there is no file. `processing` before its first rendition. */
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
})
export type PreviewLesson = z.infer<typeof PreviewLesson>

export const readPreview = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'previews/:course/:lessonKey',
  summary: 'A lesson that everybody may open',
  actor: 'anyone',
  params: CourseParams.extend({ lessonKey: z.string().max(200) }),
  answers: { 200: z.object({ data: PreviewLesson }) },
  refusals: ['LESSON_NOT_FOUND', 'FIELD_INVALID'],
})
