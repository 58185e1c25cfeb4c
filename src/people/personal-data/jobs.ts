/** Deletes data past its retention: short-lived rows each hour, everything each night. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobData, type JobHandler } from '#platform/jobs/define-job.ts'
import { expire } from './expire.ts'
import { personalDataExpireHourlyJob, personalDataExpireJob } from './queue.ts'

export const personalDataJobs = (deps: Deps): JobHandler[] => [
  handleJob(personalDataExpireHourlyJob, (rest) => runExpiry(deps, 'hourly', rest)),
  handleJob(personalDataExpireJob, (rest) => runExpiry(deps, 'nightly', rest)),
]

/** Enqueues another job at once if rows are left after a minute. */
async function runExpiry(
  deps: Deps,
  frequency: 'hourly' | 'nightly',
  rest: JobData<typeof personalDataExpireJob>,
): Promise<void> {
  const job = frequency === 'hourly' ? personalDataExpireHourlyJob : personalDataExpireJob
  const start = await expire(deps, frequency, rest)
  if (start) await deps.jobs.enqueue(deps.db, job, { start }, { key: 'rest' })
}
