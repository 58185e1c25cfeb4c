/**
 * Teachers upload files in two tabs to two processes. Connections break, processes and PostgreSQL are killed, and the
 * disk is full for some seconds. Then the audit, the bytes of each file, and the counters of storage.
 */
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import { mediaStepWaitingJob } from '#media/queue.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { givenCourse } from '../../world/selling.ts'
import { type RunningServer, startServer } from '../../world/server.ts'
import { auditUntilClean, pause, withDeps } from '../installation.ts'
import { createAccounts } from '../learning/classroom.ts'
import { judge } from './judge.ts'
import { type UploaderRecord, uploadAll } from './uploader.ts'

export type UploadPlan = {
  uploads: number
  /** Simultaneous teachers. */
  teachers: number
  /** Kills of the two processes. PostgreSQL is killed a tenth as often, and the disk is full a fifth as often. */
  kills: number
  /** Settings of the servers, such as another blob store. */
  environment?: Record<string, string>
  seed: number
}
export type UploadReport = {
  uploads: number
  stored: number
  breaks: number
  /** Answers to uploads by status. 0: none. */
  statuses: Record<number, number>
  kills: { app: number; postgres: number; fullDisk: number }
  faults: string[]
  violations: string
  seconds: number
}

const SETTLED_WITHIN_MS = 180_000
const FULL_DISK_MS = 1500

export async function tortureUploads(plan: UploadPlan): Promise<UploadReport> {
  const began = performance.now()
  const random = createRandom(plan.seed)
  const flag = join(tmpdir(), `understudy-full-disk-${process.pid}-${plan.seed}`)
  const environment = {
    ...plan.environment,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    NODE_OPTIONS: `--import ${new URL('./faulty-disk.ts', import.meta.url).href}`,
    FULL_DISK_FLAG: flag,
  }
  const first = await startServer(environment)
  const second = await startServer({ ...environment, DATA_DIR: first.dataDir }).catch(async (error) => {
    await first.dispose()
    throw error
  })
  const inStore = <Result>(work: (deps: Deps) => Promise<Result>) => withDeps(first, plan.environment ?? {}, work)
  try {
    const records = await inStore((deps) => createTeachers(deps, plan.teachers))
    const kills = await uploadWhileKilling(plan, [first, second], random, records, { flag, inStore })
    await inStore(untilProcessed)
    const violations = await auditUntilClean(first, plan.environment ?? {})
    const { faults, blobs } = await inStore((deps) => judge(deps, records))
    const statuses: Record<number, number> = {}
    for (const record of records)
      for (const [status, count] of Object.entries(record.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
    return {
      uploads: records.reduce((sum, { uploads }) => sum + uploads.length, 0),
      stored: blobs,
      breaks: records.reduce((sum, { breaks }) => sum + breaks, 0),
      statuses,
      kills,
      faults,
      violations,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await rm(flag, { force: true })
    await second.dispose()
    await first.dispose()
  }
}

async function createTeachers(deps: Deps, count: number): Promise<UploaderRecord[]> {
  const records: UploaderRecord[] = []
  for (const { email, address } of await createAccounts(deps, count)) {
    const courseCode = (await givenCourse(deps)).slice(0, -2)
    const { id: personId } = await deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await transact(deps.db, (tx) => putCourseRole(tx, { personId, courseCode, role: 'creator' }))
    records.push({ email, address, courseCode, uploads: [], breaks: 0, statuses: {}, faults: [] })
  }
  return records
}

type Tools = { flag: string; inStore<Result>(work: (deps: Deps) => Promise<Result>): Promise<Result> }

/** The kills are spread evenly over the uploads. */
async function uploadWhileKilling(
  plan: UploadPlan,
  servers: readonly RunningServer[],
  random: Random,
  records: readonly UploaderRecord[],
  { flag, inStore }: Tools,
) {
  const done = { app: 0, postgres: 0, fullDisk: 0 }
  let [begun, ended] = [0, 0]
  const shared = { urls: servers.map(({ url }) => url), random, onEnd: () => void ended++ }
  const uploading = Promise.all(records.map((record) => uploadAll(shared, record, () => begun++ < plan.uploads)))
  const killing = (async () => {
    for (let index = 0; index < plan.kills; index++) {
      while (ended < (plan.uploads * (index + 1)) / (plan.kills + 2)) await pause(20)
      await pause(500 * random.next())
      if (index % 5 === 2) {
        await writeFile(flag, '')
        await pause(FULL_DISK_MS)
        await rm(flag)
        done.fullDisk++
      }
      if (index % 10 === 4) {
        await servers[0]!.killPostgres9()
        done.postgres++
        await pause(1000)
      }
      const server = random.pick(servers)
      await server.kill9()
      done.app++
      await untilDone(() => inStore(endLeases))
      await server.start()
    }
  })()
  await Promise.race([uploading, killing.then(() => uploading)])
  await killing
  return done
}

/** PostgreSQL may still be starting. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(500)
    }
  }
}

/** Also of the process that lives: its calls then lose an upload to another one. */
async function endLeases({ db }: Deps): Promise<void> {
  await sql`update upload set leased_until = now() - interval '1 second' where leased_until is not null`.execute(db)
  await sql`update media_step set leased_until = now() - interval '1 second' where state = 'running'`.execute(db)
}

/** Lets the minutes until a retry pass. */
async function untilProcessed(deps: Deps): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < deadline) {
    const { rows } = await sql`select from media_step where state in ('running', 'waiting') limit 1`.execute(deps.db)
    if (rows.length === 0) return
    await sql`update media_step set run_after = now() where state = 'waiting'`.execute(deps.db)
    await transact(deps.db, (tx) => deps.jobs.enqueue(tx, mediaStepWaitingJob, {}))
    await pause(500)
  }
}
