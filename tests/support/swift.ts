/**
 * OpenStack Swift with its S3 interface, as an S3 server that checks signatures. It needs Debian's packages
 * swift-proxy, swift-account, swift-container, swift-object and memcached, and a disk with extended attributes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Config } from '#config/media.ts'

export type SwiftServer = { s3: S3Config; stop(): Promise<void> }

const KINDS = ['object', 'container', 'account'] as const
const PROGRAMS = [
  ...['proxy', ...KINDS].map((kind) => `/usr/bin/swift-${kind}-server`),
  '/usr/bin/swift-ring-builder',
  '/usr/bin/memcached',
]
const READY_MS = 60_000

/** Installs nothing: where it is false, tests say `(needs SWIFT)` and are skipped. */
export const hasSwift = PROGRAMS.every((path) => existsSync(path))

/** Takes about 5 s. The bucket does not exist yet. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-swift-'))
  const ports = await findFreePorts(5)
  const [proxyPort, memcachePort] = ports as [number, number]
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
  const common = `user = ${userInfo().username}\nswift_dir = ${folder}\nbind_ip = 127.0.0.1\nworkers = 0\nlog_level = ERROR\n`
  const children = [
    spawnEnding('memcached', ['-l', '127.0.0.1', '-p', String(memcachePort), '-u', userInfo().username]),
  ]
  for (const [index, kind] of KINDS.entries()) {
    const port = ports[index + 2]!
    buildRing(folder, kind, port)
    const path = join(folder, `${kind}.conf`)
    await writeFile(
      path,
      `[DEFAULT]\n${common}bind_port = ${port}\ndevices = ${join(folder, 'devices')}\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
    children.push(spawnEnding(`swift-${kind}-server`, [path]))
  }
  const proxyPath = join(folder, 'proxy.conf')
  await writeFile(proxyPath, `[DEFAULT]\n${common}bind_port = ${proxyPort}\n${describeProxy(memcachePort)}`)
  children.push(spawnEnding('swift-proxy-server', [proxyPath]))
  const endpoint = `http://127.0.0.1:${proxyPort}`
  const stop = async () => {
    await Promise.all(children.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  // The proxy is ready before the servers behind it, and then answers 503.
  const servers = ports.slice(2).map((port) => `http://127.0.0.1:${port}/`)
  const all = [untilReady(`${endpoint}/healthcheck`), ...servers.map((url) => untilReady(url, () => true))]
  await Promise.all(all).catch(async (error) => {
    await stop()
    throw error
  })
  const s3 = {
    endpoint,
    region: 'us-east-1',
    bucket: 'media',
    key: 'test:tester',
    secret: 'testing',
    isPathStyle: true,
  }
  return { s3, stop }
}

const MIDDLEWARE = ['catch_errors', 'gatekeeper', 'healthcheck', 'bulk', 's3api', 'tempauth', 'slo', 'dlo'] as const

function describeProxy(memcachePort: number): string {
  const filters = MIDDLEWARE.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  return [
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo versioned_writes proxy-server',
    '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true',
    `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${memcachePort}`,
    '[filter:listing_formats]\nuse = egg:swift#listing_formats',
    '[filter:versioned_writes]\nuse = egg:swift#versioned_writes',
    ...filters.map((filter) =>
      filter
        .replace(/(#s3api\n)/, '$1auth_pipeline_check = false\nlocation = us-east-1\n')
        .replace(/(#tempauth\n)/, '$1user_test_tester = testing .admin\n'),
    ),
  ].join('\n')
}

/** One copy on one device. */
function buildRing(folder: string, kind: string, port: number): void {
  const file = join(folder, `${kind}.builder`)
  for (const args of [
    ['create', '4', '1', '1'],
    ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
    ['rebalance', '--seed', '1'],
  ]) {
    const result = spawnSync('swift-ring-builder', [file, ...args], { encoding: 'utf8' })
    // 1 is a warning.
    if (result.status !== 0 && result.status !== 1) throw new Error(`${result.stdout}${result.stderr}`)
  }
}

/** Ends with the test's process, even after kill -9. */
function spawnEnding(program: string, args: readonly string[]): ChildProcess {
  return spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function untilReady(url: string, isReady = (response: Response) => response.ok): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => null)
    if (response && isReady(response)) return
    await wait(100)
  }
  throw new Error(`Swift was not ready at ${url} in time`)
}

/** Below the ephemeral range, so that no connection takes one meanwhile. */
async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const server = createServer()
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) ports.add(port)
    server.close()
  }
  return [...ports]
}
