/**
 * How many people enrol in a second, from the first question about the price to the last mail, with the sandbox: a
 * server as `npm start` runs it and buyers over HTTP; beside it pgbench, which sends PostgreSQL the very statements
 * that the server was seen to send for one enrolment, and nothing else. Both take turns on one PostgreSQL with its
 * ordinary settings, each with the whole machine to itself, so that what else it does meets both. And whether
 * clients and past orders slow it down.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { givenCourse } from '../../tests/selling.ts'
import { asScript } from './as-script.ts'
import { addPastOrders, type Kept, rowsOf } from './past-orders.ts'
import { hasPgbench, runPgbench } from './pgbench.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'
import { newRecording, record, recording } from './recorded.ts'
import { type Findings, median } from './report.ts'
import { type Seller, startSeller } from './seller.ts'
import { query } from './shop.ts'

type Plan = { rounds: number; seconds: number }

const CLIENTS = [1, 4, 16, 64]
const USUAL_CLIENTS = 16
const PAST_ORDERS = [1_000, 1_000_000] as const
const GOALS = { pgbench: 0.5, flat: 0.85 }
const SEATS = 100_000_000
const WARM_UP_SECONDS = 8

/** A second, of whole enrolments with all that follows; how long a buyer waits; and processor time of each, in milliseconds. */
type Round = { perSecond: number; p50: number; p99: number; server: number; postgres: number }
type Replayed = Pick<Round, 'perSecond' | 'postgres'>
type Shop = { address: string; courseCode: string; folder: string }

export async function benchEnrolments(findings: Findings, plan: Plan): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-enrol-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbedded(folder, openLog('silent'), { max_connections: '200' })
  const sellers: Seller[] = []
  try {
    await measure(findings, plan, folder, postgres.url, sellers)
  } finally {
    for (const seller of sellers) await seller.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure({ goal, tell }: Findings, plan: Plan, folder: string, url: string, sellers: Seller[]) {
  sayHow(plan)
  const first = await openShop(url, folder)
  const { script, rows, statements } = await watchOne(first, folder)

  const shops: Shop[] = []
  for (const count of PAST_ORDERS) shops.push(await copyShop(first, `past_${count}`, rows, count))
  const replayed = await copyShop(shops[0]!, 'replayed')
  for (const [at, shop] of shops.entries()) {
    const seller = await startSeller(`${PAST_ORDERS[at]} past orders`, shop)
    sellers.push(seller)
    await seller.sell(USUAL_CLIENTS, WARM_UP_SECONDS)
    seller.pause()
  }
  const few = sellers[0]!
  console.log(
    `${statements} statements an enrolment; ${new Set(rows.map(({ table }) => table)).size} tables keep ${rows.length} rows of it`,
  )

  const byClients = CLIENTS.map((clients) => ({ clients, ours: [] as Round[], theirs: [] as Replayed[] }))
  for (let round = 0; round < plan.rounds; round++)
    for (const { clients, ours, theirs } of byClients) {
      ours.push(await sell(few, clients, plan.seconds, folder))
      if (hasPgbench) theirs.push(await replay(replayed.address, script, clients, plan.seconds, folder))
    }
  const byPast = sellers.map((seller) => ({ seller, ours: [] as Round[] }))
  for (let round = 0; round < plan.rounds; round++)
    for (const { seller, ours } of byPast) ours.push(await sell(seller, USUAL_CLIENTS, plan.seconds, folder))

  printClients(byClients)
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ perSecond }) => perSecond))
  const best = Math.max(...byClients.map(({ ours }) => rate(ours)))
  console.log('\nenrolments, as a part of what something else does (medians)')
  if (hasPgbench) {
    for (const { clients, ours, theirs } of byClients)
      tell(
        `of pgbench, ${clients} at once`,
        median(ours.map((one, at) => one.perSecond / theirs[at]!.perSecond)).toFixed(2),
      )
    const theirBest = Math.max(...byClients.map(({ theirs }) => median(theirs.map(({ perSecond }) => perSecond))))
    goal('of pgbench, each at its best', best / theirBest, GOALS.pgbench)
  } else console.log('  pgbench: not installed')
  goal(`${CLIENTS.at(-1)} at once, of the best`, rate(byClients.at(-1)!.ours) / best, GOALS.flat)
  for (const { seller, ours } of byPast.slice(1))
    goal(
      `${seller.name}, of ${PAST_ORDERS[0]}`,
      median(ours.map((one, at) => one.perSecond / byPast[0]!.ours[at]!.perSecond)),
      GOALS.flat,
    )
}

