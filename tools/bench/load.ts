/**
 * Requests pages as fast as the server responds, from another core. wrk is fast enough that the server never idles,
 * which would distort the measurement.
 */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackage } from '../install-package.ts'
import { LOAD_CORE, type MeasuredServer, pinToCore } from './measured-server.ts'
import { HOST } from './servers.ts'

export type Load = {
  requestsPerSecond: number
  /**
   * Per second of the server's processor time, so that other load does not count. Null if the system does not report
   * it.
   */
  requestsPerCpuSecond: number | null
  p99Milliseconds: number
}
export type LoadOptions = {
  path: string
  encoding: string
  seconds: number
  connections: number
}

const SCRIPT = join(import.meta.dirname, 'load.lua')

/** Called before any slow preparation. */
export function requireWrk(): void {
  if (isWrkMissing()) installPackage('wrk')
  if (isWrkMissing())
    throw new Error('The load comes from wrk, which is not installed here. Debian: apt-get install wrk')
}

const isWrkMissing = (): boolean => spawnSync('wrk', ['--version']).error !== undefined

export async function load(server: MeasuredServer, options: LoadOptions): Promise<Load> {
  const { path, encoding, seconds, connections } = options
  const wrkOptions = [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--script',
    SCRIPT,
  ]
  const [command, args] = pinToCore(LOAD_CORE, 'wrk', [...wrkOptions, server.url, '--', HOST, encoding, path])
  const before = server.cpuSeconds()
  const { stdout } = await promisify(execFile)(command, args)
  const after = server.cpuSeconds()
  const { requests, seconds: duration, p99Milliseconds, failed } = JSON.parse(stdout.trim().split('\n').at(-1)!)
  if (failed > 0 || requests === 0) throw new Error(`${server.name}: ${failed} failed of ${requests} requests`)
  return {
    requestsPerSecond: requests / duration,
    requestsPerCpuSecond: before === null || after === null ? null : requests / (after - before),
    p99Milliseconds,
  }
}
