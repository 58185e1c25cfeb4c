/** The endpoints of what happens to a course after it was made: versions, withdrawal and deletion. docs/contract §36. */
import { z } from 'zod'
import { Confirmation, EffectList } from '#http/effects/effects.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const CourseParams = z.object({ course: z.string().max(64) })
const VersionNumber = z.coerce.number().int().min(1).max(1_000_000)

/** The version of each saved unit that the person has read. */
const SeenUnits = z.object({ units: z.record(z.string(), z.int().min(0)) })

const Version = z.object({
  number: z.number(),
  publishedAt: Instant,
  /** Null: an import, or an account that was deleted. */
  publishedBy: z.string().nullable(),
  source: z.enum(['studio', 'import', 'seed']),
  note: z.string().nullable(),
})
export type Version = z.infer<typeof Version>

/** The units of the draft that got another text, each with its version now and the text that it had. */
const Replaced = z.object({
  replaced: z.array(z.object({ unit: z.string(), version: z.number(), body: z.record(z.string(), z.unknown()) })),
})
export type Replaced = z.infer<typeof Replaced>['replaced']

export const listVersions = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/versions',
  summary: 'The published versions of a course, newest first',
  actor: 'person',
  params: CourseParams,
  query: z.object({ before: VersionNumber.optional() }),
  /** `next`: the number before which the next page begins. Null: no more. */
  answers: { 200: z.object({ data: z.object({ versions: z.array(Version), next: z.number().nullable() }) }) },
  refusals: [...COURSE],
})

export const restoreVersion = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/versions/:number/restore',
  summary: 'Copy a version into the draft. It is not public until the course is published',
  actor: 'person',
  params: CourseParams.extend({ number: VersionNumber }),
  body: SeenUnits,
  answers: { 200: z.object({ data: Replaced }) },
  refusals: ['VERSION_NOT_FOUND', 'DRAFT_CHANGED', ...COURSE],
})

export const discardChanges = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/discard',
  summary: 'Give the draft the texts of the last version again',
  actor: 'person',
  params: CourseParams,
  body: SeenUnits,
  answers: { 200: z.object({ data: Replaced }) },
  refusals: ['VERSION_NOT_FOUND', 'DRAFT_CHANGED', ...COURSE],
})

export const withdrawCourse = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/withdrawal',
  summary: 'Withdraw a course: nobody can buy it any more, and learners keep their access. Or list what that would do',
  actor: 'person',
  params: CourseParams,
  body: Confirmation.extend({
    /** Needed unless this is a preview. */
    reason: z.string().trim().max(400, { error: 'Please use at most 400 characters' }).optional(),
  }),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: ['VERSION_NOT_FOUND', 'FIELD_INVALID', 'EFFECTS_CHANGED', ...COURSE],
})

export const reopenCourse = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'studio/courses/:course/withdrawal',
  summary: 'Reopen a withdrawn course, as its last version',
  actor: 'person',
  params: CourseParams,
  answers: { 204: z.undefined() },
  refusals: ['VERSION_NOT_FOUND', ...COURSE],
})

export const deleteDraft = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/delete',
  summary: 'Delete a course that was never published and that nobody has ordered',
  actor: 'person',
  params: CourseParams,
  /** The code of the course, as the person typed it. */
  body: z.object({ code: z.string().trim().toUpperCase().max(64) }),
  answers: { 204: z.undefined() },
  refusals: ['COURSE_PUBLISHED', 'COURSE_IN_USE', 'FIELD_INVALID', ...COURSE],
})
