/** The endpoints of preview links, which show a draft. docs/contract §36. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

const REFUSALS = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const CourseParams = z.object({ course: z.string().max(64) })

/** `shared`: seven days, to give to others. `frame`: an hour, for the studio's own frame. */
const PreviewKind = z.enum(['shared', 'frame'])
export type PreviewKind = z.infer<typeof PreviewKind>

const PreviewLink = z.object({
  /** Of the page, with the token. Only this response has it. */
  path: z.string(),
  expiresAt: Instant,
})
export type PreviewLink = z.infer<typeof PreviewLink>

export const createPreviewLink = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/preview-links',
  summary: 'Make a link that shows the draft of a course, for seven days or for an hour',
  actor: 'person',
  params: CourseParams,
  body: z.object({ kind: PreviewKind }),
  answers: { 200: z.object({ data: PreviewLink }) },
  refusals: [...REFUSALS],
})

/** A picture of a draft, for its teachers only: it has no address of its own. */
export const readPicture = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/pictures/:assetId',
  summary: 'A picture of a course as its teachers see it, as a data URL',
  actor: 'person',
  params: CourseParams.extend({ assetId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ src: z.string() }) }) },
  refusals: ['ASSET_NOT_FOUND', 'OVERLOADED', ...REFUSALS],
})

export const countPreviewLinks = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/preview-links',
  summary: 'How many shared preview links of a course work, and until when',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: z.object({ count: z.number(), lastExpiresAt: Instant.nullable() }) }) },
  refusals: [...REFUSALS],
})

export const endPreviewLinks = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'studio/courses/:course/preview-links',
  summary: 'End all preview links of a course',
  actor: 'person',
  params: CourseParams,
  answers: { 204: z.undefined() },
  refusals: [...REFUSALS],
})
