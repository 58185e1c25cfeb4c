import type { JobName } from '#platform/jobs/jobs.ts'

/** A step can be taken. The job only wakes a worker; the rows are the queue. */
export const STEP_WAITING = 'media.step-waiting' satisfies JobName
