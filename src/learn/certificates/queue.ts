/** The jobs of certificates. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const certificateIssuedJob = defineJob({
  name: 'certificate.issued',
  schema: z.object({ certificateId: z.uuid() }),
})
export const certificateRevokedJob = defineJob({
  name: 'certificate.revoked',
  schema: z.object({ certificateId: z.uuid() }),
})
export const certificateSignAgainJob = defineJob({ name: 'certificate.sign-again' })
