/**
 * Measures enrolments per second with the sandbox provider, from the first quote to the last mail, and counts the
 * statements of one enrolment. The server and PostgreSQL run with their default settings.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { type Findings, median, type Plan } from './report.ts'
import { type Seller, type Shop, startSeller } from './seller.ts'

const CLIENTS = [1, 4, 16, 64]
const GOALS = { flat: 0.85 }
const SEATS = 100_000_000
const WARM_UP_SECONDS = 8
const COUNTED_ENROLMENTS = 10

/** Enrolments per second with all their jobs, a buyer's waiting time, and the server's processor time of one enrolment. */
type Round = { perSecond: number; p50Milliseconds: number; p99Milliseconds: number; cpuMilliseconds: number }

export async function benchEnrolments(findings: Findings, plan: Plan): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-enrol-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbedded(folder, createLog('silent'))
  try {
    printSetup(plan)
    const shop = await createShop(postgres.url, folder)
    console.log(`${await countStatements(shop, join(folder, 'statements'))} statements per enrolment`)
    await measure(findings, plan, shop)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createShop(url: string, folder: string): Promise<Shop> {
  const shop = { address: url, courseCode: '', folder: join(folder, 'site') }
  await mkdir(shop.folder)
  // The first start migrates the database and creates the job tables.
  const seller = await startSeller('first', shop)
  const { db, close } = createDb(url, createLog('silent'))
  const courseCode = await givenCourse({ db }, { seats: SEATS })
  await close()
  await seller.stop()
  return { ...shop, courseCode }
}

/** The fewest statements of several enrolments, because timers add their own statements to some of them. */
async function countStatements(shop: Shop, file: string): Promise<number> {
  const recorder = new URL('./statement-recorder.ts', import.meta.url).href
  const seller = await startSeller('recorded', shop, { NODE_OPTIONS: `--import ${recorder}`, STATEMENTS_FILE: file })
  const counts: number[] = []
  try {
    for (let round = 0; round < COUNTED_ENROLMENTS; round++) {
      await writeFile(file, '')
      await seller.sell(1, 0)
      counts.push((await readFile(file, 'utf8')).trimEnd().split('\n').length)
    }
  } finally {
    await seller.stop()
  }
  return Math.min(...counts)
}

async function measure({ goal }: Findings, plan: Plan, shop: Shop): Promise<void> {
  const seller = await startSeller('measured', shop)
  try {
    await seller.sell(16, WARM_UP_SECONDS)
    const results = CLIENTS.map((clients) => ({ clients, rounds: [] as Round[] }))
    for (let round = 0; round < plan.rounds; round++)
      for (const { clients, rounds } of results) rounds.push(await measureRound(seller, clients, plan.seconds))
    printResults(results)
    const rates = results.map(({ rounds }) => median(rounds.map(({ perSecond }) => perSecond)))
    goal(`${CLIENTS.at(-1)} at once ÷ the best`, rates.at(-1)! / Math.max(...rates), GOALS.flat)
  } finally {
    await seller.stop()
  }
}

async function measureRound(seller: Seller, clients: number, seconds: number): Promise<Round> {
  const cpuBefore = seller.cpuSeconds() ?? Number.NaN
  const { enrolments, wholeSeconds, p50Milliseconds, p99Milliseconds } = await seller.sell(clients, seconds)
  const cpuSeconds = (seller.cpuSeconds() ?? Number.NaN) - cpuBefore
  return {
    perSecond: enrolments / wholeSeconds,
    p50Milliseconds,
    p99Milliseconds,
    cpuMilliseconds: (cpuSeconds * 1000) / enrolments,
  }
}

function printResults(results: { clients: number; rounds: Round[] }[]): void {
  console.log('\nmedians; CPU: processor time of the server for one enrolment')
  console.log(' at once   enrolments/s   p50 ms   p99 ms   CPU ms')
  for (const { clients, rounds } of results) {
    const format = (key: keyof Round, digits: number) => median(rounds.map((one) => one[key])).toFixed(digits)
    const cells = [format('perSecond', 1), format('p50Milliseconds', 0), format('p99Milliseconds', 0)]
    const widths = [15, 9, 9]
    console.log(
      `${String(clients).padStart(8)}${cells.map((cell, at) => cell.padStart(widths[at]!)).join('')}${format('cpuMilliseconds', 1).padStart(9)}`,
    )
  }
}

function printSetup({ rounds, seconds }: Plan): void {
  console.log(
    `\nenrolments: ${rounds} rounds of ${seconds} seconds, ${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.`,
  )
}
