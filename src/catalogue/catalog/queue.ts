/** The job of a changed course. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const courseChangedJob = defineJob({ name: 'course.changed', schema: z.object({ courseCode: z.string() }) })
