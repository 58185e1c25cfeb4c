/** Settings of uploaded files, their storage and processing, of embedded videos and of certificates. */
import { availableParallelism, totalmem } from 'node:os'
import { z } from 'zod'

const text = z.string().min(1)
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1')
const origins = z
  .string()
  .transform((list) => list.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isOrigin), {
    error: 'must be a comma list of https origins, such as https://video.example.com',
  })
const size = z.string().refine((value) => parseSize(value) > 0, { error: 'must be a size such as 500 MB or 8 GB' })

const SEGMENT_DELIVERIES = ['program', 'accel', 'bucket'] as const

export const mediaSettings = {
  BLOB_DIR: text
    .optional()
    .describe(
      'Folder of uploaded files and everything made from them. Default: `blobs` in `DATA_DIR`. Several processes need one shared folder, or S3.',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .optional()
    .describe(
      'Stores uploaded files in an S3 bucket instead of a folder: address of the server, such as https://s3.eu-central-1.amazonaws.com. With `S3_REGION`, `S3_BUCKET`, `S3_KEY` and `S3_SECRET`.',
    ),
  S3_REGION: text.optional().describe('S3: region of the bucket. Servers without regions accept `us-east-1`.'),
  S3_BUCKET: text.optional().describe('S3: name of a private bucket that nothing else uses.'),
  S3_KEY: text.optional().describe('S3: access key id. It may read, list, write and delete in the bucket.'),
  S3_SECRET: text.optional().describe('S3: secret access key.'),
  S3_PATH_STYLE: flag
    .default(false)
    .describe('S3: `1` puts the bucket into the path of addresses, as most servers other than Amazon need it.'),
  SEGMENTS: z
    .enum(SEGMENT_DELIVERIES, { error: `must be one of ${SEGMENT_DELIVERIES.join(', ')}` })
    .default('program')
    .describe(
      'Who sends the segments of streamed films once the program has allowed them: `program` itself; `accel`, the web server in front, by `X-Accel-Redirect`, which needs `BLOB_DIR`; `bucket`, the S3 server, by addresses that are signed for 60 seconds. The last two need the set-up in `docs/operate.md`.',
    ),
  FFMPEG_PATH: text
    .optional()
    .describe(
      'Path of ffmpeg 5 or newer, with libx264 and aac. Default: `ffmpeg` in PATH. Without it videos are served in the size of the upload.',
    ),
  FFPROBE_PATH: text.optional().describe('Path of ffprobe, which comes with ffmpeg. Default: `ffprobe` in PATH.'),
  ENCODERS: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .optional()
    .describe(
      'Media files that one worker processes at once, with one core each. Default: the number of cores, but at most one for each GB of memory.',
    ),
  UPLOAD_MAX_VIDEO: size.default('8 GB').describe('Largest video that can be uploaded. 1 MB is 1,000,000 bytes.'),
  UPLOAD_MAX_AUDIO: size.default('1 GB').describe('Largest audio file that can be uploaded.'),
  UPLOAD_MAX_FILE: size.default('500 MB').describe('Largest file of any other kind that can be uploaded.'),
  QUOTA_COURSE: size
    .default('50 GB')
    .describe(
      'Uploaded files of one course together, without what is made from them. `npm run u -- media quota` changes it for one course.',
    ),
  EMBED_ORIGINS: origins
    .default([])
    .describe(
      'Comma list of further origins whose videos lessons may embed, such as https://video.example.com. YouTube and Vimeo are always allowed.',
    ),
  CERTIFICATE_ISSUER_NAME: text
    .max(120, 'must have 120 characters at most')
    .optional()
    .describe(
      'Name of the issuer on certificates. Default: the first line of `INVOICE_SELLER`, or the legal name or the name of the site’s settings.',
    ),
}

const Settings = z.object(mediaSettings)
type Settings = z.output<typeof Settings>

export type S3Config = {
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
  isPathStyle: boolean
}

export type MediaConfig = {
  /** Null: `blobs` in the data folder. */
  blobDir: string | null
  /** Null if a folder holds the blobs. */
  s3: S3Config | null
  segmentDelivery: (typeof SEGMENT_DELIVERIES)[number]
  /** Null: the program of that name in PATH. */
  ffmpegPath: string | null
  ffprobePath: string | null
  /** Steps at once in a worker. */
  encoderCount: number
  /** Bytes. */
  maxUploadBytes: { video: number; audio: number; file: number }
  /** Bytes of originals. */
  courseQuotaBytes: number
  embedOrigins: readonly string[]
  /** Null: not set. `deps.site` has the name that counts. */
  certificateIssuerSetting: string | null
}

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'] as const

/** Returns one sentence for each incomplete, contradictory or insecure setting. */
export function mediaFaults(settings: Settings, isProduction: boolean): string[] {
  const missing = S3_SETTINGS.filter((name) => settings[name] === undefined)
  const isIncomplete = missing.length > 0 && (missing.length < S3_SETTINGS.length || settings.S3_PATH_STYLE)
  return [
    isIncomplete && `Storage in S3 needs ${missing.join(' and ')} too.`,
    settings.BLOB_DIR && missing.length === 0 && 'BLOB_DIR and S3_BUCKET exclude each other.',
    isProduction &&
      settings.S3_ENDPOINT?.startsWith('http://') &&
      !isLoopbackUrl(settings.S3_ENDPOINT) &&
      'S3_ENDPOINT must begin with https:// in production.',
    ...segmentFaults(settings, missing.length === 0, isProduction),
    Boolean(settings.FFMPEG_PATH) !== Boolean(settings.FFPROBE_PATH) && 'FFMPEG_PATH and FFPROBE_PATH need each other.',
  ].filter((fault) => typeof fault === 'string')
}

function segmentFaults({ SEGMENTS, ...settings }: Settings, hasBucket: boolean, isProduction: boolean) {
  const isOverHttps = settings.S3_ENDPOINT?.startsWith('https://')
  return [
    SEGMENTS === 'accel' &&
      !settings.BLOB_DIR &&
      'SEGMENTS=accel needs BLOB_DIR, a folder that the web server may read.',
    SEGMENTS === 'bucket' && !hasBucket && 'SEGMENTS=bucket needs S3_ENDPOINT and S3_BUCKET.',
    SEGMENTS === 'bucket' &&
      hasBucket &&
      isProduction &&
      !isOverHttps &&
      'SEGMENTS=bucket needs an S3_ENDPOINT that begins with https:// in production, because browsers load from it.',
  ]
}

/** An encoder takes up to 230 MB (docs/operate.md, One machine), so two do not fit beside the program into 1 GB. */
export function countEncoders(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / 1e9)))
}

