/**
 * Writes one file with everything of an installation, while its programs run: the rows of one moment first, then the
 * files that these rows name. Blobs never change after their row was written. See `docs/contract` §41.
 */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartupError } from '#config/config.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { getAssetId, originalKey, STORE_ID_KEY } from '../blobs/blob-keys.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { MIGRATION_LOCK } from '../db/migrate.ts'
import { type ArchiveTarget, type ArchiveWriter, toFile, writeArchive } from './archive.ts'
import { COPY_SETTINGS, listSequences, listTables, toColumns, toReference } from './copied-tables.ts'
import {
  type BackupClosing,
  type BackupHeader,
  type BackupTable,
  CLOSING,
  createFileTally,
  FILES,
  FORMAT,
  HEADER,
  LIST,
  ROWS,
  SECRETS,
  sha256,
} from './manifest.ts'
import { COUNT_PROGRAMS } from './running-programs.ts'
import { toSecretMark } from './secret-mark.ts'

const compress = promisify(gzip)
/** Bytes of rows in one entry. */
const PART_BYTES = 4 * 1024 * 1024
const KEYS_AT_ONCE = 5000

export type BackupSource = {
  /** The database's address. */
  url: string
  blobs: Blobs
  /** Newest first. */
  roots: readonly [Buffer, ...Buffer[]]
}

export type BackupOptions = {
  /** The id of the `backup_run`. */
  id: string
  /** Null: the file is not encrypted, and has no secrets. */
  passphrase: string | null
  /** The files stay where they are, as they do in a bucket, and the backup has their names only. */
  withoutFiles?: boolean
  signal?: AbortSignal
}

export type BackupResult = {
  bytes: number
  takenAt: Date
  tables: number
  rows: number
  files: BackupClosing['files']
  missing: string[]
}

/**
 * @param target or the path of a file
 * @throws StartupError if the file exists already, the database has no installation, or the store is not that of the database
 */
export async function writeBackup(
  source: BackupSource,
  target: ArchiveTarget | string,
  options: BackupOptions,
): Promise<BackupResult> {
  if (typeof target === 'string' && (await stat(target).catch(() => null)))
    throw new StartupError(`${target} exists already. Name another file.`)
  const client = new pg.Client({ connectionString: source.url, application_name: 'understudy backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    let result: Omit<BackupResult, 'bytes'> | undefined
    const bytes = await writeArchive(
      typeof target === 'string' ? toFile(target) : target,
      options.passphrase,
      options.signal,
      async (archive) => {
        result = await fill(archive, client, source, options)
      },
    )
    return { ...result!, bytes }
  } finally {
    await client.end().catch(() => {})
  }
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { blobs, roots }: BackupSource,
  { id, passphrase, withoutFiles = false, signal }: BackupOptions,
): Promise<Omit<BackupResult, 'bytes'>> {
  const copiesFiles = blobs.engine === 'disk' && !withoutFiles
  const presentBefore = await listOriginals(blobs)
  await client.query(
    `set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock_shared(${MIGRATION_LOCK})`,
  )
  await client.query(`begin isolation level repeatable read read only; ${COPY_SETTINGS}`)
  const hasSecrets = passphrase !== null
  const header = await readHeader(client, { id, copiesFiles, hasSecrets, mark: toSecretMark(roots[0]) })
  await requireOwnStore(blobs, header.blobStoreId)
  const headerText = JSON.stringify(header)
  await archive.add(HEADER, Buffer.from(headerText))
  if (header.hasSecrets)
    await archive.add(SECRETS, Buffer.from(JSON.stringify(roots.map((root) => root.toString('base64url')))))

  const tables: BackupClosing['tables'] = []
  for (const [index, table] of header.tables.entries()) {
    signal?.throwIfAborted()
    tables.push(await copyTable(archive, client, table, `${ROWS}${index}/`))
  }
  const sequences = await listSequences(client)
  const named = await listNamedFiles(client)
  await client.query('commit')
  await client.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`)

  const { tally, seen } = await (copiesFiles ? copyFiles : listFiles)(archive, blobs, named, signal)
  const absent = await explainAbsent(client, named, seen, presentBefore)
  const files = tally.end()
  const closing: BackupClosing = { headerSha256: sha256(headerText), tables, sequences, files, ...absent }
  await archive.add(CLOSING, Buffer.from(JSON.stringify(closing)))
  return {
    takenAt: new Date(header.takenAt),
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files,
    missing: absent.missing,
  }
}

async function readHeader(
  client: pg.Client,
  { id, copiesFiles, hasSecrets, mark }: { id: string; copiesFiles: boolean; hasSecrets: boolean; mark: string },
): Promise<Omit<BackupHeader, 'takenAt'> & { takenAt: string }> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('installation') is not null and to_regclass('pgboss.version') is not null as known`,
  )
  if (!known.rows[0]?.known)
    throw new StartupError('The database has no installation of Understudy, so there is nothing to back up.')
  const { rows } = await client.query<{
    takenAt: Date
    mode: BackupHeader['mode']
    store: string | null
    jobs: number
  }>(
    `select now() as "takenAt", (select version from pgboss.version) as jobs,
      (select created_mode from installation) as mode, (select blob_store_id from installation) as store`,
  )
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  )
  const programs = await client.query<{ count: number }>(COUNT_PROGRAMS)
  const { takenAt, mode, store, jobs } = rows[0]!
  return {
    format: FORMAT,
    id,
    version: packageJson.version,
    mode,
    takenAt: takenAt.toISOString(),
    migrations: migrations.rows,
    jobsVersion: jobs,
    secretMark: mark,
    hasSecrets,
    wasStopped: programs.rows[0]!.count === 0,
    files: copiesFiles ? 'content' : 'list',
    blobStoreId: store,
    tables: await listTables(client),
  }
}