async function openShop(url: string, folder: string): Promise<Shop> {
  const shop = { address: url, courseCode: '', folder: join(folder, 'site') }
  await mkdir(shop.folder)
  // It fills the database, and makes its tables of jobs.
  const seller = await startSeller('first', shop)
  const { db, close } = openDb(url, openLog('silent'))
  const courseCode = await givenCourse({ db }, { seats: SEATS })
  await close()
  await seller.stop()
  return { ...shop, courseCode }
}

/** One person who enrols, told by the server: as a script of the statements, and as the rows that are left. */
async function watchOne(shop: Shop, folder: string) {
  const file = join(folder, 'statements')
  await newRecording(file)
  const seller = await startSeller('recorded', shop, recording(file))
  const enrol = async () => void (await seller.sell(1, 0))
  await enrol()
  const [one, other] = await record(file, enrol)
  const rows = await rowsOf(seller.database, enrol)
  await seller.stop()
  const script = join(folder, 'enrolment.sql')
  await writeFile(script, asScript(one, other))
  return { script, rows, statements: one.length }
}

async function copyShop(shop: Shop, name: string, rows?: readonly Kept[], count = 0): Promise<Shop> {
  const address = new URL(shop.address)
  const began = performance.now()
  const from = address.pathname.slice(1)
  const home = new URL(shop.address)
  home.pathname = '/postgres'
  await query(home.href, `create database ${name} template ${from}`)
  address.pathname = `/${name}`
  if (rows) await addPastOrders(address.href, rows, count, shop.courseCode)
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { ...shop, address: address.href }
}
async function sell(seller: Seller, clients: number, seconds: number, folder: string): Promise<Round> {
  seller.goOn()
  const spent = () => [seller.cpuSeconds() ?? Number.NaN, postgresCpuSeconds(folder) ?? Number.NaN] as const
  const before = spent()
  const { enrolments, wholeSeconds, p50Milliseconds: p50, p99Milliseconds: p99 } = await seller.sell(clients, seconds)
  const [server, postgres] = spent().map((after, at) => ((after - before[at]!) * 1000) / enrolments)
  seller.pause()
  return { perSecond: enrolments / wholeSeconds, p50, p99, server: server!, postgres: postgres! }
}

/** Counted: what was sent must have done what the server does. */
async function replay(address: string, script: string, clients: number, seconds: number, folder: string) {
  const client = new pg.Client(address)
  await client.connect()
  const count = async () =>
    (
      await client.query(`select (select count(*) from orders where state = 'complete')::int as orders,
    (select count(*) from enrolment)::int as enrolments, (select count(*) from mail where state = 'sent')::int as mails`)
    ).rows[0]
  const before = await count()
  const spent = postgresCpuSeconds(folder) ?? Number.NaN
  const ran = await runPgbench(address, script, clients, seconds)
  const postgres = (((postgresCpuSeconds(folder) ?? Number.NaN) - spent) * 1000) / ran.transactions
  const after = await count()
  await client.end()
  for (const what of ['orders', 'enrolments', 'mails'])
    if (after[what] - before[what] !== ran.transactions)
      throw new Error(
        `${ran.transactions} times the statements of an enrolment made ${after[what] - before[what]} ${what}`,
      )
  return { perSecond: ran.perSecond, postgres }
}

const COLUMNS = [8, 15, 9, 9, 11, 15, 13, 15]

function printClients(found: { clients: number; ours: Round[]; theirs: Replayed[] }[]): void {
  const row = (cells: readonly string[]) => console.log(cells.map((cell, at) => cell.padStart(COLUMNS[at]!)).join(''))
  console.log('\nms each: processor time of one enrolment (medians)')
  row(['at once', 'enrolments/s', 'p50 ms', 'p99 ms', 'server ms', 'PostgreSQL ms', 'pgbench/s', 'PostgreSQL ms'])
  for (const { clients, ours, theirs } of found) {
    const of = (value: (one: Round) => number) => median(ours.map(value)).toFixed(1)
    const ofTheirs = (value: (one: Replayed) => number) => (theirs[0] ? median(theirs.map(value)).toFixed(1) : '–')
    row([
      String(clients),
      of((one) => one.perSecond),
      of((one) => one.p50),
      of((one) => one.p99),
      of((one) => one.server),
      of((one) => one.postgres),
      ofTheirs((one) => one.perSecond),
      ofTheirs((one) => one.postgres),
    ])
  }
}

function sayHow({ rounds, seconds }: Plan): void {
  console.log(
    `\nenrolments: ${rounds} rounds of ${seconds} seconds, ${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.`,
  )
}
