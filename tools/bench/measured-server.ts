/** A server to measure: a process on its own core, and its resource usage. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type MeasuredServer = {
  name: string
  url: string
  /** Seconds of processor time since its start; null if the system does not report it. */
  cpuSeconds(): number | null
  /** Memory that it holds now; null if the system does not report it. */
  memoryMegabytes(): number | null
  /** Uses no processor time until it resumes. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

const SERVER_CORE = '0'
export const LOAD_CORE = '1'
const READY_MILLISECONDS = 300_000
const TICKS_A_SECOND = 100
const OUTPUT_LIMIT = 2_000

/** The reason why processes cannot be pinned to a core; null if they can. */
export const whyNotPinned: string | null =
  availableParallelism() < 2
    ? 'one core'
    : spawnSync('taskset', ['-c', SERVER_CORE, 'true']).status === 0
      ? null
      : 'no taskset'

export function pinToCore(core: string, command: string, args: readonly string[]): [string, string[]] {
  return whyNotPinned ? [command, [...args]] : ['taskset', ['-c', core, command, ...args]]
}

/**
 * @param isReady polled until it is true
 * @param isPinned whether the process has its own core
 */
export async function startMeasured(
  { name, url }: { name: string; url: string },
  [command, ...args]: readonly [string, ...string[]],
  environment: Record<string, string>,
  isReady: () => Promise<boolean>,
  isPinned = true,
): Promise<MeasuredServer> {
  const child = spawn(...(isPinned ? pinToCore(SERVER_CORE, command, args) : ([command, args] as const)), {
    env: { ...process.env, ...environment },
    // The log is written to a pipe, as under a service manager.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Also ends a paused process when the measurement is interrupted.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LIMIT)
    })
  await untilReady(child, isReady).catch(() => {
    throw new Error(`${name} did not start:\n${output}`)
  })
  const pid = child.pid!
  return {
    name,
    url,
    cpuSeconds: () => getCpuSeconds(pid),
    memoryMegabytes: () => getMemoryMegabytes(pid),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGCONT')
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_MILLISECONDS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break
    if (await isReady().catch(() => false)) return
    await pause(50)
  }
  throw new Error('not ready')
}

/** Seconds of processor time of a built-in PostgreSQL with all its processes; null if the system does not report it. */
export function getDatabaseCpuSeconds(dataDir: string): number | null {
  try {
    const [postmaster = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    // Ended processes count in the fields of their parent.
    const [ended, own] = [readStat(postmaster).slice(13, 15), readStat(postmaster).slice(11, 13)]
    const living = readdirSync('/proc').flatMap((pid) => {
      const stat = /^\d+$/.test(pid) ? readStat(pid) : []
      return stat[1] === postmaster ? stat.slice(11, 13) : []
    })
    return [...own, ...ended, ...living].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
  } catch {
    return null
  }
}

/** The fields from the state on, the 3rd one, which come after the name. Empty: the process has ended. */
function readStat(pid: string): string[] {
  try {
    return readFileSync(join('/proc', pid, 'stat'), 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ')
  } catch {
    return []
  }
}

function getMemoryMegabytes(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

function getCpuSeconds(pid: number): number | null {
  try {
    // After the name, which may hold blanks: state is the 3rd field, user and system time the 14th and 15th.
    const fields = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      .split(') ')[1]!
      .split(' ')
    const ticks = fields.slice(11, 13).map(Number)
    return ticks.reduce((sum, one) => sum + one) / TICKS_A_SECOND
  } catch {
    return null
  }
}
