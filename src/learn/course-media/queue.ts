/** The job of a course whose storage is nearly full. */
import { z } from 'zod'
import { defineJob, type JobData } from '#platform/jobs/define-job.ts'

export const mediaStorageNearlyFullJob = defineJob({
  name: 'media.storage-nearly-full',
  schema: z.object({
    courseCode: z.string(),
    personId: z.uuid(),
    usedBytes: z.int(),
    quotaBytes: z.int(),
    /** One e-mail a person is sent for each time that the storage became nearly full. */
    since: z.iso.datetime(),
  }),
})
export type StorageUse = JobData<typeof mediaStorageNearlyFullJob>
