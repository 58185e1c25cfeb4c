/**
 * Measures learning: reports of watched seconds, segments of videos, course rooms, the first rendition of a video, and
 * how much encoders slow down others. The server and PostgreSQL run with their default settings, on the same machine as
 * the load, so each figure is a lower bound.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { grantToEverybody } from '#learn/lessons/playback/grant-playback.ts'
import { mediaStepWaitingJob } from '#media/queue.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { getTestFfmpeg, makeMedia } from '../../tests/support/ffmpeg.ts'
import { buy } from '../../tests/world/buyer.ts'
import { givenLesson, givenSegments, givenVideo } from '../../tests/world/lessons.ts'
import { givenFile } from '../../tests/world/media.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { getDatabaseCpuSeconds, type MeasuredServer, startMeasured } from './measured-server.ts'
import { formatCpu, measureRounds } from './rate.ts'
import type { Findings, Plan } from './report.ts'

const PASSWORD = 'three blind mice run'
const PORT = 28_431
const SECOND_PORT = 28_432
const BUCKET_PORT = 28_433
const LEARNERS = 20
const REPORTERS = 32
const VIEWERS = 500
/** Lessons of the course that is watched, and of the course whose room is opened. */
const WATCHED_LESSONS = 14
const ROOM_LESSONS = 200
const SEGMENTS = 100
/** A segment of 6 s at 0.8 Mbit/s. */
const SEGMENT_BYTES = 600_000
const FILM_SECONDS = 600
const GOALS = { reports: 800, segments: 1500 }

