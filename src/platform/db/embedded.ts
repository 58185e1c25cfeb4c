/**
 * A PostgreSQL that starts and stops with the program, from binaries that npm installed.
 *
 * It listens on a socket in its own folder (0700) and not on a port. It survives a kill of the program: the next start
 * verifies that the server belongs to this data folder and uses it again. A program that uses the server restarts it
 * after a kill. Several programs may share one data folder: each holds a shared advisory lock, and the last one to
 * leave stops the server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#config/config.ts'
import type { Log } from '../log.ts'
import { type ClusterLocation, createCluster, launch, PORT, prepareLocation } from './embedded-server.ts'
import { logDatabaseUnavailable } from './unavailable.ts'

/** `isShared`: another program used the server already. That is safe, because the database decides all conflicts. */
export type Embedded = { url: string; isShared: boolean; stop(): Promise<void> }

const DATABASE = 'understudy'

/** Advisory lock in the database `postgres`, held shared by every program that uses the server. */
const IN_USE_LOCK = 7_226_012

/** After kill -9 orphaned processes keep the server's shared memory for a moment, and a start is refused. */
const ORPHANS_TIMEOUT_MS = 15_000
const SHUTDOWN_TIMEOUT_MS = 20_000

/** Our connection to a server that is verified to belong to this data folder. */
type Membership = { client: pg.Client; closed: Promise<void> }

/**
 * Starts PostgreSQL in this data folder, or joins the running one.
 *
 * @param settings additional configuration, such as `{ fsync: 'off' }` for temporary data
 * @throws StartupError if the folder cannot be written or the user may not run PostgreSQL
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const location = prepareLocation(dataDir)
  let membership = await startOrJoin(location, settings)
  await createDatabase(membership.client)
  const isShared = await isUsedByOthers(membership.client)

  const stopping = new AbortController()
  const watcher = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([membership.closed, waitForAbort(stopping.signal)])
      if (stopping.signal.aborted) return
      logDatabaseUnavailable(log, 'PostgreSQL stopped and is being restarted')
      membership = await restart(location, settings, log)
      log.info('PostgreSQL runs again')
    }
  })()

  return {
    url: createUrl(location, DATABASE),
    isShared,
    async stop() {
      stopping.abort()
      await watcher
      await leave(membership)
    },
  }
}

async function startOrJoin(location: ClusterLocation, settings: Record<string, string>): Promise<Membership> {
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS
  for (;;) {
    const running = await join(location)
    if (running) return running

    createCluster(location)
    const fault = await launch(location, settings)
    if (!fault) continue
    if (!isTemporary(fault) || Date.now() > deadline) throw new StartupError(`PostgreSQL did not start: ${fault}`)
    await pause(200)
  }
}

async function restart(location: ClusterLocation, settings: Record<string, string>, log: Log): Promise<Membership> {
  for (;;) {
    try {
      return await startOrJoin(location, settings)
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'PostgreSQL could not be restarted yet')
      await pause(1_000)
    }
  }
}

function isTemporary(fault: string): boolean {
  return /shared memory block|lock file|in use|shutting down/.test(fault)
}

/** Connects to the socket. Keeps the connection if the server belongs to this data folder. */
async function join(location: ClusterLocation): Promise<Membership | null> {
  const client = new pg.Client({ connectionString: createUrl(location, 'postgres'), connectionTimeoutMillis: 5_000 })
  const closed = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    if (rows[0].data_directory !== location.cluster)
      throw new StartupError(`Another PostgreSQL answers in ${location.sockets}.`)
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK])
    return { client, closed: closed }
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof StartupError) throw error
    return null
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rows.length > 0) return
  await client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
    const isCreatedByAnother = error.code === '42P04' || error.code === '23505'
    if (!isCreatedByAnother) throw error
  })
}

async function isUsedByOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_locks where locktype = 'advisory' and objid = $1 and granted and pid <> pg_backend_pid() limit 1",
    [IN_USE_LOCK],
  )
  return rows.length > 0
}

/** Releases the server, and stops it if no other program uses it. */
async function leave({ client, closed }: Membership): Promise<void> {
  const pid = await client
    .query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    .then(() =>
      client.query(
        "select pg_try_advisory_lock($1) as last, split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid",
        [IN_USE_LOCK],
      ),
    )
    .then(({ rows }) => (rows[0].last ? (rows[0].pid as number) : null))
    .catch(() => null)
  if (pid === null) return client.end().catch(() => {})

  // The process id is current: the server returned it over the connection that is still open.
  signal(pid, 'SIGINT')
  await closed
  if (!(await waitForExit(pid, SHUTDOWN_TIMEOUT_MS))) {
    signal(pid, 'SIGQUIT')
    await waitForExit(pid, SHUTDOWN_TIMEOUT_MS)
  }
}

/** A server that was killed a moment ago is gone, although one of its connections has still answered. */
function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function createUrl({ sockets }: ClusterLocation, database: string): string {
  return `postgres://postgres@localhost:${PORT}/${database}?host=${encodeURIComponent(sockets)}`
}
