/**
 * How fast a landing page leaves the cache, beside the same bytes from Fastify, from node:http and from nginx, and
 * whether courses and pages slow it down. Those that are compared take short turns close to each other, there and back
 * again, and stand still meanwhile. What else the machine does can only take from a server, so that its quietest turns
 * tell most of it.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { type Load, load, requireLoad } from './load.ts'
import { type Measured, whyNotPinned } from './measured.ts'
import { type Findings, median } from './report.ts'
import { answersOf, ENCODINGS, HOST, startNginx, startOurs, startSender, visit } from './rivals.ts'
import { copyPath, openShops, type Shops } from './shop.ts'

const PATH = '/nina-reyes'
const COURSES = 10_000
const PAGES = 500
const CONNECTIONS = 32
const WARM_UP = 2
/** Of all turns, those that count. */
const QUIETEST = 1 / 4
const GOALS = { fastify: 0.8, nginx: 0.45, flat: 0.85, p99Milliseconds: 15 }

type Case = { name: string; server: Measured; encoding: string; paths: readonly string[] }

type Plan = { rounds: number; seconds: number }

export async function benchPages(findings: Findings, plan: Plan): Promise<void> {
  requireLoad()
  const shops = await openShops()
  const running: Measured[] = []
  try {
    await measure(findings, plan, shops, running)
  } finally {
    for (const server of running) await server.stop()
    await shops.close()
  }
}

async function measure(findings: Findings, plan: Plan, shops: Shops, running: Measured[]): Promise<void> {
  const started = async (server: Promise<Measured>) => {
    running.push(await server)
    return server
  }
  const small = await shops.open(0)
  const large = await shops.open(COURSES - 10)
  const ours = await started(startOurs('ours', small))
  const answers = await answersOf(ours, PATH)
  const fastify = await started(startSender('fastify', shops.folder, answers))
  const bare = await started(startSender('node', shops.folder, answers))
  const uncached = await started(startOurs('uncached', small, false))
  const many = await started(startOurs('many courses', large))
  const nginx = await startNginx(shops.folder, PATH, answers)
  if (nginx) running.push(nginx)
  sayHow(plan, nginx !== null, answers.gzip.body.length)

  const found: Found[] = []
  for (const encoding of ENCODINGS) {
    const one = (name: string, server: Measured | null): Case[] =>
      server ? [{ name, server, encoding, paths: [PATH] }] : []
    const more = {
      br: [],
      gzip: [...one('nginx', nginx), ...one(`ours, ${COURSES} courses`, many)],
      identity: [...one('nginx', nginx), ...one('ours, not cached', uncached)],
    }
    const compared = [...one('ours', ours), ...one('Fastify', fastify), ...one('node:http', bare), ...more[encoding]]
    found.push(...(await takeTurns(plan, compared)))
  }
  const before = many.residentMegabytes()
  const paths = Array.from({ length: PAGES }, (_, index) => copyPath(index + 1))
  const pages: Case = { name: `ours, ${PAGES} pages`, server: many, encoding: 'gzip', paths }
  many.goOn()
  await visit(many, paths)
  const spread = await takeTurns(plan, [{ ...pages, name: 'ours, 1 of them', paths: [PATH] }, pages])

  print([...found, ...spread])
  judge(findings, found, spread)
  console.log(
    `\nmemory: ${mb(ours)} with 10 courses, ${before.toFixed(0)} MB with ${COURSES}, ${mb(many)} with ${PAGES} pages kept; Fastify ${mb(fastify)}`,
  )
}

type Found = Case & { loads: Load[] }

/** First each server warms up: until its code is compiled, it is not what it will be. */
async function takeTurns({ rounds, seconds }: Plan, cases: Case[]): Promise<Found[]> {
  const found = cases.map((one) => ({ ...one, loads: [] as Load[] }))
  for (const { server } of found) server.pause()
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 ? found : found.toReversed()
    for (const { server, encoding, paths, loads } of order) {
      const turn = round === 0 ? seconds * WARM_UP : seconds
      server.goOn()
      const result = await load(server, { encoding, paths, seconds: turn, connections: CONNECTIONS, host: HOST })
      server.pause()
      if (round > 0) loads.push(result)
    }
  }
  return found
}

