/** Runs ffmpeg or ffprobe on a hostile file: confined by the system, and ended with this process. docs/contract §14. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { getProgramEnvironment } from '#config/config.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'

export type ProcessLimits = {
  /** Wall-clock time. */
  seconds: number
  /** Bytes of all files in the output folder. */
  outputBytes: number
  /** Bytes of address space. Default: 2 GB. Holds only where `prlimit` exists. */
  memoryBytes?: number
}

export type ProcessEnd = {
  /**
   * `time` and `size`: ended by its limits. `cancelled`: ended by the signal. `killed`: ended by the system, as for lack
   * of memory, which says nothing about the file.
   */
  end: 'done' | 'failed' | 'cancelled' | 'time' | 'size' | 'killed'
  /** The last 40 lines of its error output, for admins. They contain local paths. */
  lastLines: string[]
}

export type ProcessOptions = {
  confinement: Ffmpeg['confinement']
  /** The working folder of the program, with its output. */
  folder: string
  limits: ProcessLimits
  signal?: AbortSignal | undefined
  onLine(line: string): void
}

const DEFAULT_MEMORY_BYTES = 2 * 1024 ** 3
const MAX_LINES = 40
const MAX_LINE_LENGTH = 500
const CHECK_MS = 1000

/**
 * Resolves when the process and its output have ended, in less than a second after a cancellation.
 *
 * @throws the system's error if the program cannot be started
 */
export async function runConfined(path: string, args: readonly string[], options: ProcessOptions): Promise<ProcessEnd> {
  const { limits, signal, folder } = options
  if (signal?.aborted) return { end: 'cancelled', lastLines: [] }
  const [command = path, ...rest] = [...confine(options), path, ...args]
  const child = spawn(command, rest, {
    cwd: folder,
    // The program sees no setting and no secret.
    env: { ...getProgramEnvironment(), LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own: Ctrl-C at the terminal of the server does not reach the process.
    detached: true,
    windowsHide: true,
  })
  let end: ProcessEnd['end'] | null = null
  const stop = (reason: ProcessEnd['end']) => {
    end ??= reason
    kill(child)
  }
  const cancel = () => stop('cancelled')
  signal?.addEventListener('abort', cancel)
  const timer = setTimeout(() => stop('time'), limits.seconds * 1000)
  const check = setInterval(async () => {
    if ((await sumFiles(folder)) > limits.outputBytes) stop('size')
  }, CHECK_MS)
  const lastLines: string[] = []
  try {
    readLines(child.stdout, options.onLine)
    readLines(child.stderr, (line) => {
      lastLines.push(line.slice(0, MAX_LINE_LENGTH))
      if (lastLines.length > MAX_LINES) lastLines.shift()
    })
    const [code, exitSignal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    // prlimit's limit for one file.
    if (exitSignal === 'SIGXFSZ') end ??= 'size'
    end ??= exitSignal ? 'killed' : code === 0 ? 'done' : 'failed'
    return { end, lastLines }
  } finally {
    clearTimeout(timer)
    clearInterval(check)
    signal?.removeEventListener('abort', cancel)
    kill(child)
  }
}

function confine({ confinement, limits }: ProcessOptions): string[] {
  const { seconds, outputBytes, memoryBytes = DEFAULT_MEMORY_BYTES } = limits
  return [
    ...(confinement.nice ? ['nice', '-n', '10'] : []),
    // The kernel kills the process when this one ends. It cannot gain rights.
    ...(confinement.setpriv ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'] : []),
    ...(confinement.prlimit
      ? [
          'prlimit',
          `--as=${memoryBytes}`,
          `--fsize=${Math.ceil(outputBytes)}`,
          // Bounds an orphan where setpriv is missing. A process with several threads uses more than the clock.
          `--cpu=${Math.ceil(seconds) * 4}`,
          '--core=0',
          '--',
        ]
      : []),
  ]
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended, or the system has no groups.
    child.kill('SIGKILL')
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine)
}

/** Bytes of the files in a folder, without its subfolders. */
async function sumFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  return sizes.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0)
}
