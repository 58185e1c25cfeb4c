import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { createLog } from '../log.ts'
import { defineJob, handleJob, type JobName } from './define-job.ts'
import { createJobQueue, type Jobs } from './jobs.ts'
import { getIntervalSeconds, listLateJobs } from './schedule-records.ts'

const NIGHTLY = '7 4 1 1 *'
const YEAR_SECONDS = 365 * 24 * 60 * 60

let database: TestDatabase
let jobs: Jobs

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = createJobQueue(database.url, createLog('silent'))
  await jobs.start()
})
beforeEach(() => database.db.deleteFrom('scheduled_job').execute())
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

/** Moves the record of a job into the past, by a number of its intervals. */
async function age(name: string, intervals: number): Promise<void> {
  const past = sql`make_interval(secs => ${intervals}::float8 * interval_seconds)`
  await sql`update scheduled_job set scheduled_at = scheduled_at - ${past}, succeeded_at = succeeded_at - ${past}
    where name = ${name}`.execute(database.db)
}

const defineNightly = (name: JobName) => defineJob({ name, cron: NIGHTLY })
const handleNothing = (name: JobName) => handleJob(defineNightly(name), async () => {})

const listLateNames = async () => (await listLateJobs(database.db)).map(({ name }) => name)

test.each([
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  ['3-59/5 * * * *', 300],
  ['17 * * * *', 3_600],
  ['7 4 * * *', 86_400],
])('the interval of %s is %i seconds', (cron, seconds) => {
  expect(getIntervalSeconds(cron)).toBe(seconds)
})

test('a job that has never succeeded is late three intervals after it was scheduled', async () => {
  await jobs.work([handleNothing('late.never')])
  await age('late.never', 2.9)
  expect(await listLateNames()).toEqual([])
  await age('late.never', 0.2)
  expect(await listLateNames()).toEqual(['late.never'])
})

test('a success ends the lateness of a job, and a failure does not', async () => {
  const job = defineNightly('late.failing')
  let isBroken = true
  let failedCount = 0
  const handle = async () => {
    if (!isBroken) return
    failedCount++
    throw new Error('broken')
  }
  await jobs.work([handleJob(job, handle)])
  await age('late.failing', 4)
  await jobs.enqueue(database.db, job, {})
  await expect.poll(() => failedCount).toBeGreaterThan(0)
  expect(await listLateNames()).toEqual(['late.failing'])
  isBroken = false
  await jobs.enqueue(database.db, job, {})
  await expect.poll(listLateNames).toEqual([])
})

test('a job whose time passed while no worker ran is enqueued at the start, and a new job is not', async () => {
  const runs: string[] = []
  await database.db
    .insertInto('scheduled_job')
    .values({ name: 'missed.old', interval_seconds: YEAR_SECONDS, scheduled_at: new Date(0) })
    .execute()
  const missed = [defineNightly('missed.new'), defineNightly('missed.old')]
  await jobs.work(missed.map((job) => handleJob(job, async () => runs.push(job.name))))
  await expect.poll(() => runs).toEqual(['missed.old'])
})

test('a schedule of an earlier version is forgotten and is never late', async () => {
  await jobs.work([handleNothing('old.current')])
  await database.db
    .insertInto('scheduled_job')
    .values({ name: 'old.gone', interval_seconds: 60, scheduled_at: new Date(0) })
    .execute()
  expect(await listLateNames()).toEqual(['old.gone'])
  await jobs.endOldSchedules()
  expect(await listLateNames()).toEqual([])
  expect(await database.db.selectFrom('scheduled_job').select('name').execute()).toContainEqual({ name: 'old.current' })
})
