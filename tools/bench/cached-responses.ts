/**
 * Measures how fast a cached response is sent, compared with the same bytes from Fastify and nginx. The servers take
 * short turns in alternating order, and idle servers are paused. Other load can only slow a server down, so its fastest
 * turns are the most accurate.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig } from '#config/config.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
import { createToolDeps } from '../tool-deps.ts'
import { type Load, load, requireWrk } from './load.ts'
import { type MeasuredServer, whyNotPinned } from './measured-server.ts'
import { type Findings, median, type Plan } from './report.ts'
import { ENCODINGS, fetchResponses, getOwnSettings, startFastify, startNginx, startOwnServer } from './servers.ts'

const CONNECTIONS = 32
const WARM_UP = 2
/** The share of turns that count. */
const FASTEST = 1 / 4

/**
 * The requested address, and the least share of another server's rate. nginx serves files, so it has no query strings.
 */
type Subject = { path: string; goals: { fastify: number; nginxByGzip?: number } }
const PAGE: Subject = { path: '/nina-reyes', goals: { fastify: 0.7, nginxByGzip: 0.35 } }
const JSON_CALL: Subject = { path: '/api/v1/course-card-data?courseCodes=NG', goals: { fastify: 0.7 } }

type Case = { name: string; server: MeasuredServer; encoding: string; loads: Load[] }

export const benchPages = (findings: Findings, plan: Plan) => bench(findings, plan, PAGE)
export const benchJson = (findings: Findings, plan: Plan) => bench(findings, plan, JSON_CALL)

async function bench(findings: Findings, plan: Plan, subject: Subject): Promise<void> {
  requireWrk()
  const folder = await mkdtemp(join(tmpdir(), 'understudy-measure-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbedded(folder, createLog('silent'), { fsync: 'off', full_page_writes: 'off' })
  const running: MeasuredServer[] = []
  try {
    await importDemo(folder, postgres.url)
    running.push(await startOwnServer('ours', postgres.url, folder))
    const responses = await fetchResponses(running[0]!, subject.path)
    running.push(await startFastify(folder, responses))
    const nginx = subject.goals.nginxByGzip ? await startNginx(folder, subject.path, responses) : null
    if (nginx) running.push(nginx)
    printSetup(plan, subject, nginx !== null, responses.gzip.body.length)
    const cases = await measureAll(plan, subject, running)
    printCases(cases)
    checkGoals(findings, subject, cases)
  } finally {
    for (const server of running) await server.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function importDemo(folder: string, url: string): Promise<void> {
  const deps = await createToolDeps(readConfig(getOwnSettings(url, folder)))
  const imported = await importContent(deps, 'content', deps.clock())
  // Without an owner, production answers every page with the set-up.
  await grantAdminRole(deps, { email: 'owner@measured.test', name: 'Owner' })
  await deps.close()
  if (!imported.ok) throw new Error(imported.refusal.reason)
}

async function measureAll(plan: Plan, subject: Subject, servers: readonly MeasuredServer[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const server of servers) server.pause()
  for (const encoding of ENCODINGS) {
    // nginx has no Brotli module in Debian.
    const compared = servers.filter(({ name }) => name !== 'nginx' || encoding !== 'br')
    const turns = compared.map((server) => ({ name: server.name, server, encoding, loads: [] }))
    await takeTurns(plan, subject, turns)
    cases.push(...turns)
  }
  return cases
}

/** The first turn of each server is a warm-up, until its code is compiled. */
async function takeTurns({ rounds, seconds }: Plan, { path }: Subject, cases: readonly Case[]): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const { server, encoding, loads } of round % 2 ? cases : cases.toReversed()) {
      server.resume()
      const duration = round === 0 ? seconds * WARM_UP : seconds
      const result = await load(server, { path, encoding, seconds: duration, connections: CONNECTIONS })
      server.pause()
      if (round > 0) loads.push(result)
    }
  }
}

function checkGoals({ goal, note }: Findings, { goals }: Subject, cases: readonly Case[]): void {
  const find = (name: string, encoding: string) => cases.find((one) => one.name === name && one.encoding === encoding)
  console.log('\nrequests, compared with another server (by the fastest quarter of the turns of each)')
  for (const encoding of ENCODINGS) {
    const ownRate = getFastestRate(find('ours', encoding)!)
    goal(`ours ÷ Fastify, ${encoding}`, ownRate / getFastestRate(find('Fastify', encoding)!), goals.fastify)
    const nginx = find('nginx', encoding)
    if (!nginx) continue
    const ratio = ownRate / getFastestRate(nginx)
    if (encoding === 'gzip' && goals.nginxByGzip) goal('ours ÷ nginx, gzip', ratio, goals.nginxByGzip)
    else note(`ours ÷ nginx, ${encoding}`, ratio.toFixed(2))
  }
}

/** Uses the server's processor time if known, because the load generator may be the bottleneck. */
function getFastestRate({ loads }: Case): number {
  const rates = loads.map((one) => one.requestsPerCpuSecond ?? one.requestsPerSecond).toSorted((a, b) => b - a)
  const counted = rates.slice(0, Math.ceil(rates.length * FASTEST))
  return counted.reduce((sum, one) => sum + one) / counted.length
}

function printCases(cases: readonly Case[]): void {
  console.log('\n                      medians of the turns')
  console.log('server    encoding   requests/s   p99 ms   per CPU second (fastest)')
  for (const one of cases) {
    const perSecond = median(one.loads.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)
    const p99 = median(one.loads.map(({ p99Milliseconds }) => p99Milliseconds)).toFixed(1)
    console.log(
      `${one.name.padEnd(10)}${one.encoding.padEnd(10)}${perSecond.padStart(11)}${p99.padStart(9)}${getFastestRate(one).toFixed(0).padStart(17)}`,
    )
  }
}

function printSetup({ rounds, seconds }: Plan, { path, goals }: Subject, hasNginx: boolean, bytes: number): void {
  const cores = whyNotPinned
    ? `not pinned to cores (${whyNotPinned}): the figures are less reliable`
    : 'each server on core 0 and the load on core 1'
  console.log(`\n${path}, ${bytes} bytes by gzip, ${CONNECTIONS} connections, ${rounds} turns of ${seconds} s each, ${cores}.
${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.
Compares requests per second of the server's own processor time, so that other load does not count.`)
  if (!hasNginx && goals.nginxByGzip) console.log('nginx: not installed')
}
