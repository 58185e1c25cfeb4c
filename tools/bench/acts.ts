/**
 * Counts what one act costs that the other parts do not measure: a page from the cache, the same page drawn anew, and a
 * message to a learner with its e-mail. Statements are counted by a server that writes them to a file, and processor time
 * by another one, because writing them takes time.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { Deps } from '#http/deps.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { getDatabaseCpuSeconds, type MeasuredServer, startMeasured } from './measured-server.ts'
import type { Findings, Plan } from './report.ts'
import { reserveAddress } from './servers.ts'

const PASSWORD = 'three blind mice run'
const LEARNERS = 60
const PAGES = 100
/** A page of the demo, and the course whose changes drop it from the cache. */
const PAGE = { path: '/nina-reyes', course: 'NG' }
const LATE_MS = 300_000

/** A course for each message, because it takes three a day only. */
type School = { deps: Deps; email: string; courseCodes: string[] }
type Act = { name: string; count: number; run(server: MeasuredServer, school: School): Promise<void> }

const ACTS: Act[] = [
  { name: 'a page from the cache', count: PAGES, run: (server) => loadPages(server, null) },
  { name: 'a page drawn anew', count: PAGES, run: (server, { deps }) => loadPages(server, deps) },
  { name: 'a message to a learner', count: LEARNERS, run: (server, school) => sendToAll(server, school) },
]

export async function benchActs({ note }: Findings, plan: Plan): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-acts-'))
  await chmod(dataDir, 0o711)
  console.log(
    `\nacts: ${plan.rounds} rounds, ${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.`,
  )
  const environment = { MODE: 'demo', DEMO_STORY: '0', NODE_ENV: '', DATA_DIR: dataDir, LISTEN_ADDRESS: '127.0.0.1' }
  const file = join(dataDir, 'statements')
  const recorder = new URL('./statement-recorder.ts', import.meta.url).href
  const start = async (more: Record<string, string>) => {
    const address = await reserveAddress('acts')
    const isReady = async () => (await fetch(`${address.url}/readyz`)).ok
    const settings = { ...environment, PORT: new URL(address.url).port, ...more }
    return startMeasured(address, [process.execPath, 'src/app/main.ts'], settings, isReady, false)
  }
  const measured = await start({})
  const { deps, close } = await createDeps(readConfig(environment), false)
  try {
    const school = { deps, ...(await createSchool(deps, plan.rounds + 3)) }
    await untilIdle(deps)
    const readCpu = async () =>
      [measured.cpuSeconds(), getDatabaseCpuSeconds(dataDir)].map((one) => (one ?? Number.NaN) * 1000)
    const cpu = await measure(measured, school, plan.rounds, readCpu)
    // One worker at a time, so that it does every job.
    await measured.stop()
    const recorded = await start({ NODE_OPTIONS: `--import ${recorder}`, STATEMENTS_FILE: file })
    await writeFile(file, '')
    const countLines = async () => [(await readFile(file, 'utf8')).split('\n').length]
    const statements = await measure(recorded, school, 1, countLines)
    await recorded.stop()
    for (const [index, { name }] of ACTS.entries()) {
      const [program, database] = cpu[index]!
      note(`${name}, statements`, statements[index]![0]!.toFixed(1))
      note(`${name}, ms of the program`, program!.toFixed(2))
      note(`${name}, ms of PostgreSQL`, database!.toFixed(2))
    }
  } finally {
    await close()
    await measured.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The receipts of the seats are sent. */
async function untilIdle({ db }: Deps): Promise<void> {
  const left = sql<{ is: boolean }>`select exists (select from pgboss.job
    where state < 'completed' and start_after <= now()) as is`
  while ((await left.execute(db)).rows[0]!.is) await pause(200)
}

/** The least that one act adds to each figure, without what an idle server adds in the same time. */
async function measure(
  server: MeasuredServer,
  school: School,
  rounds: number,
  readFigures: () => Promise<number[]>,
): Promise<number[][]> {
  for (const { run } of ACTS) await run(server, school)
  const idle = await measureOne(readFigures, () => pause(10_000))
  const costs: number[][] = []
  for (const { run, count } of ACTS) {
    const all: number[][] = []
    for (let round = 0; round < rounds; round++) {
      const { added, ms } = await measureOne(readFigures, () => run(server, school))
      all.push(added.map((figure, at) => Math.max(0, figure - (idle.added[at]! * ms) / idle.ms) / count))
    }
    costs.push(idle.added.map((_, at) => Math.min(...all.map((figures) => figures[at]!))))
  }
  return costs
}

async function measureOne(readFigures: () => Promise<number[]>, act: () => Promise<unknown>) {
  const [before, began] = [await readFigures(), performance.now()]
  await act()
  const [after, ms] = [await readFigures(), performance.now() - began]
  return { added: after.map((figure, at) => figure - before[at]!), ms }
}

/** @param changing drops the page from the cache each time; null: it stays there */
async function loadPages({ url }: MeasuredServer, changing: Deps | null): Promise<void> {
  for (let count = 0; count < PAGES; count++) {
    if (changing) {
      await sql`select pg_notify('page_change', ${PAGE.course})`.execute(changing.db)
      await pause(20)
    }
    const answer = await fetch(`${url}${PAGE.path}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${PAGE.path} answered ${answer.status}`)
  }
}

/** Courses of one teacher with the same learners, enough for this many messages. */
async function createSchool(deps: Deps, messageCount: number): Promise<Omit<School, 'deps'>> {
  const passwords = createPasswords()
  const timezoneId = findZoneAtNoon(new Date())
  const create = async () => {
    const account = { email: `${randomUUID()}@understudy.test`, name: 'Demo Learner', roles: ['learner'], timezoneId }
    await createVerifiedAccount(deps.db, passwords, account, PASSWORD)
    return account
  }
  const { email } = await create()
  const { id: personId } = await deps.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const learners = await Promise.all(Array.from({ length: LEARNERS }, create))
  const courseCodes: string[] = []
  for (let count = 0; count < messageCount; count++) {
    const cohortCode = await givenCourse(deps, { seats: LEARNERS })
    const courseCode = cohortCode.slice(0, -2)
    for (const learner of learners) await giveSeat(deps, cohortCode, learner)
    await deps.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role: 'creator' }))
    courseCodes.push(courseCode)
  }
  return { email, courseCodes }
}

