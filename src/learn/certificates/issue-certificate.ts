/** Issues the certificate of a completed course. docs/contract §17. */
import { isTimeZone, toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { createNumber, createPublicId } from './certificate-numbers.ts'
import { insertCertificate, requirePrintedTexts } from './queries/certificates.ts'
import { certificateIssuedJob } from './queue.ts'

/**
 * Called by the transaction that writes a completion which gives a certificate, after the row of `course_completion`.
 * Any number of calls gives one certificate, and one job that signs its credential and writes one e-mail.
 */
export async function issueCertificate(
  deps: Pick<Deps, 'jobs' | 'site'>,
  tx: Tx,
  { personId, courseCode, completedAt }: { personId: string; courseCode: string; completedAt: Date },
): Promise<void> {
  const { timezone_id: zone, ...printed } = await requirePrintedTexts(tx, personId, courseCode)
  const certificateId = await insertCertificate(tx, {
    ...printed,
    issuer_name: deps.site.current.issuerName,
    public_id: createPublicId(),
    number: createNumber(),
    person_id: personId,
    course_code: courseCode,
    completed_on: toZoneTime(completedAt, zone && isTimeZone(zone) ? zone : 'UTC').localDate,
  })
  if (certificateId) await deps.jobs.enqueue(tx, certificateIssuedJob, { certificateId }, { key: certificateId })
}
