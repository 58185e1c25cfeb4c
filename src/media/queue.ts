/** The jobs of media files. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

/**
 * A step can be taken. The job only wakes a worker; the rows are the queue. The schedule finds the steps of killed
 * workers, and retries.
 */
export const mediaStepWaitingJob = defineJob({ name: 'media.step-waiting', cron: '* * * * *' })
/** A file was deleted: its blobs and rows can go. */
export const mediaAssetDeletedJob = defineJob({ name: 'media.asset-deleted', schema: z.object({ assetId: z.uuid() }) })
/** A failed file is processed again. Features that wait for the file go on waiting. */
export const mediaAssetRetriedJob = defineJob({ name: 'media.asset-retried', schema: z.object({ assetId: z.uuid() }) })
/** The processing of a file failed. The job writes to its uploader. */
export const mediaAssetFailedJob = defineJob({ name: 'media.asset-failed', schema: z.object({ assetId: z.uuid() }) })
export const mediaCollectJob = defineJob({ name: 'media.collect', cron: '7 4 * * *' })