/** E-mails that are not urgent wait for the reader's day. The sign of these names is the other way round. */
function findZoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Waits until each learner has the e-mail. */
async function sendToAll({ url }: MeasuredServer, { deps, email, courseCodes }: School): Promise<void> {
  const { token } = await callJson(`${url}/api/v1/log-in`, { email, password: PASSWORD })
  const course = courseCodes.pop()
  const call = (path: string, body: object, method = 'POST') =>
    callJson(`${url}/api/v1/studio/courses/${course}/messages${path}`, body, { token, method })
  const { messageId } = (await call('', { filter: EVERYBODY })).data
  const text = { subject: `A lamp ${randomUUID()}`, body: 'Hello {first name}, bring a lamp.', filter: EVERYBODY }
  const { version } = (await call(`/${messageId}`, { version: 1, text: { ...text, repliesToSender: false } }, 'PATCH'))
    .data
  await call(`/${messageId}/send`, { version, sendAt: null })
  await call(`/${messageId}/send-now`, {})
  const deadline = performance.now() + LATE_MS
  for (;;) {
    const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from mail
      where subject = ${text.subject} and state = 'sent'`.execute(deps.db)
    if (rows[0]!.sent === LEARNERS) return
    if (performance.now() > deadline) throw new Error(`${rows[0]!.sent} of ${LEARNERS} e-mails were sent.`)
    await pause(200)
  }
}

type JsonAnswer = { token: string; data: { messageId: string; version: number } }

async function callJson(url: string, body: object, { token = '', method = 'POST' } = {}): Promise<JsonAnswer> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return JSON.parse(text || '{}')
}
