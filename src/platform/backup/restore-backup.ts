/**
 * Restores a backup into an empty database and an empty store of files. The database changes in one transaction, which
 * ends after every file is stored and every checksum is compared. See `docs/contract` §41.
 */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { type Config, StartupError } from '#config/config.ts'
import { isKey, STORE_ID_KEY } from '../blobs/blob-keys.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { type Migration, readMigrations } from '../db/migrate.ts'
import { findRootSecrets, writeRootSecrets } from '../secrets.ts'
import { type ArchiveEntry, DamagedBackup, readArchive } from './archive.ts'
import {
  type BackupClosing,
  type BackupHeader,
  CLOSING,
  Closing,
  createFileTally,
  FILES,
  FORMAT,
  HEADER,
  Header,
  LIST,
  ROWS,
  SECRETS,
  sha256,
} from './manifest.ts'
import { startRowRestore } from './restore-rows.ts'
import { toSecretMark } from './secret-mark.ts'

export type RestoreTarget = {
  /** The address of an empty database. */
  url: string
  config: Pick<Config, 'mode' | 'secret' | 'previousSecrets' | 'dataDir' | 'databaseUrl'>
  /** Null: a trial, which stores neither files nor secrets, and holds nothing. */
  blobs: Blobs | null
  /** Whether the rows take the place of the installation that the database has, in the same transaction. */
  replaces?: boolean
  /** Run in the transaction of the rows, unless it is a trial. */
  endLogIns?: (client: pg.Client) => Promise<void>
  skipNumbers?: (client: pg.Client, header: BackupHeader) => Promise<void>
}

/** An account that was deleted after the backup. */
export type Erasure = { personId: string; erasedAt: Date }

export type RestoreResult = {
  header: BackupHeader
  closing: BackupClosing
  rows: number
  /** Files of the list that the bucket no longer has, because they were deleted after the backup. */
  absent: string[]
}

/** @throws StartupError with one sentence if the backup or the target does not fit; nothing is changed then */
export async function restoreBackup(
  target: RestoreTarget,
  path: string,
  passphrase: string | null,
  erasures: readonly Erasure[] = [],
): Promise<RestoreResult> {
  const entries = readArchive(path, passphrase)
  const client = new pg.Client({ connectionString: target.url, application_name: 'understudy restore' })
  client.on('error', () => {})
  const undo: (() => Promise<void> | void)[] = []
  await client.connect()
  try {
    const { header, headerText } = await takeHeader(entries, path)
    const migrations = await readMigrations()
    refuseOther(header, path, target, migrations)
    if (target.blobs) await prepareStore(target.blobs, header, path)
    const result = await restoreAll(client, { target, path, entries, header, headerText, migrations, undo }, erasures)
    // If the answer to the commit is lost, the rows may be there and need their files. A repeat accepts what is left.
    undo.length = 0
    await client.query('commit')
    await gatherStatistics(client)
    return result
  } catch (error) {
    // Not by a statement: it would wait for the end of a COPY. PostgreSQL rolls back without a connection.
    await client.end().catch(() => {})
    for (const step of undo.reverse()) await step()
    throw isDamage(error) ? new DamagedBackup(path, (error as Error).message) : error
  } finally {
    await entries.return(undefined)
    await client.end().catch(() => {})
  }
}

/** The rows are committed, so a failure is none of the restore: PostgreSQL also does this by itself, later. */
async function gatherStatistics(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('analyze').catch(() => {})
}

/** Codes of zlib, and of rows that do not fit their table. */
function isDamage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^(Z_|22|23)/.test(code)
}

async function takeHeader(
  entries: AsyncGenerator<ArchiveEntry>,
  path: string,
): Promise<{ header: BackupHeader; headerText: string }> {
  const { value: entry } = await entries.next()
  if (entry?.name !== HEADER) throw new StartupError(`${path} is no backup of Understudy.`)
  const headerText = await readText(entry)
  const parsed = parseJson(path, headerText) as { format?: unknown }
  if (typeof parsed?.format === 'number' && parsed.format > FORMAT) throw new StartupError(describeNewer(path))
  const header = Header.safeParse(parsed)
  if (!header.success) throw new DamagedBackup(path, 'its header cannot be read')
  return { header: header.data, headerText }
}

const readText = ({ content }: ArchiveEntry) => text(Readable.from(content))

function parseJson(path: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new DamagedBackup(path, 'a part of it cannot be read')
  }
}

const describeNewer = (path: string) =>
  `${path} was made by a newer version of Understudy than this one. Restore it with that version or a later one.`

