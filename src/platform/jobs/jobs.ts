/**
 * Work that outlives the request that asked for it. A job is a row written in the caller's own
 * transaction: it exists exactly if what it follows from was committed. It runs at least once, so
 * every handler must bear being run again.
 */
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import { logFault } from '../db/away.ts'
import type { Db, Tx } from '../db/db.ts'
import { PreparedClient } from '../db/prepared-client.ts'
import type { Log } from '../log.ts'

/** What happened or is to be done, by the noun it belongs to: `order.completed`, `mail.send`. */
export type JobName = `${string}.${string}`

export type JobOptions = {
  /** While a job of this key waits, another one is not added. */
  key?: string
  startAfter?: Date
  retryLimit?: number
}

/** Whether a handler waits for somebody else's server: what is slow there must not keep the next jobs waiting. */
export type Waits = 'for-others' | 'for-nobody'

export type Jobs = {
  /** Must be called before anything else; makes the tables where they are missing. */
  start(): Promise<void>
  enqueue(tx: Tx | Db, name: JobName, data: object, options?: JobOptions): Promise<void>
  /** A second handler for the same name takes the place of the first: so development reloads. */
  work<Data extends object>(name: JobName, handler: (data: Data) => Promise<unknown>, waits?: Waits): Promise<void>
  /** Enqueues the job at the times of a cron line, UTC, once however many processes there are. */
  schedule(name: JobName, cron: string): Promise<void>
  /** Lets running jobs end, gives back the ones that do not. */
  stop(): Promise<void>
}

const QUEUE = {
  policy: 'short',
  notify: true,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
  // A worker that was killed is noticed after this, and its jobs are given to another.
  heartbeatSeconds: 15,
} as const

/** Whoever finds a full batch looks again at once, whoever finds less sleeps: of one alone no batch is full. */
const WORK = { burstWhenBatchFull: true, perJobResults: true, notifyPollingIntervalSeconds: 2 } as const
/** Each new job wakes every worker of its queue, and all but one look in vain: a second is only there while the first waits. */
const WORKERS = {
  'for-others': { batchSize: 3, localConcurrency: 2 },
  'for-nobody': { batchSize: 6, localConcurrency: 1 },
} as const
/** A plan made while the table of jobs was small is kept while it grows by thousands in a minute; each look has its index. */
const INDEXES_ALONE = '-c enable_seqscan=off'
const DRAIN_MILLISECONDS = 20_000

/** @param worker false in a process that only hands work on */
export function openJobs(url: string, log: Log, worker = true): Jobs {
  const watch = { supervise: worker, schedule: worker, superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 }
  const pool = { Client: PreparedClient, max: 4, options: INDEXES_ALONE }
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    application_name: 'understudy jobs',
    useListenNotify: worker,
    ...watch,
  })
  boss.on('error', (error) => logFault(log, error, 'jobs'))
  boss.on('warning', (warning) => log.warn(warning, 'jobs'))
  const ensureQueue = queueMaker(boss)
  const handlers = new Map<JobName, (data: never) => Promise<unknown>>()

  return {
    async start() {
      await boss.start()
    },

    async enqueue(tx, name, data, { key, ...options } = {}) {
      await ensureQueue(name)
      await boss.send(name, data, { ...options, singletonKey: key ?? randomUUID(), db: within(tx) })
    },

    async work<Data extends object>(
      name: JobName,
      handler: (data: Data) => Promise<unknown>,
      waits: Waits = 'for-others',
    ) {
      const isKnown = handlers.has(name)
      handlers.set(name, handler)
      if (isKnown) return
      await ensureQueue(name)
      await boss.work<never>(name, { ...WORK, ...WORKERS[waits] }, (waiting) =>
        Promise.all(waiting.map((job) => run(job, handlers.get(name)!, log))),
      )
    },

    async schedule(name, cron) {
      await ensureQueue(name)
      await boss.schedule(name, cron)
    },

    async stop() {
      await boss.stop({ graceful: true, timeout: DRAIN_MILLISECONDS })
    },
  }
}

async function run<Data extends object>(
  job: Job<Data>,
  handler: (data: Data) => Promise<unknown>,
  log: Log,
): Promise<JobResult> {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    logFault(log, error, 'job failed', { job: job.name, jobId: job.id })
    return { id: job.id, status: 'failed', output: { message: String(error) } }
  }
}

/** Makes each queue once in a process, on a connection of its own: never inside the caller's transaction. */
function queueMaker(boss: PgBoss): (name: string) => Promise<void> {
  const made = new Map<string, Promise<void>>()
  return (name) => {
    const making = made.get(name) ?? boss.createQueue(name, QUEUE)
    made.set(name, making)
    making.catch(() => made.delete(name))
    return making
  }
}

function within(tx: Tx | Db) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
