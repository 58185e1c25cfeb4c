/**
 * Learners report, play and finish lessons in many tabs while refunds, disputes and lost disputes end their access, and
 * the program and PostgreSQL are killed under them. Then the audit, and every answer that a learner was given.
 */
import { createRandom } from '../../support/random.ts'
import { type RunningServer, startServer } from '../../world/server.ts'
import { auditUntilClean, pause, withDeps } from '../installation.ts'
import {
  buySeat,
  type Classroom,
  createAccounts,
  createClassroom,
  decideDispute,
  readSeatRecords,
  refundSeat,
  type Seat,
  type SeatRecords,
} from './classroom.ts'
import { judge } from './judge.ts'
import { createRecord, type LearnerRecord, learn } from './learner.ts'

export type LearningPlan = {
  learners: number
  tabs: number
  /** Acknowledged reports of all learners, until which the load goes on. */
  reports: number
  appKills: number
  postgresKills: number
  seed: number
}
export type LearningReport = {
  reports: number
  /** Media requests with bytes while access was open, and refused after it had ended. */
  played: number
  refused: number
  completions: number
  certificates: number
  recoveriesMs: number[]
  faults: string[]
  violations: string
  seconds: number
}

const SETTLED_WITHIN_MS = 180_000
/** The addresses of an ended access are tried for this time after its end. */
const PROBE_MS = 7000
/** A product in which the awaited thing never happens must fail the test and not hang it. */
const HAPPENS_WITHIN_MS = 240_000

export async function tortureLearners(plan: LearningPlan): Promise<LearningReport> {
  const began = performance.now()
  const server = await startServer({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  try {
    const { classroom, accounts } = await withDeps(server, {}, async (deps) => ({
      classroom: await createClassroom(deps, server.url, plan.learners),
      accounts: await createAccounts(deps, plan.learners),
    }))
    const seats: Seat[] = []
    for (const account of accounts) seats.push(await buySeat(classroom, account))
    const seatRecords = await withDeps(server, {}, (deps) => readSeatRecords(deps, seats))
    const { records, reports, recoveriesMs } = await lecture(plan, server, classroom, seats, seatRecords)
    const violations = await auditUntilClean(server, {})
    const judged = await judgeUntilSettled(server, classroom, records)
    const sum = (key: 'played' | 'refused') => records.reduce((total, record) => total + record[key], 0)
    const seconds = Math.round((performance.now() - began) / 1000)
    return { reports, played: sum('played'), refused: sum('refused'), ...judged, recoveriesMs, violations, seconds }
  } finally {
    await server.dispose()
  }
}

async function lecture(
  plan: LearningPlan,
  server: RunningServer,
  classroom: Classroom,
  seats: readonly Seat[],
  seatRecords: SeatRecords,
) {
  const random = createRandom(plan.seed)
  const records = seats.map(createRecord)
  let reports = 0
  let isOver = false
  const reached = async (share: number) => {
    while (reports < plan.reports * share) await pause(50)
  }
  const isAllDone = ({ end, completed }: LearnerRecord) => end === 'none' && completed.size > classroom.videos.length
  const shared = { classroom, random, onReport: () => void reports++, isOver: () => isOver }
  const learning = records.map((record) => learn(shared, record, plan.tabs))
  const ending = records.map(async (record) => {
    const share = 0.1 + 0.4 * random.next()
    await reached(share)
    await until(() => record.end === 'none' || record.addresses.length > 0)
    await endAccess(server.url, record, seatRecords)
  })
  const recoveriesMs = await killAll(plan, server, reached)
  // A learner whose access never ends completes the course at some time.
  await Promise.all([reached(1), until(() => records.some(isAllDone)), ...ending])
  isOver = true
  await Promise.all(learning)
  return { records, reports, recoveriesMs }
}

async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + HAPPENS_WITHIN_MS
  while (!isDone() && Date.now() < deadline) await pause(50)
}

/** Resolves when the media addresses have been tried long enough after the end, and one was refused. */
async function endAccess(url: string, record: LearnerRecord, seatRecords: SeatRecords): Promise<void> {
  if (record.end === 'none') return
  if (record.end === 'refund') await refundSeat(url, record, seatRecords)
  else await decideDispute(url, record, seatRecords, 'open')
  while (record.closedAt === null) await pause(50)
  await pause(PROBE_MS)
  await until(() => record.refused > 0)
  if (record.end === 'won') record.mayReopen = true
  if (record.end === 'won' || record.end === 'lost') await decideDispute(url, record, seatRecords, record.end)
}

/** The kills are spread evenly over the reports, one kind after the other. */
async function killAll(
  { appKills, postgresKills }: LearningPlan,
  server: RunningServer,
  reached: (share: number) => Promise<void>,
): Promise<number[]> {
  const recoveriesMs: number[] = []
  const kills = appKills + postgresKills
  for (let index = 0; index < kills; index++) {
    await reached((index + 1) / (kills + 1))
    const at = performance.now()
    if ((index % 2 === 0 && index / 2 < appKills) || (index - 1) / 2 >= postgresKills) {
      await server.kill9()
      await server.start()
    } else await server.killPostgres9()
    await untilReady(server.url)
    recoveriesMs.push(Math.round(performance.now() - at))
  }
  return recoveriesMs
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
}

/** The last jobs sign and revoke certificates. A fault after the deadline is a broken promise. */
async function judgeUntilSettled(server: RunningServer, classroom: Classroom, records: readonly LearnerRecord[]) {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  return withDeps(server, {}, async (deps) => {
    for (;;) {
      const judged = await judge(deps, classroom, records)
      if (judged.faults.length === 0 || Date.now() > deadline) return judged
      await pause(1000)
    }
  })
}
