/** Settings of backups. See `docs/contract` §41. */
import { z } from 'zod'
import type { S3Config } from './media.ts'

const MIN_PASSPHRASE = 12

export type BackupConfig = {
  /** Folder of the nightly backups. Null: none are made. */
  dir: string | null
  /** Bucket of the nightly backups, instead of the folder. */
  s3: S3Config | null
  passphrase: string | null
  /** A PostgreSQL in which backups are verified. Null: that of the installation. */
  scratchUrl: string | null
}

export const backupSettings = {
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the nightly backups, best on another disk or machine. Each process that is a worker needs it. Default: no nightly backup.',
    ),
  BACKUP_S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
    .refine((value) => parseBucket(value) !== null, {
      error: 'must have the form https://KEY:SECRET@HOST/BUCKET?region=REGION',
    })
    .optional()
    .describe(
      'S3 bucket of the nightly backups, instead of `BACKUP_DIR`: `https://KEY:SECRET@HOST/BUCKET?region=REGION`, with the characters `/`, `:` and `@` of key and secret percent-encoded. Default of the region: `us-east-1`. Needs `BACKUP_PASSPHRASE`.',
    ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE, `must have ${MIN_PASSPHRASE} characters or more`)
    .optional()
    .describe(
      'Encrypts each backup, which then also holds the root secret. Keep it where neither this machine nor the backups are: without it nobody can read them.',
    ),
  BACKUP_SCRATCH_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional()
    .describe(
      'PostgreSQL 18 or newer whose role may create databases. `npm run u -- backup --verify` makes one there, restores the backup into it and drops it. Default: the server of this installation.',
    ),
}

const Settings = z.object(backupSettings)
type Settings = z.output<typeof Settings>

/** Returns one sentence for each contradictory or insecure setting. */
export function backupFaults(settings: Settings, isProduction: boolean): string[] {
  if (!settings.BACKUP_S3_URL) return []
  const { protocol, hostname } = new URL(settings.BACKUP_S3_URL)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return [
    settings.BACKUP_DIR && 'BACKUP_DIR and BACKUP_S3_URL exclude each other.',
    !settings.BACKUP_PASSPHRASE &&
      'BACKUP_S3_URL needs BACKUP_PASSPHRASE, so that nobody at the provider reads backups.',
    isProduction && protocol === 'http:' && !isLocal && 'BACKUP_S3_URL must begin with https:// in production.',
  ].filter((fault) => typeof fault === 'string')
}

/** The bucket is in the path of addresses, which Amazon and others accept. Null: the address lacks a part. */
function parseBucket(value: string): S3Config | null {
  const url = URL.parse(value)
  const [, bucket] = /^\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? []
  const key = decode(url?.username ?? '')
  const secret = decode(url?.password ?? '')
  if (!url || !key || !secret || !bucket) return null
  const region = url.searchParams.get('region') ?? 'us-east-1'
  return { endpoint: url.origin, region, bucket, key, secret, isPathStyle: true }
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

export function backupConfig(settings: Settings): BackupConfig {
  return {
    dir: settings.BACKUP_DIR ?? null,
    s3: settings.BACKUP_S3_URL ? parseBucket(settings.BACKUP_S3_URL) : null,
    passphrase: settings.BACKUP_PASSPHRASE ?? null,
    scratchUrl: settings.BACKUP_SCRATCH_URL ?? null,
  }
}
