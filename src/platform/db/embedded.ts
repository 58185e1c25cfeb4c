/**
 * A real PostgreSQL that starts with the program and stops with it, from binaries that npm installed.
 *
 * It listens on a socket in a folder of its own (0700) and on no port. It outlives a killed program:
 * the next start proves that the server belongs to this data folder and takes it over. A killed
 * server is brought back by whoever used it. Any number of programs may share one data folder; each
 * holds a shared advisory lock, and the last to leave stops the server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#config.ts'
import type { Log } from '../log.ts'
import { noteDatabaseAway } from './away.ts'
import { createCluster, findPlace, launch, type Place, PORT } from './embedded-server.ts'

/**
 * `isShared`: another program was using the server when this one came. That is no fault: everything that
 * matters is decided in the database, as between two machines, and every tool joins this way.
 */
export type Embedded = { url: string; isShared: boolean; stop(): Promise<void> }

const DATABASE = 'understudy'

/** Held shared, in the database `postgres`, by everyone who uses the server. */
const IN_USE = 7_226_012

/** After kill -9 the server's orphans hold its memory for a moment, and a start is refused meanwhile. */
const ORPHANS_MILLISECONDS = 15_000
const SHUTDOWN_MILLISECONDS = 20_000

/** Our own connection to a server that was proved to be the one of this data folder. */
type Hold = { client: pg.Client; gone: Promise<void> }

/**
 * Starts PostgreSQL on this data folder, or joins the one that runs there.
 *
 * @param settings more lines for its configuration, such as `{ fsync: 'off' }` where nothing has to last
 * @throws CannotStart in one sentence: the folder cannot be written, the user may not run it, …
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const place = findPlace(dataDir)
  let hold = await bringUp(place, settings)
  await createDatabase(hold.client)
  const isShared = await isUsedByOthers(hold.client)

  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([hold.gone, aborted(stopping.signal)])
      if (stopping.signal.aborted) return
      noteDatabaseAway(log, 'PostgreSQL went away and is being brought back')
      hold = await bringBack(place, settings, log)
      log.info('PostgreSQL is back')
    }
  })()

  return {
    url: urlOf(place, DATABASE),
    isShared,
    async stop() {
      stopping.abort()
      await watching
      await leave(hold)
    },
  }
}

async function bringUp(place: Place, settings: Record<string, string>): Promise<Hold> {
  const patience = Date.now() + ORPHANS_MILLISECONDS
  for (;;) {
    const running = await join(place)
    if (running) return running

    createCluster(place)
    const fault = await launch(place, settings)
    if (!fault) continue
    if (!isPassing(fault) || Date.now() > patience) throw new CannotStart(`PostgreSQL did not start: ${fault}`)
    await pause(200)
  }
}

async function bringBack(place: Place, settings: Record<string, string>, log: Log): Promise<Hold> {
  for (;;) {
    try {
      return await bringUp(place, settings)
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'PostgreSQL does not come back yet')
      await pause(1_000)
    }
  }
}

function isPassing(fault: string): boolean {
  return /shared memory block|lock file|in use|shutting down/.test(fault)
}

/** Connects to what answers on the socket and keeps the connection if it serves this data folder. */
async function join(place: Place): Promise<Hold | null> {
  const client = new pg.Client({ connectionString: urlOf(place, 'postgres'), connectionTimeoutMillis: 5_000 })
  const gone = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    if (rows[0].data_directory !== place.cluster)
      throw new CannotStart(`Another PostgreSQL answers in ${place.sockets}.`)
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
    return { client, gone }
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof CannotStart) throw error
    return null
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rows.length > 0) return
  await client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
    const madeByAnother = error.code === '42P04' || error.code === '23505'
    if (!madeByAnother) throw error
  })
}

async function isUsedByOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_locks where locktype = 'advisory' and objid = $1 and granted and pid <> pg_backend_pid() limit 1",
    [IN_USE],
  )
  return rows.length > 0
}

/** Lets go of the server, and stops it when nobody else holds it. */
async function leave({ client, gone }: Hold): Promise<void> {
  const pid = await client
    .query('select pg_advisory_unlock_shared($1)', [IN_USE])
    .then(() =>
      client.query(
        "select pg_try_advisory_lock($1) as last, split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid",
        [IN_USE],
      ),
    )
    .then(({ rows }) => (rows[0].last ? (rows[0].pid as number) : null))
    .catch(() => null)
  if (pid === null) return client.end().catch(() => {})

  // The server itself told this process id a moment ago, over a connection that is still open.
  process.kill(pid, 'SIGINT')
  await gone
  if (!(await ended(pid, SHUTDOWN_MILLISECONDS))) {
    process.kill(pid, 'SIGQUIT')
    await ended(pid, SHUTDOWN_MILLISECONDS)
  }
}

async function ended(pid: number, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > until) return false
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function urlOf({ sockets }: Place, database: string): string {
  return `postgres://postgres@localhost:${PORT}/${database}?host=${encodeURIComponent(sockets)}`
}