function refuseOther(
  header: BackupHeader,
  path: string,
  { config, blobs }: RestoreTarget,
  migrations: readonly Migration[],
): void {
  const isNewer = header.migrations.length > migrations.length
  const other = header.migrations.find(({ name, hash }, index) => {
    const own = migrations[index]
    return own !== undefined && (own.name !== name || own.hash !== hash)
  })
  if (other)
    throw new StartupError(
      `${path} was made by a version of Understudy with another ${other.name}. Restore it with the version that made it (${header.version}).`,
    )
  if (isNewer) throw new StartupError(describeNewer(path))
  const jobsVersion = getJobsVersion()
  if (header.jobsVersion !== jobsVersion)
    throw new StartupError(
      `${path} has jobs in the form ${header.jobsVersion} of pg-boss, and this version has the form ${jobsVersion}. Restore it with version ${header.version}, then upgrade.`,
    )
  if (blobs && header.mode !== null && header.mode !== config.mode)
    throw new StartupError(
      `${path} is a backup of an installation with MODE=${header.mode}. Restore it with that mode. Now MODE is ${config.mode}.`,
    )
  if (blobs?.engine === 's3' && header.files === 'content')
    throw new StartupError(`${path} has files of a folder. Restore it without the settings that begin with S3_.`)
  // A trial without a secret is possible on any machine.
  if (blobs || findRootSecrets(config as Config)) refuseOtherSecret(header, path, config)
}

function refuseOtherSecret(header: BackupHeader, path: string, config: RestoreTarget['config']): void {
  const roots = findRootSecrets(config as Config)
  if (roots?.some((root) => toSecretMark(root) === header.secretMark)) return
  const place = config.secret ? 'SECRET' : `the file ${join(config.dataDir, 'secret')}`
  if (roots)
    throw new StartupError(
      `${path} belongs to another secret than ${place}. Set the secret that it was made with${header.hasSecrets && !config.secret ? ', or remove that file: the backup holds its secret' : ''}.`,
    )
  if (!header.hasSecrets)
    throw new StartupError(
      `${path} holds no secret, because it was made without BACKUP_PASSPHRASE. Set SECRET, or put the file “secret” of the earlier data folder into ${config.dataDir}.`,
    )
}

function getJobsVersion(): number {
  const [, version] =
    /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(getConstructionPlans('pgboss')) ?? []
  return Number(version)
}

/** An interrupted restore leaves files without the store's id, which are written again. */
async function prepareStore(blobs: Blobs, { blobStoreId, files }: BackupHeader, path: string): Promise<void> {
  const id = await blobs.get(STORE_ID_KEY)
  const storeId = id && (await text(id.stream)).trim()
  if (storeId !== null && storeId !== blobStoreId)
    throw new StartupError(
      `${blobs.location} belongs to another installation of Understudy. Name an empty one with BLOB_DIR.`,
    )
  if (files === 'list' && storeId === null && blobStoreId !== null)
    throw new StartupError(
      blobs.engine === 's3'
        ? `${blobs.location} is not the bucket of this backup: it has no “${STORE_ID_KEY}”.`
        : `${path} has no files, because they stay where they were, and ${blobs.location} does not have them. Set S3_BUCKET and the other settings of a bucket, or name the folder with BLOB_DIR.`,
    )
}

type Work = {
  target: RestoreTarget
  path: string
  entries: AsyncGenerator<ArchiveEntry>
  header: BackupHeader
  headerText: string
  migrations: readonly Migration[]
  undo: (() => Promise<void> | void)[]
}

