/** The jobs of the forms for waitlist, news and curriculum. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const interestRequestedJob = defineJob({
  name: 'interest.requested',
  schema: z.object({ interestId: z.uuid(), mailId: z.uuid() }),
})
export const curriculumRequestedJob = defineJob({
  name: 'curriculum.requested',
  schema: z.object({ interestId: z.uuid(), mailId: z.uuid() }),
})
export const waitlistJoinedJob = defineJob({
  name: 'waitlist.joined',
  schema: z.object({ entryId: z.int(), mailId: z.uuid() }),
})
