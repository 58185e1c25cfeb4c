/** Whether a person may edit a certificate: the action `certificate.edit` on its course. docs/contract.md §19. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { requirePermission } from '#features/roles/require-permission.ts'
import type { Person } from '#http/handle.ts'
import type { Tx } from '#platform/db/db.ts'
import { type CertificateRow, lockCertificate } from './queries/certificates.ts'

export type Member = Pick<Person, 'personId' | 'audience'>

/** Locks the certificate. One of a foreign course gets the 404 of a missing one. */
export async function requireEditable(tx: Tx, member: Member, certificateId: string): Promise<Outcome<CertificateRow>> {
  const row = await lockCertificate(tx, certificateId)
  if (!row) return refused('CERTIFICATE_NOT_FOUND')
  const permission = await requirePermission(tx, member, 'certificate.edit', row.course_code)
  if (!permission.ok)
    return refused(permission.refusal.code === 'ROLE_NEEDED' ? 'ROLE_NEEDED' : 'CERTIFICATE_NOT_FOUND')
  return row.state === 'issued' ? accepted(row) : refused('CERTIFICATE_REVOKED')
}
