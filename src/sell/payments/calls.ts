/** Cancelling a cohort, as an admin's browser asks for it. */
import type { Client } from '#http/client.ts'
import { cancelWholeCohort } from './wire/cancel-cohort.ts'

export const callCancelCohort = (client: Client, courseCode: string, reason: string, idempotencyKey: string) =>
  client.call(cancelWholeCohort, { params: { courseCode }, body: { reason }, auth: 'admin', idempotencyKey })