async function restoreAll(client: pg.Client, work: Work, erasures: readonly Erasure[]): Promise<RestoreResult> {
  const { target, path, entries, header, migrations } = work
  const restore = await startRowRestore(client, header, migrations, target.replaces ?? false)
  const tally = createFileTally()
  let roots: Buffer[] = []
  let closing: BackupClosing | null = null
  const absent: string[] = []
  for await (const entry of entries) {
    const { name } = entry
    if (closing) throw new DamagedBackup(path, 'it goes on after its end')
    if (name === SECRETS) roots = readRoots(path, await readText(entry))
    else if (name.startsWith(ROWS)) await restore.load(Number(name.split('/')[1]), await readBytes(entry))
    else if (name.startsWith(FILES)) await restoreFile(work, entry, tally)
    else if (name.startsWith(LIST)) absent.push(...(await checkList(target.blobs, path, await readText(entry), tally)))
    else if (name === CLOSING) closing = Closing.parse(parseJson(path, await readText(entry)))
    else throw new DamagedBackup(path, `it has an unknown part ${name}`)
  }
  if (!closing) throw new DamagedBackup(path, 'its end is missing')
  const tables = await restore.end()
  requireEqual(work, closing, tables, tally.end())
  await restore.complete(closing.sequences)
  if (target.blobs) {
    await client.query(
      `insert into restore_hold (backup_at) values ($1)
        on conflict (id) do update set backup_at = least(restore_hold.backup_at, excluded.backup_at), restored_at = now()`,
      [header.takenAt],
    )
    await noteErasures(client, erasures)
    await target.endLogIns?.(client)
    await target.skipNumbers?.(client, header)
    if (header.blobStoreId !== null && header.files === 'content') {
      undoPut(work, target.blobs, STORE_ID_KEY, await target.blobs.stat(STORE_ID_KEY))
      await target.blobs.put(STORE_ID_KEY, Buffer.from(`${header.blobStoreId}\n`))
    }
    restoreSecrets(work, roots)
  }
  return { header, closing, rows: tables.reduce((sum, { rows }) => sum + rows, 0), absent }
}

async function readBytes({ content }: ArchiveEntry): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(content))
}

function readRoots(path: string, content: string): Buffer[] {
  const lines = parseJson(path, content) as string[]
  return lines.map((line) => Buffer.from(line, 'base64url'))
}

async function restoreFile(
  work: Work,
  { name, size, content }: ArchiveEntry,
  tally: ReturnType<typeof createFileTally>,
): Promise<void> {
  const {
    target: { blobs },
    path,
  } = work
  const key = name.slice(FILES.length)
  if (!isKey(key)) throw new DamagedBackup(path, `it has an unknown file ${key}`)
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  if (blobs) {
    undoPut(work, blobs, key, await blobs.stat(key))
    await blobs.putStream(key, hashed())
  } else for await (const _ of hashed());
  tally.add(key, size, hash.digest('hex'))
}

/** A restore that fails deletes only what it has put. A file that was there before may be the last copy. */
function undoPut({ undo }: Work, blobs: Blobs, key: string, before: unknown): void {
  if (!before) undo.push(() => blobs.delete(key))
}

/** @returns files that the bucket does not have, or has with another size */
async function checkList(
  blobs: Blobs | null,
  path: string,
  content: string,
  tally: ReturnType<typeof createFileTally>,
): Promise<string[]> {
  const absent: string[] = []
  for (const [key, size] of parseJson(path, content) as [string, number][]) {
    tally.add(key, size, '')
    if (blobs && (await blobs.stat(key))?.size !== size) absent.push(key)
  }
  return absent
}

function requireEqual(
  { path, header, headerText }: Work,
  closing: BackupClosing,
  tables: BackupClosing['tables'],
  files: BackupClosing['files'],
): void {
  if (closing.headerSha256 !== sha256(headerText)) throw new DamagedBackup(path, 'its header was changed')
  const index = closing.tables.findIndex(
    ({ rows, sha256: checksum }, at) => tables[at]?.rows !== rows || tables[at].sha256 !== checksum,
  )
  if (index >= 0 || closing.tables.length !== tables.length)
    throw new DamagedBackup(path, `the rows of ${header.tables[index]?.name ?? 'a table'} differ from their checksum`)
  if (
    closing.files.count !== files.count ||
    closing.files.bytes !== files.bytes ||
    closing.files.sha256 !== files.sha256
  )
    throw new DamagedBackup(path, 'its files differ from their checksum')
}

/** Only accounts that the backup still has. */
async function noteErasures(client: pg.Client, erasures: readonly Erasure[]): Promise<void> {
  await client.query(
    `insert into erasure_to_repeat (person_id, erased_at)
      select id, at from unnest($1::uuid[], $2::timestamptz[]) as erasure (id, at)
      where exists (select from person where person.id = erasure.id and deleted_at is null)
      on conflict do nothing`,
    [erasures.map(({ personId }) => personId), erasures.map(({ erasedAt }) => erasedAt)],
  )
}

function restoreSecrets({ target: { config }, header, path, undo }: Work, roots: readonly Buffer[]): void {
  if (findRootSecrets(config as Config)) return
  if (!roots.some((root) => toSecretMark(root) === header.secretMark))
    throw new DamagedBackup(path, 'its secret is not the one of its header')
  writeRootSecrets(config.dataDir, roots)
  undo.push(() => rmSync(join(config.dataDir, 'secret'), { force: true }))
}
