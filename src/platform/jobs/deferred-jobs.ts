/**
 * Jobs with a start time. They wait together in one queue, the only one that is polled often: PostgreSQL announces a
 * new job, but not that a job became due. See `docs/decisions/0034-less-work-per-request.md`.
 */
import type { Job, JobResult } from 'pg-boss'
import { logFailure } from '../db/unavailable.ts'
import type { Log } from '../log.ts'

export type DeferredJob = { name: string; data: object; key: string | null; retryLimit?: number }
export type SendJob = (job: DeferredJob) => Promise<void>

export const DEFERRED_QUEUE = 'job.deferred'
/** Due jobs start within a second. */
export const DEFERRED_WORK = {
  pollingIntervalSeconds: 1,
  batchSize: 50,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Sends each due job to its own queue. A crash in between may send it twice, which every handler allows. */
export function sendDueJobs(due: readonly Job<DeferredJob>[], send: SendJob, log: Log): Promise<JobResult[]> {
  return Promise.all(
    due.map(async ({ id, data }): Promise<JobResult> => {
      try {
        await send(data)
        return { id, status: 'completed' }
      } catch (error) {
        logFailure(log, error, 'a deferred job could not be sent', { job: data.name, jobId: id })
        return { id, status: 'failed', output: { message: String(error) } }
      }
    }),
  )
}
