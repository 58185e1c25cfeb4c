/** Revokes certificates. docs/contract §17. A revoked certificate is never issued again. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { editCertificate, type Member } from './edit-certificate.ts'
import {
  type CertificateRow,
  listCertificatesWithoutEnrolment,
  lockCertificate,
  markRevoked,
} from './queries/certificates.ts'
import { endCredentials } from './queries/credentials.ts'
import { certificateRevokedJob } from './queue.ts'

/** Public sentences: the verify page and the list of revoked credentials show them. */
const REASONS = {
  holder: 'at the holder’s request',
  enrolmentEnded: 'the place on the course was cancelled or refunded',
}

/** The holder needs no e-mail about the own decision. A repeat changes nothing. */
export async function revokeOwnCertificate(
  deps: Deps,
  personId: string,
  certificateId: string,
): Promise<Outcome<CertificateRow>> {
  return inOneTransaction(deps.db, async (tx) => {
    const row = await lockCertificate(tx, certificateId)
    if (row?.person_id !== personId) return refused('CERTIFICATE_NOT_FOUND')
    if (row.state === 'revoked') return accepted(row)
    return accepted(await revoke(tx, row, REASONS.holder))
  })
}

export function revokeAnyCertificate(
  deps: Deps,
  member: Member,
  certificateId: string,
  reason: string,
): Promise<Outcome<CertificateRow>> {
  return editCertificate(deps, member, certificateId, 'certificate-revoked', async (tx, row) => {
    const revoked = await revoke(tx, row, reason)
    await enqueueNotice(deps, tx, revoked)
    return revoked
  })
}

/** The job of ended enrolments. Access that has expired ends no enrolment, so its certificate stays. */
export async function revokeAfterEnrolment(
  deps: Deps,
  { cohortCode, personIds }: { cohortCode: string; personIds: readonly string[] },
): Promise<void> {
  for (const certificateId of await listCertificatesWithoutEnrolment(deps.db, cohortCode, personIds))
    await transact(deps.db, async (tx) => {
      const row = await lockCertificate(tx, certificateId)
      if (row?.state === 'issued') await revokeWithoutEnrolment(deps, tx, row)
    })
}

export async function revokeWithoutEnrolment(deps: Deps, tx: Tx, row: CertificateRow): Promise<void> {
  await enqueueNotice(deps, tx, await revoke(tx, row, REASONS.enrolmentEnded))
}

async function revoke(tx: Tx, row: CertificateRow, reason: string): Promise<CertificateRow> {
  await markRevoked(tx, row.id, reason)
  await endCredentials(tx, row.id)
  return { ...row, state: 'revoked', reason }
}

async function enqueueNotice({ jobs }: Deps, tx: Tx, { id }: CertificateRow): Promise<void> {
  await jobs.enqueue(tx, certificateRevokedJob, { certificateId: id }, { key: id })
}