type StartServer = (port: number, more?: Record<string, string>) => Promise<MeasuredServer>
type School = {
  deps: Deps
  server: MeasuredServer
  cohortCode: string
  courseCode: string
  tokens: string[]
  lessonId: string
  assetId: string
}
export async function benchLearning(findings: Findings, plan: Plan): Promise<void> {
  // Before the server starts, because it looks for ffmpeg at its start.
  const ffmpeg = await getTestFfmpeg()
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-learn-'))
  await chmod(dataDir, 0o711)
  console.log(
    `\nlearning: ${plan.rounds} rounds of ${plan.seconds} seconds, ${cpus()[0]?.model ?? 'processor unknown'}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.`,
  )
  const environment = {
    MODE: 'demo',
    DEMO_STORY: '0',
    NODE_ENV: '',
    DATA_DIR: dataDir,
    PORT: String(PORT),
    LISTEN_ADDRESS: '127.0.0.1',
  }
  const settings = {
    ...environment,
    TRUSTED_PROXIES: '127.0.0.1',
    SITE_QUOTES_PER_MINUTE: '1000000',
    SITE_ORDERS_PER_TEN_MINUTES: '1000000',
  }
  const start: StartServer = (port, more = {}) => {
    const url = `http://localhost:${port}`
    const isReady = async () => (await fetch(`${url}/readyz`)).ok
    const command = [process.execPath, 'src/app/main.ts'] as const
    return startMeasured(
      { name: 'learning', url },
      command,
      { ...settings, PORT: String(port), ...more },
      isReady,
      false,
    )
  }
  const server = await start(PORT)
  const { deps, close } = await createDeps(readConfig(environment), false)
  try {
    const school = await createSchool(deps, server)
    await benchReports(findings, plan, school, dataDir)
    const paths = await createFilm(school)
    await benchSegments(findings, plan, server, paths)
    await benchHandOver(findings, plan, start, { paths, blobDir: join(dataDir, 'blobs') })
    await benchRoom(findings, plan, school)
    await benchEncoding(findings, plan, school, ffmpeg)
  } finally {
    await close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function createSchool(deps: Deps, server: MeasuredServer): Promise<School> {
  const cohortCode = await givenCourse(deps, { seats: 1_000_000 })
  const courseCode = cohortCode.slice(0, -2)
  const { lessonId, assetId } = await givenVideo(deps, courseCode, { seconds: 3600 })
  await deps.db
    .insertInto('asset_reference')
    .values({ asset_id: assetId, source: 'lesson', source_key: lessonId })
    .execute()
  for (let count = 1; count < WATCHED_LESSONS; count++) await givenLesson(deps, courseCode)
  const passwords = createPasswords()
  const tokens: string[] = []
  for (let index = 0; index < LEARNERS; index++) {
    const email = `learner-${randomUUID()}@understudy.test`
    const account = { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' }
    await createVerifiedAccount(deps.db, passwords, account, PASSWORD)
    await giveSeat(deps, cohortCode, account)
    tokens.push(await logIn(server.url, email))
  }
  return { deps, server, cohortCode, courseCode, tokens, lessonId, assetId }
}

/** A new address each time, because one address may log in a few times only. */
async function logIn(url: string, email: string): Promise<string> {
  const part = () => Math.floor(Math.random() * 250) + 1
  const { token } = await requestJson(`${url}/api/v1/log-in`, {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` },
  })
  return String(token)
}

type JsonRequest = { body?: object; headers?: Record<string, string> }

async function requestJson(url: string, { body, headers }: JsonRequest): Promise<{ token?: unknown }> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ? JSON.stringify(body) : null,
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<{ token?: unknown }>
}

const bearer = ({ tokens }: School, loop: number) => ({ authorization: `Bearer ${tokens[loop % tokens.length]}` })

async function benchReports({ goal, note }: Findings, plan: Plan, school: School, dataDir: string): Promise<void> {
  const { server, lessonId, assetId } = school
  let second = 0
  let calls = 0
  const before = getDatabaseCpuSeconds(dataDir) ?? Number.NaN
  const rate = await measureRounds(plan, server, REPORTERS, async (loop) => {
    second = (second + 15) % 3500
    const report = { lessonId, assetId, ranges: [[second, second + 15]], position: second }
    const request = { body: { reports: [report] }, headers: bearer(school, loop) }
    await requestJson(`${server.url}/api/v1/progress/watched`, request)
    calls++
  })
  const databaseMs = (((getDatabaseCpuSeconds(dataDir) ?? Number.NaN) - before) * 1000) / calls
  goal('progress/watched, calls a second', rate.perSecond, GOALS.reports)
  note('progress/watched, p95 ms', rate.p95.toFixed(0))
  note('progress/watched, ms of processor time', formatCpu(rate))
  note('progress/watched, ms of PostgreSQL', databaseMs.toFixed(2))
}

/** Each viewer has a grant of a preview, because a grant allows 120 requests in 10 s and a person has three. */
async function createFilm({ deps, lessonId, assetId }: School): Promise<string[]> {
  await givenSegments(deps, assetId, SEGMENTS, Buffer.alloc(SEGMENT_BYTES, 7))
  await deps.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', lessonId).execute()
  const files = { lessonId, assetIds: [assetId], playedAssetId: assetId, offeredAssetIds: [] }
  const paths: string[] = []
  for (let viewer = 0; viewer < VIEWERS; viewer++)
    paths.push(`/media/${(await grantToEverybody(deps, files))!.token}/${assetId}/video-360`)
  return paths
}

async function benchSegments(
  { goal, note }: Findings,
  plan: Plan,
  server: MeasuredServer,
  paths: readonly string[],
): Promise<void> {
  let index = 0
  let served = 0
  let shed = 0
  const before = server.memoryMegabytes()
  const rate = await measureRounds(plan, server, VIEWERS, async (loop) => {
    const answer = await fetch(`${server.url}${paths[loop % paths.length]}/${index++ % SEGMENTS}.m4s`).catch(() => null)
    const content = await answer?.arrayBuffer().catch(() => null)
    // The server sheds load that it cannot carry, by 503 or by a closed connection.
    if (answer && !answer.ok && answer.status !== 503) throw new Error(`a segment answered ${answer.status}`)
    if (answer?.ok && content) served++
    else shed++
  })
  const share = served / (served + shed)
  goal(`segments a second, ${VIEWERS} at once`, rate.perSecond * share, GOALS.segments)
  note('segments, ms of processor time', formatCpu(rate, share))
  note('segments not served, percent', (100 * (1 - share)).toFixed(1))
  note('segments, p95 ms', rate.p95.toFixed(0))
  const after = server.memoryMegabytes()
  if (before !== null && after !== null) note('more memory, MB', (after - before).toFixed(0))
}

/** The program's part of a segment that the web server or the bucket sends (SEGMENTS). Neither is measured. */
async function benchHandOver(
  { note }: Findings,
  plan: Plan,
  start: StartServer,
  { paths, blobDir }: { paths: readonly string[]; blobDir: string },
): Promise<void> {
  const bucket = serveFolderAsBucket(blobDir)
  const s3 = { S3_ENDPOINT: `http://localhost:${BUCKET_PORT}`, S3_PATH_STYLE: '1', S3_BUCKET: 'films' }
  const ways = {
    accel: { SEGMENTS: 'accel', BLOB_DIR: blobDir },
    bucket: { SEGMENTS: 'bucket', ...s3, S3_REGION: 'r', S3_KEY: 'key', S3_SECRET: 'secret' },
  }
  for (const [way, settings] of Object.entries(ways)) {
    const server = await start(SECOND_PORT, settings)
    let index = 0
    const rate = await measureRounds(plan, server, VIEWERS, async (loop) => {
      const url = `${server.url}${paths[loop % paths.length]}/${index++ % SEGMENTS}.m4s`
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      if (status !== 302 && !headers.has('x-accel-redirect')) throw new Error(`a segment answered ${status}`)
    })
    note(`segments by ${way}, calls a second`, rate.perSecond.toFixed(0))
    note(`segments by ${way}, ms of processor time`, formatCpu(rate))
    await server.stop()
  }
  bucket.close()
}

/** An S3 server that only reads, for the start of the program. */
function serveFolderAsBucket(folder: string): Server {
  const server = createServer((request, response) => {
    const [, , ...key] = new URL(request.url ?? '/', 'http://bucket').pathname.split('/')
    const path = join(folder, ...key)
    if (!existsSync(path)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': statSync(path).size })
    return createReadStream(path).pipe(response)
  })
  return server.listen(BUCKET_PORT, '127.0.0.1')
}

async function benchRoom({ note }: Findings, plan: Plan, school: School): Promise<void> {
  const { deps, server, courseCode } = school
  for (let count = WATCHED_LESSONS; count < ROOM_LESSONS; count++) await givenLesson(deps, courseCode)
  const path = `${server.url}/api/v1/learn/courses/${courseCode}`
  const rate = await measureRounds(plan, server, 4, (loop) => requestJson(path, { headers: bearer(school, loop) }))
  note(`room of ${ROOM_LESSONS} lessons, p95 ms`, rate.p95.toFixed(0))
  note(`room of ${ROOM_LESSONS} lessons, ms of processor time`, formatCpu(rate))
}

/** Log-ins and checkouts alone, and while two encoders run. */
async function benchEncoding({ note }: Findings, plan: Plan, school: School, ffmpeg: Ffmpeg | null): Promise<void> {
  if (!ffmpeg) return note('encoding', 'needs ffmpeg')
  const { deps, courseCode } = school
  const folder = await mkdtemp(join(tmpdir(), 'understudy-film-'))
  try {
    const path = join(folder, 'film.mp4')
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080:rate=25']
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '4M', '-c:a', 'aac']
    makeMedia(ffmpeg, [
      ...picture,
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440',
      '-t',
      String(FILM_SECONDS),
      ...codecs,
      path,
    ])
    const idle = await measureOthers(plan, school)
    const began = performance.now()
    const film = { kind: 'video', contentType: 'video/mp4' } as const
    const [first] = [await givenFile(deps, courseCode, path, film), await givenFile(deps, courseCode, path, film)]
    await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, mediaStepWaitingJob, {}))
    await untilEncoding(deps)
    const busy = await measureOthers(plan, school)
    for (const [name, rate] of Object.entries(busy)) {
      const ratio = rate.p95 / idle[name as keyof typeof idle].p95
      note(`${name}, p95 with 2 encoders ÷ idle`, `${ratio.toFixed(2)} (${rate.p95.toFixed(0)} ms)`)
    }
    await untilReady(deps, first)
    const seconds = (performance.now() - began) / 1000
    note('first rendition ÷ length of the film', (seconds / FILM_SECONDS).toFixed(2))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOthers(plan: Plan, { server, cohortCode, deps }: School) {
  const { email } = await deps.db
    .selectFrom('person')
    .select('email')
    .where('email', 'like', 'learner-%')
    .executeTakeFirstOrThrow()
  return {
    'log-in': await measureRounds(plan, server, 1, () => logIn(server.url, String(email))),
    checkout: await measureRounds(plan, server, 1, async () => {
      const bought = await buy(server.url, cohortCode)
      if (bought.outcome !== 'complete') throw new Error(`a checkout was ${bought.outcome}: ${bought.errorCode}`)
    }),
  }
}

async function untilEncoding({ db }: Deps): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from media_step where state = 'running' and step like 'video-%'`.execute(db)
    if (rows.length > 0) return
    await pause(200)
  }
}

async function untilReady({ db }: Deps, assetId: string): Promise<void> {
  for (;;) {
    const { state } = await db.selectFrom('asset').select('state').where('id', '=', assetId).executeTakeFirstOrThrow()
    if (state === 'ready') return
    if (state === 'failed') throw new Error('The film could not be encoded.')
    await pause(500)
  }
}
