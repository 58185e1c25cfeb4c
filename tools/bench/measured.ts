/** A server to measure: a process on a core of its own, and what the system says it used. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Measured = {
  name: string
  url: string
  /** Seconds of processor time since its start; null where the system does not tell. */
  cpuSeconds(): number | null
  residentMegabytes(): number
  /** It takes no time of the processor's until it goes on. */
  pause(): void
  goOn(): void
  stop(): Promise<void>
}

const SERVER_CORE = '0'
export const LOAD_CORE = '1'
const READY_MILLISECONDS = 60_000
const TICKS_A_SECOND = 100
const LAST_WORDS = 2_000

/** Null where processes cannot be kept on a core, and why. */
export const whyNotPinned: string | null =
  availableParallelism() < 2
    ? 'one core'
    : spawnSync('taskset', ['-c', SERVER_CORE, 'true']).status === 0
      ? null
      : 'no taskset'

export function pinned(core: string, command: string, given: readonly string[]): [string, string[]] {
  return whyNotPinned ? [command, [...given]] : ['taskset', ['-c', core, command, ...given]]
}

/**
 * @param isReady asked again and again until it is true
 * @param isPinned whether it has a core of its own
 */
export async function startMeasured(
  { name, url }: { name: string; url: string },
  [command, ...given]: readonly [string, ...string[]],
  environment: Record<string, string>,
  isReady: () => Promise<boolean>,
  isPinned = true,
): Promise<Measured> {
  const child = spawn(...(isPinned ? pinned(SERVER_CORE, command, given) : ([command, given] as const)), {
    env: { ...process.env, ...environment },
    // Its log goes where a service manager's would, and is written.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Also one that is paused when the measuring is broken off.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LAST_WORDS)
    })
  await untilReady(child, isReady).catch(() => {
    throw new Error(`${name} did not start:\n${output}`)
  })
  const pid = child.pid!
  return {
    name,
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGCONT')
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      await gone
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

/** @param isWithEnded whether those that it started and that have ended count */
export function cpuSecondsOf(pid: number, isWithEnded = false): number | null {
  try {
    // After the name, which may hold blanks: state is the 3rd field, user and system time the 14th and 15th, that of ended children after them.
    const fields = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      .split(') ')[1]!
      .split(' ')
    const ticks = fields.slice(11, isWithEnded ? 15 : 13).map(Number)
    return ticks.reduce((sum, one) => sum + one) / TICKS_A_SECOND
  } catch {
    return null
  }
}
