/** Runs a job in the worker of a running server, without waiting for its time. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import type { Job } from '#platform/jobs/define-job.ts'
import { createJobQueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import type { RunningServer } from './server.ts'

/** Resolves when the job has succeeded. */
export async function runJob<Data extends object>(
  { dataDir }: RunningServer,
  job: Job<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  const log = createLog('silent')
  const { url, stop } = await startEmbedded(dataDir, log)
  const { db, close } = createDb(url, log, 1)
  const jobs = createJobQueue(url, log, false)
  const run = randomUUID()
  try {
    await jobs.start()
    await jobs.enqueue(db, job, { ...data, run })
    const read = () =>
      sql<{ state: string }>`select state from pgboss.job where name = ${job.name} and data ->> 'run' = ${run}`.execute(
        db,
      )
    await expect.poll(async () => (await read()).rows[0]?.state, { timeout: 60_000 }).toBe('completed')
  } finally {
    await jobs.stop()
    await close()
    await stop()
  }
}
