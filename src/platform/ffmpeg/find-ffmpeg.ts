/** Finds ffmpeg and ffprobe on this machine, and what they and the system can do. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupError } from '#config/config.ts'

export type Ffmpeg = {
  ffmpegPath: string
  ffprobePath: string
  /** Such as `5.1.9-0+deb12u1`. */
  version: string
  /** Whether HDR pictures can become SDR pictures. */
  canToneMap: boolean
  /** Programs of the system that confine a process. Without them only time and output are limited. */
  confinement: { nice: boolean; prlimit: boolean; setpriv: boolean }
}

export type FfmpegSearch = { ok: true; ffmpeg: Ffmpeg } | { ok: false; reason: string }

/** `-fps_mode` and fMP4 segments without faults need it. */
const OLDEST_MAJOR_VERSION = 5
const REQUIRED_ENCODERS = ['libx264', 'aac', 'libwebp']

/**
 * Takes the programs of the settings, else those in PATH. Takes about 0.3 s: call it once a process.
 *
 * @returns a reason for operators if there is no ffmpeg, or one that lacks an encoder
 * @throws StartupError if a program that the settings name does not run
 */
export async function findFfmpeg(settings: {
  ffmpegPath: string | null
  ffprobePath: string | null
}): Promise<FfmpegSearch> {
  const ffmpegPath = settings.ffmpegPath ?? 'ffmpeg'
  const ffprobePath = settings.ffprobePath ?? 'ffprobe'
  const [version, probeVersion] = await Promise.all([readVersion(ffmpegPath), readVersion(ffprobePath)])
  if (settings.ffmpegPath && !version) throw new StartupError(`FFMPEG_PATH ${ffmpegPath} does not run.`)
  if (settings.ffprobePath && !probeVersion) throw new StartupError(`FFPROBE_PATH ${ffprobePath} does not run.`)
  if (!version || !probeVersion)
    return { ok: false, reason: `${version ? 'ffprobe' : 'ffmpeg'} is not installed on this machine` }
  // Builds of a snapshot have no number; they are newer.
  if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION)
    return { ok: false, reason: `ffmpeg ${version} is older than ${OLDEST_MAJOR_VERSION}.0` }

  const [encoders, filters] = await Promise.all([list(ffmpegPath, '-encoders'), list(ffmpegPath, '-filters')])
  const missing = REQUIRED_ENCODERS.filter((name) => !encoders.has(name))
  if (missing.length > 0) return { ok: false, reason: `ffmpeg ${version} lacks ${missing.join(' and ')}` }
  const canToneMap = filters.has('zscale') && filters.has('tonemap')
  return { ok: true, ffmpeg: { ffmpegPath, ffprobePath, version, canToneMap, confinement: await findConfinement() } }
}

async function readVersion(path: string): Promise<string | null> {
  const output = await runBriefly(path, ['-version'])
  return /^ff\w+ version n?(\S+)/.exec(output ?? '')?.[1] ?? null
}

/** The second word of each line is a name. */
async function list(path: string, option: string): Promise<Set<string>> {
  const output = (await runBriefly(path, ['-hide_banner', option])) ?? ''
  return new Set(output.split('\n').flatMap((line) => line.trim().split(/\s+/)[1] ?? []))
}

/** Each is tried, because small systems have programs of these names without the options. */
async function findConfinement(): Promise<Ffmpeg['confinement']> {
  const [nice, prlimit, setpriv] = await Promise.all([
    runBriefly('nice', ['-n', '10', 'true']),
    runBriefly('prlimit', ['--core=0', '--', 'true']),
    runBriefly('setpriv', ['--pdeathsig', 'KILL', '--no-new-privs', 'true']),
  ])
  return { nice: nice !== null, prlimit: prlimit !== null, setpriv: setpriv !== null }
}

/** Returns null if the program does not run. */
async function runBriefly(path: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(path, args, { timeout: 20_000, maxBuffer: 4_000_000 })
    return stdout
  } catch {
    return null
  }
}
