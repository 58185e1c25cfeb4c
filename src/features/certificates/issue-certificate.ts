/** Issues the certificate of a completed course. docs/contract.md §17. */
import { isTimeZone, toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { createNumber, createPublicId } from './certificate-numbers.ts'
import { getEarnedCertificate, insertCertificate } from './queries/certificates.ts'

/**
 * Called by the transaction that writes the completion, after the row of `course_completion`. Any number of calls gives
 * one certificate, and one job that signs its credential and writes one e-mail. Does nothing if the course gives no certificate.
 */
export async function issueCertificate(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { personId, courseCode, completedAt }: { personId: string; courseCode: string; completedAt: Date },
): Promise<void> {
  const earned = await getEarnedCertificate(tx, personId, courseCode)
  if (!earned) return
  const { timezone_id: zone, ...printed } = earned
  const certificateId = await insertCertificate(tx, {
    ...printed,
    public_id: createPublicId(),
    number: createNumber(),
    person_id: personId,
    course_code: courseCode,
    completed_on: toZoneTime(completedAt, zone && isTimeZone(zone) ? zone : 'UTC').localDate,
  })
  if (certificateId) await deps.jobs.enqueue(tx, 'certificate.issued', { certificateId }, { key: certificateId })
}
