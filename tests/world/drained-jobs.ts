/** The job queue of a test: its jobs run when the test says so, and no worker runs beside it. */
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Db } from '#platform/db/db.ts'
import { DEFERRED_QUEUE, type DeferredJob } from '#platform/jobs/deferred-jobs.ts'
import { defineJob, type JobHandler, type JobName } from '#platform/jobs/define-job.ts'
import { createJobQueue, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'

export type DrainedJobs = {
  jobs: Jobs
  /**
   * Runs the jobs that are due and have a handler, one after the other in their order, and those that they enqueue. With
   * `retriesNow`, a job that failed does not wait.
   */
  runJobs(options?: { retriesNow?: boolean }): Promise<void>
}

export function createDrainedJobs(url: string, db: Db, log: Log): DrainedJobs {
  const queue = createJobQueue(url, log, false)
  const sendDue = ({ name, data, key, ...options }: DeferredJob) =>
    queue.enqueue(
      db,
      defineJob({ name: name as JobName, schema: z.record(z.string(), z.unknown()) }),
      { ...data },
      {
        ...options,
        ...(key && { key }),
      },
    )
  const handlers = new Map<string, JobHandler['handle']>([[DEFERRED_QUEUE, (data) => sendDue(data as DeferredJob)]])
  let fetcher: Promise<PgBoss> | undefined

  async function findQueue(retriesNow: boolean): Promise<string | undefined> {
    const isDue = retriesNow ? sql`(state = 'retry' or start_after <= now())` : sql`start_after <= now()`
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where state < 'active' and ${isDue} and name = any(${[...handlers.keys()]}) order by created_on limit 1`.execute(
      db,
    )
    return rows[0]?.name
  }

  async function runJobs({ retriesNow = false } = {}): Promise<void> {
    fetcher ??= startFetcher(url)
    const boss = await fetcher
    for (let name = await findQueue(retriesNow); name; name = await findQueue(retriesNow)) {
      const [job] = await boss.fetch<never>(name, { ignoreStartAfter: retriesNow && name !== DEFERRED_QUEUE })
      if (!job) continue
      await handlers.get(name)!(job.data).then(
        () => boss.complete(name, job.id),
        (error) => boss.fail(name, job.id, { message: String(error) }),
      )
    }
  }

  return {
    jobs: {
      ...queue,
      async work(added) {
        for (const { job, handle } of added) handlers.set(job.name, handle)
      },
      endOldSchedules: async () => {},
      async stop() {
        await (await fetcher)?.stop({ graceful: false })
        await queue.stop()
      },
    },
    runJobs,
  }
}

function startFetcher(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  return boss.start()
}