/** An unmounted folder looks like an empty store, and the backup would have no files. */
async function requireOwnStore(blobs: Blobs, storeId: string | null): Promise<void> {
  if (storeId === null) return
  const id = await blobs.get(STORE_ID_KEY)
  if (id === null || (await text(id.stream)).trim() !== storeId)
    throw new StartupError(
      `${blobs.location} has not the files of this database: its “${STORE_ID_KEY}” is ${id ? 'another one' : 'missing'}. Mount the folder, or name the right one with BLOB_DIR (or S3_BUCKET).`,
    )
}

/** The rows in compressed parts. The checksum is that of the text of COPY. */
async function copyTable(
  archive: ArchiveWriter,
  client: pg.Client,
  table: BackupTable,
  prefix: string,
): Promise<BackupClosing['tables'][number]> {
  const hash = createHash('sha256')
  let part: Uint8Array[] = []
  let bytes = 0
  let number = 0
  const writePart = async () => {
    const content = await compress(Buffer.concat(part), { level: 3 })
    number += 1
    await archive.add(`${prefix}${String(number).padStart(6, '0')}.gz`, content)
    part = []
    bytes = 0
  }
  const rows = client.query(copyTo(`copy (select ${toColumns(table)} from ${toReference(table)}) to stdout`))
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    part.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await writePart()
  }
  if (bytes > 0) await writePart()
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

type NamedFiles = {
  /** Every file whose blobs are copied. */
  assets: ReadonlySet<string>
  /** Files whose original must be there. */
  originals: readonly string[]
  /** Folders with the files of a rendition. */
  folders: readonly string[]
}

/** Ids only: a few megabytes for a hundred thousand files. */
async function listNamedFiles(client: pg.Client): Promise<NamedFiles> {
  const assets = await client.query<{ id: string; isStored: boolean }>(
    `select id, state in ('stored', 'processing', 'ready') as "isStored" from asset`,
  )
  const renditions = await client.query<{ folder: string }>(
    `select distinct folder from rendition join asset on asset.id = asset_id where asset.state <> 'deleted'`,
  )
  return {
    assets: new Set(assets.rows.map(({ id }) => id)),
    originals: assets.rows.filter(({ isStored }) => isStored).map(({ id }) => id),
    folders: renditions.rows.map(({ folder }) => folder),
  }
}