function judge({ goal, judge: verdict, tell }: Findings, found: Found[], spread: Found[]): void {
  const by = (name: string, encoding: string) =>
    found.find((one) => one.name === name && one.encoding === encoding)?.loads
  console.log('\nrequests, as a part of what another does (by the quietest quarter of the turns of each)')
  for (const encoding of ENCODINGS) {
    const ours = by('ours', encoding)!
    goal(`of Fastify, ${encoding}`, ratio(ours, by('Fastify', encoding)!), GOALS.fastify)
    tell(`of node:http, ${encoding}`, ratio(ours, by('node:http', encoding)!).toFixed(2))
    const nginx = by('nginx', encoding)
    if (nginx) goal(`of nginx, ${encoding}`, ratio(ours, nginx), GOALS.nginx)
  }
  tell('of our own rendering', ratio(by('ours', 'identity')!, by('ours, not cached', 'identity')!).toFixed(2))
  goal(`${COURSES} courses, of 10`, ratio(by(`ours, ${COURSES} courses`, 'gzip')!, by('ours', 'gzip')!), GOALS.flat)
  tell(`${PAGES} pages, of 1`, ratio(spread[1]!.loads, spread[0]!.loads).toFixed(2))
  const p99 = Math.min(...by('ours', 'br')!.map((one) => one.p99Milliseconds))
  const { p99Milliseconds: most } = GOALS
  verdict('p99, quietest turn, br', `${p99.toFixed(1)} ms`, `< ${most} ms`, p99 < most)
}

/** By the server's processor time where the system tells it: the load may be what is slow. */
function rate(one: Load): number {
  return one.requestsPerCpuSecond ?? one.requestsPerSecond
}

function quietest(loads: Load[]): number {
  const best = loads.map(rate).toSorted((a, b) => b - a)
  const counted = best.slice(0, Math.ceil(best.length * QUIETEST))
  return counted.reduce((sum, one) => sum + one) / counted.length
}

function ratio(ours: Load[], others: Load[]): number {
  return quietest(ours) / quietest(others)
}

function print(found: Found[]): void {
  console.log('\n                                   medians of the turns                     quietest')
  console.log('server                  encoding   requests/s   per CPU second   p99 ms   per CPU second')
  for (const { name, encoding, loads } of found) {
    const perCpu = loads.every((one) => one.requestsPerCpuSecond !== null)
    const cells = [
      name.padEnd(24),
      encoding.padEnd(10),
      median(loads.map((one) => one.requestsPerSecond))
        .toFixed(0)
        .padStart(11),
      (perCpu ? median(loads.map((one) => one.requestsPerCpuSecond!)).toFixed(0) : '–').padStart(17),
      median(loads.map((one) => one.p99Milliseconds))
        .toFixed(1)
        .padStart(9),
      (perCpu ? quietest(loads).toFixed(0) : '–').padStart(17),
    ]
    console.log(cells.join(''))
  }
}

function sayHow({ rounds, seconds }: Plan, hasNginx: boolean, bytes: number): void {
  const where = whyNotPinned
    ? `not kept apart (${whyNotPinned}): take the figures with care`
    : 'each server on core 0 and the load on core 1'
  console.log(`${PATH}, ${bytes} bytes by gzip, ${CONNECTIONS} connections, ${rounds} turns of ${seconds} s each, ${where}.
${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}; nothing is drawn by chance.
Compared by requests a second of the server's own processor time, so that neither a slow load nor other work counts.`)
  if (!hasNginx) console.log('nginx: not installed')
}

function mb(server: Measured): string {
  return `${server.residentMegabytes().toFixed(0)} MB`
}
