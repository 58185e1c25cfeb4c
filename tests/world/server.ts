/** The product as a person starts it, in a folder and on a port of its own. Killed and started again at will. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
import { createDataFolder } from './data-folder.ts'
import { reservePort } from './ports.ts'

const READY_MS = 300_000

export type RunningServer = {
  url: string
  dataDir: string
  output(): string
  start(): Promise<void>
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>
  /** SIGTERM, as an operator's machine sends it: the process gives a balancer notice first. Resolves with the exit code. */
  terminate(): Promise<number | null>
  kill9(): Promise<void>
  /** kill -9 of the database server that this one runs, if it runs. */
  killPostgres9(): Promise<void>
  /** Stops everything and removes the folder. */
  dispose(): Promise<void>
}

/**
 * A server with its own mode, database or data folder begins empty, any other with the demo.
 *
 * @param folder of the program, if it is another version
 */
export async function startServer(
  environment: Record<string, string> = {},
  folder = process.cwd(),
): Promise<RunningServer> {
  const isEmpty = ['MODE', 'DATABASE_URL', 'DATA_DIR'].some((name) => name in environment)
  const dataDir = await createDataFolder({ isEmpty })
  const port = await reservePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, 'exit')
    child.kill(signal)
    const [code] = await gone
    return code as number | null
  }
  const server: RunningServer = {
    url,
    dataDir,
    output: () => output,
    async start() {
      child = spawn(process.execPath, ['src/app/main.ts'], {
        cwd: folder,
        env: {
          ...process.env,
          NODE_ENV: '',
          MODE: 'demo',
          DEMO_STORY: '0',
          LISTEN_ADDRESS: '127.0.0.1',
          // A busy machine is late, which is no overload. The tests of overload say what they allow.
          OVERLOAD_DELAY_MS: '60000',
          PORT: String(port),
          DATA_DIR: dataDir,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk
        })
      }
      await untilReady(url, child, () => output)
    },
    interrupt: () => stop('SIGINT'),
    terminate: () => stop('SIGTERM'),
    async kill9() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async killPostgres9() {
      const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
    async dispose() {
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server was not ready in time:\n${output()}`)
}

/**
 * A connection of the test's own to the database of a running server. Until it is closed, PostgreSQL runs on without
 * the server, and writes into the folder that `dispose` removes.
 */
export async function createServerDb({ dataDir }: RunningServer, connections = 1) {
  const { url, stop } = await startEmbedded(dataDir, createLog('silent'))
  const { db, close } = createDb(url, createLog('silent'), connections)
  return {
    db,
    url,
    async close() {
      await close()
      await stop()
    },
  }
}
