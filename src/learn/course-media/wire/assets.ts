/** The endpoints of a course's files, for its teachers. Their bytes arrive by `src/app/hosts/uploads.ts`. docs/contract §23. */
import { z } from 'zod'
import { plainLine } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { CourseParams } from '#learn/lessons/wire/parts.ts'
import { Playback } from '#learn/lessons/wire/play.ts'

const AssetKind = z.enum(['video', 'audio', 'image', 'file'])
const Filename = z
  .string()
  .transform((name) => plainLine(name.replace(/[/\\]/g, ' ')))
  .pipe(z.string().min(1).max(255, { error: 'Please use a shorter file name' }))

const UploadStart = z.object({
  /** The course of the file, or the profile of a teacher's photo: one of both. */
  coursePrefixCode: z.string().max(64).optional(),
  profileSlug: z.string().max(100).optional(),
  kind: AssetKind,
  filename: Filename,
  bytes: z.int().min(1, { error: 'This file is empty' }),
  /** Hexadecimal. The file must match it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type UploadStart = z.output<typeof UploadStart>

const AssetUse = z.object({
  source: z.enum(['draft', 'version', 'lesson', 'session', 'profile', 'setting', 'curriculum', 'page']),
  title: z.string().nullable(),
  startsAt: Instant.nullable(),
})

const Asset = z
  .object({
    assetId: z.string(),
    kind: AssetKind,
    state: z.enum(['uploading', 'stored', 'processing', 'ready', 'failed']),
    filename: z.string(),
    contentType: z.string().nullable(),
    bytes: z.number(),
    /** While it is uploaded. */
    receivedBytes: z.number().nullable(),
    durationSeconds: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** A sentence for people, when it failed. */
    fault: z.string().nullable(),
    /** The last lines of the programs that failed. A ready file has some if a further size could not be made. */
    faultLines: z.array(z.string()),
    /** False: a failed file whose bytes are missing or wrong, so that only a new upload helps. */
    canRetry: z.boolean(),
    createdAt: Instant,
    /** The progress of its processing. 100: no step waits. */
    percent: z.number(),
    steps: z.array(
      z.object({
        step: z.string(),
        state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
        percent: z.number(),
      }),
    ),
    uses: z.array(AssetUse),
    trackCount: z.number(),
    /** When it is deleted, because nothing uses it. */
    deletedAt: Instant.nullable(),
  })
  .meta({ id: 'Asset' })
export type AssetView = z.infer<typeof Asset>

const Storage = z.object({ usedBytes: z.number(), quotaBytes: z.number() })

const AssetParams = z.object({ assetId: z.uuid() })

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const ASSET = ['ASSET_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const
const OneAsset = z.object({ data: Asset })

export const startUpload = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'assets',
  summary: 'Begin the upload of a file: reserves its bytes in the quota of the course',
  actor: 'person',
  body: UploadStart,
  answers: {
    201: z.object({ data: z.object({ assetId: z.string(), uploadUrl: z.string(), expiresAt: Instant }) }),
  },
  refusals: [
    'COURSE_NOT_FOUND',
    'PROFILE_NOT_FOUND',
    'ROLE_NEEDED',
    'UPLOAD_TOO_LARGE',
    'QUOTA_EXCEEDED',
    'STORAGE_FULL',
    'RATE_LIMITED',
    'FIELD_INVALID',
    ...SIGNED_IN,
  ],
})

export const readAsset = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'assets/:assetId',
  summary: 'One file of a course: state, steps of processing, and uses',
  actor: 'person',
  params: AssetParams,
  answers: { 200: OneAsset },
  refusals: [...ASSET],
})

export const cancelAsset = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'assets/:assetId/cancel',
  summary: 'Stop the processing of a file. A file that is still uploaded is deleted',
  actor: 'person',
  params: AssetParams,
  answers: { 204: z.undefined() },
  refusals: ['ASSET_BUSY', ...ASSET],
})

export const retryAsset = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'assets/:assetId/retry',
  summary: 'Process a failed file again',
  actor: 'person',
  params: AssetParams,
  answers: { 200: OneAsset },
  refusals: ['ASSET_BUSY', 'UPLOAD_CHECKSUM', ...ASSET],
})

export const playAsset = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'assets/:assetId/play',
  summary: 'Get a file of a course for up to four hours',
  actor: 'person',
  params: AssetParams,
  answers: { 200: z.object({ data: Playback }) },
  refusals: ['MEDIA_PROCESSING', 'MEDIA_FAILED', 'RATE_LIMITED', ...ASSET],
})

export const deleteAsset = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'assets/:assetId',
  summary: 'Delete a file that nothing uses, or end its upload',
  actor: 'person',
  params: AssetParams,
  answers: { 204: z.undefined() },
  refusals: ['ASSET_IN_USE', ...ASSET],
})

const CourseMedia = z.object({
  courseTitle: z.string(),
  assets: z.array(Asset),
  storage: Storage,
  maxBytes: z.object({ video: z.number(), audio: z.number(), image: z.number(), file: z.number() }),
  /** False: the person may only look. */
  canEdit: z.boolean(),
  /** Whether this server makes smaller sizes. Null: another machine processes the files. */
  hasFfmpeg: z.boolean().nullable(),
})
export type CourseMedia = z.infer<typeof CourseMedia>

export const listAssets = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/assets',
  summary: 'The files of a course, with the storage that they use',
  actor: 'person',
  params: CourseParams,
  answers: {
    200: z.object({ data: CourseMedia }),
  },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})
