/**
 * Two processes behind Caddy, replaced one after the other while people buy and learn: no order and no watched second is
 * lost, and pages are there. Hardly a call fails, and buyers and players repeat it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { type Bought, buy } from '../../world/buyer.ts'
import { givenVideo } from '../../world/lessons.ts'
import { startCommand } from '../../world/operator.ts'
import { reservePort } from '../../world/ports.ts'
import { givenCourse } from '../../world/selling.ts'
import { createServerDb, type RunningServer, startServer } from '../../world/server.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
const BUYERS = 3
const LEARNERS = 5
const PASSWORD = 'three blind mice run'
/** Between two reports of a player. */
const REPORTED_SECONDS = 15
const PAUSE_MS = 100

const name =
  'a rolling restart of two processes behind Caddy loses no order and no watched second, and pages are there all the time'
test.skipIf(!hasCaddy)(hasCaddy ? name : `${name} (needs CADDY)`, async () => {
  const port = await reservePort()
  const url = `http://localhost:${port}`
  const shared = { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1', LISTEN_ADDRESS: '127.0.0.1' }
  const first = await startServer(shared)
  const second = await startServer({ ...shared, DATA_DIR: first.dataDir })
  const caddy = await startCaddy(port, [first, second])
  const film = await createFilm(first)
  const load = startLoad(url, film)
  try {
    for (const server of [first, second, first]) {
      await load.untilBought(3)
      expect(await server.terminate()).toBe(0)
      await load.untilBought(3)
      await server.start()
    }
    await load.untilBought(3)
    const { bought, calls, pages, reports, watched } = await load.stop()
    console.log(JSON.stringify({ bought: bought.length, calls, pages, reports }))
    expect(reports.failed / reports.sent, JSON.stringify(reports)).toBeLessThan(0.01)
    expect(calls.failed / calls.sent, JSON.stringify(calls)).toBeLessThan(0.01)
    expect(bought.filter(({ outcome }) => outcome !== 'complete')).toEqual([])
    expect(pages.failed / pages.sent).toBeLessThan(0.01)
    const { db, close } = await createServerDb(first)
    const emails = bought.map(({ email }) => email)
    const rows = await db
      .selectFrom('orders')
      .innerJoin('enrolment', 'enrolment.order_id', 'orders.id')
      .select('orders.email')
      .where('orders.state', '=', 'complete')
      .where('orders.email', 'in', emails)
      .execute()
    const saved = await db
      .selectFrom('watch')
      .innerJoin('person', 'person.id', 'watch.person_id')
      .select(['person.email', 'watch.ranges', 'watch.position_seconds'])
      .execute()
    await close()
    expect(Object.fromEntries(saved.map((row) => [row.email, row.position_seconds]))).toEqual(watched)
    expect(saved.map(({ ranges }) => ranges)).toEqual(saved.map((row) => `{[0,${row.position_seconds})}`))
    expect(rows.map(({ email }) => email).sort()).toEqual(emails.sort())
    const settings = { MODE: 'demo', DATA_DIR: first.dataDir }
    expect(await startCommand(settings, null, 'audit').ended).toMatchObject({ code: 0 })
  } finally {
    await load.stop()
    await caddy.stop()
    await second.interrupt()
    await first.dispose()
  }
})

/** As `deploy/Caddyfile`, with two processes and without TLS. */
async function startCaddy(port: number, servers: readonly RunningServer[]): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-caddy-'))
  const upstreams = servers.map(({ url }) => url.replace('http://localhost', '127.0.0.1')).join(' ')
  await writeFile(
    join(folder, 'Caddyfile'),
    `{
	admin off
	auto_https off
}
http://localhost:${port} {
	reverse_proxy ${upstreams} {
		health_uri /readyz
		health_interval 1s
		lb_try_duration 30s
		lb_try_interval 250ms
		transport http {
			keepalive 4s
		}
	}
}
`,
  )
  const environment = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child: ChildProcess = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    env: environment,
    stdio: 'ignore',
  })
  await expect
    .poll(() =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return {
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Film = { lessonId: string; assetId: string; emails: string[] }

/** A course with one film, and learners who have a seat. */
async function createFilm({ dataDir }: RunningServer): Promise<Film> {
  const deps = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  try {
    const cohortCode = await givenCourse(deps, { seats: LEARNERS })
    const courseCode = cohortCode.slice(0, -2)
    const video = await givenVideo(deps, courseCode, { seconds: 100_000 })
    // Its file has one byte.
    await deps.db.insertInto('course_storage').values({ course_code: courseCode, used_bytes: 1 }).execute()
    await deps.db
      .insertInto('asset_reference')
      .values({ asset_id: video.assetId, source: 'lesson', source_key: video.lessonId })
      .execute()
    const passwords = createPasswords()
    const emails = Array.from({ length: LEARNERS }, (_, at) => `learner-${at}@understudy.test`)
    for (const email of emails) {
      const account = { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' }
      await createVerifiedAccount(deps.db, passwords, account, PASSWORD)
      await giveSeat(deps, cohortCode, account)
    }
    return { ...video, emails }
  } finally {
    await deps.close()
  }
}

type Counts = { sent: number; failed: number; reasons: Record<string, number> }
/** `calls`: those of buyers, who repeat a call that failed. */
type Load = {
  bought: Bought[]
  calls: Counts
  pages: Counts
  /** Of players. */
  reports: Counts
  /** The seconds of each learner whose report was answered. */
  watched: Record<string, number>
}

const startCount = (): Counts => ({ sent: 0, failed: 0, reasons: {} })
const pureFetch = globalThis.fetch

/** Only those through Caddy: the test also asks a process that starts whether it is ready. */
function countCalls(url: string, calls: Counts): () => void {
  globalThis.fetch = (...request) => {
    const isThroughCaddy = String(request[0]).startsWith(`${url}/`)
    return isThroughCaddy ? count(calls, pureFetch(...request)) : pureFetch(...request)
  }
  return () => {
    globalThis.fetch = pureFetch
  }
}

async function count(counts: Counts, call: Promise<Response>): Promise<Response> {
  counts.sent += 1
  const noteFailure = (reason: string) => {
    counts.failed += 1
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1
  }
  const response = await call.catch((error) => {
    noteFailure(error.cause?.code ?? error.name)
    throw error
  })
  if (response.status >= 500) noteFailure(`${response.status} ${new URL(response.url).pathname}`)
  return response
}

/** Buyers who begin again when they have bought, a visitor, and learners who watch. */
function startLoad(url: string, film: Film): { untilBought(count: number): Promise<void>; stop(): Promise<Load> } {
  const stopping = new AbortController()
  const result: Load = { bought: [], calls: startCount(), pages: startCount(), reports: startCount(), watched: {} }
  const stopCounting = countCalls(url, result.calls)
  const buyer = async () => {
    while (!stopping.signal.aborted) result.bought.push(await buy(url, 'MCOM'))
  }
  const visitor = async () => {
    while (!stopping.signal.aborted) {
      await count(result.pages, pureFetch(`${url}/`)).catch(() => {})
      await pause(PAUSE_MS)
    }
  }
  const postJson = (path: string, body: object, headers: Record<string, string> = {}) =>
    pureFetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const logIn = async (email: string): Promise<string | null> => {
    const answer = await count(result.reports, postJson('log-in', { email, password: PASSWORD })).catch(() => null)
    return answer?.ok ? ((await answer.json()) as { token: string }).token : null
  }
  /** A report that was not answered is sent again, as a player does. */
  const learner = async (email: string) => {
    let token: string | null = null
    let position = 0
    while (!stopping.signal.aborted) {
      token ??= await logIn(email)
      const next = position + REPORTED_SECONDS
      const report = { lessonId: film.lessonId, assetId: film.assetId, ranges: [[position, next]], position: next }
      const answer = token
        ? await count(
            result.reports,
            postJson('progress/watched', { reports: [report] }, { authorization: `Bearer ${token}` }),
          ).catch(() => null)
        : null
      if (answer?.status === 401) token = null
      if (answer?.ok) {
        position = next
        result.watched[email] = position
      }
      await pause(PAUSE_MS)
    }
  }
  const people = Promise.all([...Array.from({ length: BUYERS }, buyer), visitor(), ...film.emails.map(learner)])
  return {
    async untilBought(count) {
      const until = result.bought.length + count
      await expect.poll(() => result.bought.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(until)
    },
    async stop() {
      stopping.abort()
      await people
      stopCounting()
      return result
    },
  }
}
