/** PgBouncer in transaction mode before a PostgreSQL. It needs Debian's package `pgbouncer`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { reservePort } from '../world/ports.ts'

/** Installs nothing: where it is false, tests say `(needs PGBOUNCER)` and are skipped. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

export type Pgbouncer = { url: string; close(): Promise<void> }

/** @param url of a database behind a socket of this machine */
export async function startPgbouncer(url: string): Promise<Pgbouncer> {
  const { username, pathname, port, searchParams } = new URL(url)
  const sockets = searchParams.get('host')!
  const database = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'understudy-pgbouncer-'))
  const listenPort = await reservePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
${database} = host=${sockets} port=${port} dbname=${database} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
logfile = ${join(folder, 'log')}
`,
  )
  // It refuses to run as root, and reads a socket that only the account of PostgreSQL can reach.
  const { uid, gid } = statSync(sockets)
  const identity = process.getuid?.() === 0 ? { uid, gid } : {}
  if (process.getuid?.() === 0) for (const path of [folder, file]) chownSync(path, uid, gid)
  const child = spawn('pgbouncer', [file], { ...identity, stdio: 'ignore' })
  const pooled = `postgres://${username}@127.0.0.1:${listenPort}/${database}`
  await untilAnswers(pooled, child)
  return {
    url: pooled,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    const error = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(() => null)
      .catch((refused: Error) => refused)
    await client.end().catch(() => {})
    if (!error) return
    if (child.exitCode !== null || Date.now() > deadline) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
