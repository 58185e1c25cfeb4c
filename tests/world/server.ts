/** The product as a person starts it, in a folder and on a port of its own. Killed and started again at will. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'

const READY_MS = 300_000

export type RunningServer = {
  url: string
  dataDir: string
  output(): string
  start(): Promise<void>
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>
  kill9(): Promise<void>
  /** kill -9 of the database server that this one runs. */
  killPostgres9(): Promise<void>
  /** Stops everything and removes the folder. */
  dispose(): Promise<void>
}

export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-run-'))
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const server: RunningServer = {
    url,
    dataDir,
    output: () => output,
    async start() {
      child = spawn(process.execPath, ['src/main.ts'], {
        env: {
          ...process.env,
          NODE_ENV: '',
          MODE: 'demo',
          LISTEN_ADDRESS: '127.0.0.1',
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
    async interrupt() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      const [code] = await gone
      return code as number | null
    },
    async kill9() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async killPostgres9() {
      const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
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

const PORTS = 1_000
/** Each process of vitest has a range of its own. */
const FIRST_PORT = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS
const usedPorts = new Set<number>()

/** A port below the ephemeral range, so that a killed server gets its own back. Never the same one twice. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (usedPorts.has(port)) continue
    usedPorts.add(port)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** A connection of the test's own to the database of a running server. */
export async function createServerDb({ dataDir }: RunningServer, connections = 1) {
  const { url } = await startEmbedded(dataDir, createLog('silent'))
  return createDb(url, createLog('silent'), connections)
}
