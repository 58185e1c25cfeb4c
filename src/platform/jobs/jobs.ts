/**
 * Background jobs. A job is a row, written in the caller's transaction: it exists exactly if that transaction commits.
 * It runs at least once, so every handler must be safe to repeat.
 */
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { type Clock, type ClockTimer, type JobResult, PgBoss, type Job as QueuedJob, systemClock } from 'pg-boss'
import type { Db, Tx } from '../db/db.ts'
import { PreparedClient } from '../db/prepared-client.ts'
import { logFailure } from '../db/unavailable.ts'
import type { Log } from '../log.ts'
import { DEFERRED_QUEUE, DEFERRED_WORK, type DeferredJob, sendDueJobs } from './deferred-jobs.ts'
import type { Job, JobHandler } from './define-job.ts'
import { createRetryTimers, RETRY, type RetryTimers } from './retry-timers.ts'
import { createScheduleRecords } from './schedule-records.ts'

export type JobOptions = {
  /** No second job with this key is added while one waits. */
  key?: string
  /** The job starts within a second of this time. */
  startAfter?: Date
  retryLimit?: number
}

export type Jobs = {
  /** Must be called first. Creates missing tables. */
  start(): Promise<void>
  enqueue<Data extends object>(tx: Tx | Db, job: Job<Data>, data: NoInfer<Data>, options?: JobOptions): Promise<void>
  /**
   * Starts the workers of these jobs. A job with a `cron` is enqueued at its times, once for all processes, and at once
   * if it missed a time. A second handler for a job replaces the first, for reloads in development.
   */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Forgets the schedules of earlier versions. Call it after every `work` of this version. */
  endOldSchedules(): Promise<void>
  /** Waits for running jobs, and returns unfinished ones to the queue. */
  stop(): Promise<void>
}

const QUEUE = {
  policy: 'short',
  notify: true,
  ...RETRY,
  expireInSeconds: 60,
  // The jobs of a killed worker go to another worker after this time.
  heartbeatSeconds: 15,
} as const

/**
 * A worker fetches again at once after a full batch, otherwise it sleeps until PostgreSQL announces a job. It also polls,
 * rarely, for the jobs of a killed worker. See `docs/decisions/0034-less-work-per-request.md`.
 */
const WORK = { burstWhenBatchFull: true, perJobResults: true, notifyPollingIntervalSeconds: 45 } as const
/** Each new job wakes all workers of its queue, so there is a second worker only where the first may wait for a server. */
const WORKERS = {
  external: { batchSize: 3, localConcurrency: 2 },
  internal: { batchSize: 6, localConcurrency: 1 },
} as const
/** Prepared plans from a small job table stay while it grows by thousands in a minute. Every query has an index. */
const PREFER_INDEXES = '-c enable_seqscan=off'
/** We use no flows of jobs, so the check for unblocked ones is rare. Schedules count whole minutes. */
const RARE_CHECKS = { flowIntervalSeconds: 3600, cronWorkerIntervalSeconds: 10 } as const
/** The key of a run for the times that passed while no worker ran. */
const MISSED = 'missed'
const DRAIN_TIMEOUT_MS = 20_000
/** After a lost connection: 15 seconds until a heartbeat is missed, 20 until that is noticed, and some to spare. */
const RECOVERY_MS = 40_000

/**
 * @param worker false in a process that only enqueues jobs
 * @param clock the time of the worker and of the statements on its own connections
 */