/** That of the machine, or less in a container with a limit. */
function getMemoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** @param seller the seller on invoices, who issues certificates by default */
export function mediaConfig(settings: Settings): MediaConfig {
  return {
    blobDir: settings.BLOB_DIR ?? null,
    s3: s3Config(settings),
    segmentDelivery: settings.SEGMENTS,
    ffmpegPath: settings.FFMPEG_PATH ?? null,
    ffprobePath: settings.FFPROBE_PATH ?? null,
    encoderCount: settings.ENCODERS ?? countEncoders(availableParallelism(), getMemoryBytes()),
    maxUploadBytes: {
      video: parseSize(settings.UPLOAD_MAX_VIDEO),
      audio: parseSize(settings.UPLOAD_MAX_AUDIO),
      file: parseSize(settings.UPLOAD_MAX_FILE),
    },
    courseQuotaBytes: parseSize(settings.QUOTA_COURSE),
    embedOrigins: settings.EMBED_ORIGINS,
    certificateIssuerSetting: settings.CERTIFICATE_ISSUER_NAME ?? null,
  }
}

function s3Config(settings: Settings): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret } = settings
  if (!endpoint || !region || !bucket || !key || !secret) return null
  return { endpoint, region, bucket, key, secret, isPathStyle: settings.S3_PATH_STYLE }
}

/** The address below which browsers find the objects, without a slash at its end. */
export function getBucketUrl({ endpoint, bucket, isPathStyle }: S3Config): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  return isPathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}

/** Bytes of a size such as `8 GB`, in powers of 1,000. Returns 0 if the text is not a size. */
export function parseSize(value: string): number {
  const [, digits = '0', unit = ''] = /^\s*(\d{1,9})\s*([kMGT]?B)\s*$/.exec(value) ?? []
  return Number(digits) * ({ B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }[unit] ?? 0)
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.origin === value
}

function isLoopbackUrl(value: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(value).hostname)
}
