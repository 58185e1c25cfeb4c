/** Asks a server for pages as fast as it answers, from a core that is not the server's. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measuringTool } from '../measuring-tool.ts'
import { LOAD_CORE, type Measured, pinned } from './measured.ts'

export type Load = {
  requestsPerSecond: number
  /** By the server's own processor time: what it would do if nobody else needed the machine. Null: not told here. */
  requestsPerCpuSecond: number | null
  p99Milliseconds: number
}
export type Asked = { paths: readonly string[]; encoding: string; amount: number; connections: number; host: string }

export async function load(server: Measured, asked: Asked, folder: string): Promise<Load> {
  const har = join(folder, 'requests.har')
  await writeFile(har, JSON.stringify(requestsOf(server.url, asked)))
  const [command, given] = pinned(LOAD_CORE, process.execPath, [
    measuringTool('autocannon'),
    '--json',
    ...['--har', har, '--amount', String(asked.amount), '--connections', String(asked.connections)],
    server.url,
  ])
  const before = server.cpuSeconds()
  const { stdout } = await promisify(execFile)(command, given, { maxBuffer: 16 << 20 })
  const after = server.cpuSeconds()
  const { requests, latency, errors, non2xx } = JSON.parse(stdout)
  if (errors > 0 || non2xx > 0) throw new Error(`${server.name}: ${errors} errors, ${non2xx} answers other than 200`)
  return {
    requestsPerSecond: requests.average,
    requestsPerCpuSecond: before === null || after === null ? null : requests.total / (after - before),
    p99Milliseconds: latency.p99,
  }
}

function requestsOf(url: string, { paths, encoding, host }: Asked) {
  const headers = Object.entries({ host, 'accept-encoding': encoding }).map(([name, value]) => ({ name, value }))
  return { log: { entries: paths.map((path) => ({ request: { method: 'GET', url: url + path, headers } })) } }
}