export function createJobQueue(url: string, log: Log, worker = true, clock: Clock = systemClock): Jobs {
  const boss = connect(url, log, worker, clock)
  const ensureQueue = createQueueCreator(boss)
  const schedules = createScheduleRecords(boss, log)
  const handlers = new Map<string, JobHandler>()
  const workerIds = new Map<string, string>()
  const retryTimers = createRetryTimers(clock, (name) => boss.notifyWorker(workerIds.get(name) ?? ''))
  const cancelRecovery = recoverFromErrors(boss, clock, workerIds)
  const send = async ({ name, data, key, ...options }: DeferredJob, db: Tx | Db | null, startAfter?: Date) => {
    await ensureQueue(name)
    await boss.send(name, data, {
      ...options,
      ...(startAfter && { startAfter }),
      singletonKey: key ?? randomUUID(),
      ...(db && { db: createExecutor(db) }),
    })
  }

  let deferredWorker: Promise<unknown> | undefined
  const workOnDeferred = async () => {
    await ensureQueue(DEFERRED_QUEUE)
    await boss.work<DeferredJob, JobResult[], typeof DEFERRED_WORK>(DEFERRED_QUEUE, DEFERRED_WORK, (due) =>
      sendDueJobs(due, (job) => send(job, null), log),
    )
  }

  const startWorkers = async ({ job: { name }, kind }: JobHandler) => {
    deferredWorker ??= workOnDeferred()
    await deferredWorker
    await ensureQueue(name)
    const workerId = await boss.work<never>(name, { ...WORK, ...WORKERS[kind] }, async (waiting) => {
      const results = await runBatch(waiting, handlers.get(name)!, retryTimers, log)
      if (results.some(({ status }) => status === 'completed')) await schedules.recordSuccess(name)
      return results
    })
    workerIds.set(name, workerId)
  }
  const schedule = async (name: string, cron: string) => {
    await ensureQueue(name)
    await boss.schedule(name, cron)
    if (await schedules.add(name, cron)) await send({ name, data: {}, key: MISSED }, null)
  }

  return {
    async start() {
      await boss.start()
    },

    enqueue(tx, { name }, data, { key = null, startAfter, ...options } = {}) {
      const job = { name, data, key, ...options }
      if (!startAfter) return send(job, tx)
      return send({ name: DEFERRED_QUEUE, data: job, key: key && `${name} ${key}` }, tx, startAfter)
    },

    async work(added) {
      for (const handler of added) {
        const { name, cron } = handler.job
        const isKnown = handlers.has(name)
        handlers.set(name, handler)
        if (!isKnown) await startWorkers(handler)
        if (cron) await schedule(name, cron)
      }
    },

    async endOldSchedules() {
      for (const name of await schedules.removeOthers()) await boss.unschedule(name)
    },

    async stop() {
      retryTimers.clear()
      await boss.stop({ graceful: true, timeout: DRAIN_TIMEOUT_MS })
      // A job that failed at the end, and a connection that was lost then, must not keep the process alive.
      retryTimers.clear()
      cancelRecovery()
    },
  }
}

function connect(url: string, log: Log, worker: boolean, clock: Clock): PgBoss {
  const watch = { supervise: worker, schedule: worker, superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 }
  const pool = { Client: PreparedClient, max: 4, options: PREFER_INDEXES }
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    application_name: 'understudy jobs',
    useListenNotify: worker,
    ...watch,
    ...RARE_CHECKS,
    clock,
  })
  boss.on('error', (error) => logFailure(log, error, 'jobs'))
  boss.on('warning', (warning) => log.warn(warning, 'jobs'))
  return boss
}

/** Wakes all workers some time after the last error. */
function recoverFromErrors(boss: PgBoss, clock: Clock, workerIds: ReadonlyMap<string, string>): () => void {
  let recovery: ClockTimer
  boss.on('error', () => {
    clock.clearTimeout(recovery)
    recovery = clock.setTimeout(() => {
      for (const id of workerIds.values()) boss.notifyWorker(id)
    }, RECOVERY_MS)
  })
  return () => clock.clearTimeout(recovery)
}

/** The queue stores all results at the end of the batch, so the delays of the retries begin then. */
async function runBatch(
  jobs: QueuedJob[],
  handler: JobHandler,
  retryTimers: RetryTimers,
  log: Log,
): Promise<JobResult[]> {
  const results = await Promise.all(jobs.map((job) => run(job, handler, log)))
  for (const [index, job] of jobs.entries())
    if (results[index]?.status === 'failed') retryTimers.add(job.name, job.retryCount)
  return results
}

async function run(job: QueuedJob, handler: JobHandler, log: Log): Promise<JobResult> {
  try {
    await handler.handle(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    logFailure(log, error, 'job failed', { job: job.name, jobId: job.id })
    return { id: job.id, status: 'failed', output: { message: String(error) } }
  }
}

/** Creates each queue once per process, on a separate connection and never in the caller's transaction. */
function createQueueCreator(boss: PgBoss): (name: string) => Promise<void> {
  const queues = new Map<string, Promise<void>>()
  return (name) => {
    const queue =
      queues.get(name) ?? boss.createQueue(name, name === DEFERRED_QUEUE ? { ...QUEUE, notify: false } : QUEUE)
    queues.set(name, queue)
    queue.catch(() => queues.delete(name))
    return queue
  }
}

function createExecutor(tx: Tx | Db) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
