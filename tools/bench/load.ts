/**
 * Asks a server for pages as fast as it answers, from a core that is not the server's. The load is wrk: one that is
 * slower than the server would leave it waiting, and what is measured then is how it wakes up.
 */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LOAD_CORE, type Measured, pinned } from './measured.ts'

export type Load = {
  requestsPerSecond: number
  /** By the server's own processor time: what it would do if nobody else needed the machine. Null: not told here. */
  requestsPerCpuSecond: number | null
  p99Milliseconds: number
}
export type Asked = { paths: readonly string[]; encoding: string; seconds: number; connections: number; host: string }

const SCRIPT = join(import.meta.dirname, 'load.lua')

/** Before anything is made ready that it would be needed for. */
export function requireLoad(): void {
  if (spawnSync('wrk', ['--version']).error)
    throw new Error('The load comes from wrk, which is not installed here. Debian: apt-get install wrk')
}

export async function load(server: Measured, asked: Asked): Promise<Load> {
  const { paths, encoding, seconds, connections, host } = asked
  const how = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--script', SCRIPT]
  const [command, given] = pinned(LOAD_CORE, 'wrk', [...how, server.url, '--', host, encoding, ...paths])
  const before = server.cpuSeconds()
  const { stdout } = await promisify(execFile)(command, given)
  const after = server.cpuSeconds()
  const { requests, seconds: took, p99Milliseconds, failed } = JSON.parse(stdout.trim().split('\n').at(-1)!)
  if (failed > 0 || requests === 0) throw new Error(`${server.name}: ${failed} failed of ${requests} requests`)
  return {
    requestsPerSecond: requests / took,
    requestsPerCpuSecond: before === null || after === null ? null : requests / (after - before),
    p99Milliseconds,
  }
}