async function listOriginals(blobs: Blobs): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { key } of blobs.list('original/')) ids.add(getAssetId(key) ?? '')
  return ids
}

/** `seen`: ids of originals, and folders of renditions. */
type CopiedFiles = { tally: ReturnType<typeof createFileTally>; seen: Set<string> }

async function* listNamedBlobs(blobs: Blobs, assets: ReadonlySet<string>) {
  for await (const blob of blobs.list('')) {
    const assetId = getAssetId(blob.key)
    if (assetId !== null && assets.has(assetId)) yield { ...blob, assetId }
  }
}

const toSeen = (key: string, assetId: string) =>
  key === originalKey(assetId) ? assetId : key.slice(0, key.lastIndexOf('/'))

async function copyFiles(
  archive: ArchiveWriter,
  blobs: Blobs,
  named: NamedFiles,
  signal: AbortSignal | undefined,
): Promise<CopiedFiles> {
  const tally = createFileTally()
  const seen = new Set<string>()
  for await (const { key, assetId } of listNamedBlobs(blobs, named.assets)) {
    signal?.throwIfAborted()
    const content = await blobs.get(key)
    if (!content) continue
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    content.stream.on('error', (error) => hashing.destroy(error))
    await archive.addStream(`${FILES}${key}`, content.size, content.stream.pipe(hashing))
    tally.add(key, content.size, hash.digest('hex'))
    seen.add(toSeen(key, assetId))
  }
  return { tally, seen }
}

/** The files stay in their bucket. Uploads that are not whole, and deleted files, are not listed. */
async function listFiles(
  archive: ArchiveWriter,
  blobs: Blobs,
  named: NamedFiles,
  signal: AbortSignal | undefined,
): Promise<CopiedFiles> {
  const tally = createFileTally()
  const seen = new Set<string>()
  let entries: [key: string, size: number][] = []
  let number = 0
  const write = async () => {
    number += 1
    await archive.add(`${LIST}${String(number).padStart(6, '0')}.json`, Buffer.from(JSON.stringify(entries)))
    entries = []
  }
  for await (const { key, size, assetId } of listNamedBlobs(blobs, new Set(named.originals))) {
    signal?.throwIfAborted()
    entries.push([key, size])
    tally.add(key, size, '')
    seen.add(toSeen(key, assetId))
    if (entries.length === KEYS_AT_ONCE) await write()
  }
  if (entries.length > 0) await write()
  return { tally, seen }
}

/**
 * A file of the snapshot that is not in the store was deleted since, together with its row, or was lost before.
 *
 * @throws Error if it vanished during the backup although its row still names it
 */
async function explainAbsent(
  client: pg.Client,
  { originals, folders }: NamedFiles,
  seen: ReadonlySet<string>,
  presentBefore: ReadonlySet<string>,
): Promise<Pick<BackupClosing, 'missing' | 'deleted'>> {
  const absentOriginals = originals.filter((id) => !seen.has(id))
  const absentFolders = folders.filter((folder) => !seen.has(folder))
  const stillNamed = await client.query<{ name: string }>(
    `select id::text as name from asset where id = any($1::uuid[]) and state in ('stored', 'processing', 'ready')
    union all select distinct folder from rendition join asset on asset.id = asset_id
      where folder = any($2::text[]) and asset.state <> 'deleted'`,
    [absentOriginals, absentFolders],
  )
  const named = new Set(stillNamed.rows.map(({ name }) => name))
  const vanished = absentOriginals.find((id) => named.has(id) && presentBefore.has(id))
  if (vanished) throw new Error(`The file ${originalKey(vanished)} vanished during the backup. Try again.`)
  const toName = (name: string) => (name.includes('/') ? name : originalKey(name))
  const absent = [...absentOriginals, ...absentFolders]
  return {
    missing: absent.filter((name) => named.has(name)).map(toName),
    deleted: absent.filter((name) => !named.has(name)).map(toName),
  }
}
