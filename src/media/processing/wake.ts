import type { JobName } from '#platform/jobs/jobs.ts'

/** A step can be taken. The job only wakes a worker; the rows are the queue. */
export const STEP_WAITING = 'media.step-waiting' satisfies JobName
/** A file was deleted: its blobs and rows can go. */
export const ASSET_DELETED = 'media.asset-deleted' satisfies JobName
/** A failed file is processed again. Features that wait for the file go on waiting. */
export const ASSET_RETRIED = 'media.asset-retried' satisfies JobName
/** The processing of a file failed. The job writes to its uploader. */
export const ASSET_FAILED = 'media.asset-failed' satisfies JobName
