/**
 * What a backup says about itself. The first entry of the file is the header, the last one the closing, with counts and
 * checksums of all that lies between.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Increased if an older program cannot read the file. */
export const FORMAT = 1

export const HEADER = 'header.json'
export const SECRETS = 'secrets.json'
export const CLOSING = 'closing.json'
/** `rows/{number of the table}/{number of the part}.gz` */
export const ROWS = 'rows/'
/** `files/{key of the blob}` */
export const FILES = 'files/'
/** `list/{number of the part}.json`: keys and sizes of files that stay in their bucket. */
export const LIST = 'list/'

/** `schema`: `main` is that of the search path, which may have another name where the backup is restored. */
const Table = z.object({
  schema: z.enum(['main', 'sandbox', 'pgboss']),
  name: z.string(),
  columns: z.array(z.string()),
})
export type BackupTable = z.output<typeof Table>

export const Header = z.object({
  format: z.number(),
  id: z.uuid(),
  /** The program's version, for people. */
  version: z.string(),
  mode: z.enum(['demo', 'development', 'production']).nullable(),
  /** The moment whose rows the file holds. */
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The schema of the job engine. */
  jobsVersion: z.number(),
  /** Recognises the root secret, and does not reveal it. */
  secretMark: z.string(),
  hasSecrets: z.boolean(),
  /** No program ran, so nothing happened between the rows and the backup. A backup of an earlier version does not say it. */
  wasStopped: z.boolean().default(false),
  /** `list`: the files stay in their bucket, and only their names and sizes are here. */
  files: z.enum(['content', 'list']),
  blobStoreId: z.string().nullable(),
  tables: z.array(Table),
})
export type BackupHeader = z.output<typeof Header>

const Sequence = z.object({
  schema: z.enum(['main', 'sandbox', 'pgboss']),
  name: z.string(),
  value: z.number().nullable(),
})
export type BackupSequence = z.output<typeof Sequence>

export const Closing = z.object({
  headerSha256: z.string(),
  /** In the order of the header's tables. */
  tables: z.array(z.object({ rows: z.number(), sha256: z.string() })),
  sequences: z.array(Sequence),
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Files that rows name and that were missing before the backup. */
  missing: z.array(z.string()),
  /** Files that were deleted with their rows after the snapshot. */
  deleted: z.array(z.string()),
})
export type BackupClosing = z.output<typeof Closing>

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Counts files, and combines their checksums in the order of the archive. */
export function createFileTally() {
  const hash = createHash('sha256')
  let count = 0
  let bytes = 0
  return {
    add(key: string, size: number, checksum: string) {
      hash.update(`${key} ${size} ${checksum}\n`)
      count += 1
      bytes += size
    },
    end: (): BackupClosing['files'] => ({ count, bytes, sha256: hash.digest('hex') }),
  }
}
