/** Edits of certificates by people with the action `certificate.edit` on their course. docs/contract §19. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import type { AuditAction } from '#people/audit-log/actions.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { type CertificateRow, lockCertificate } from './queries/certificates.ts'

export type Member = Pick<Person, 'personId' | 'audience'>

/** Runs the change if the member may edit the certificate, and records it in the audit log. */
export function editCertificate(
  deps: Deps,
  member: Member,
  certificateId: string,
  action: AuditAction,
  change: (tx: Tx, row: CertificateRow) => Promise<CertificateRow>,
): Promise<Outcome<CertificateRow>> {
  return inOneTransaction(deps.db, async (tx) => {
    const editable = await requireEditable(tx, member, certificateId)
    if (!editable.ok) return editable
    await recordEvent(deps, tx, {
      actor: { kind: member.audience, id: member.personId },
      action,
      object: { kind: 'certificate', id: certificateId },
    })
    return accepted(await change(tx, editable.value))
  })
}

/** Locks the certificate. One of a foreign course gets the 404 of a missing one. */
async function requireEditable(tx: Tx, member: Member, certificateId: string): Promise<Outcome<CertificateRow>> {
  const row = await lockCertificate(tx, certificateId)
  if (!row) return refused('CERTIFICATE_NOT_FOUND')
  const permission = await requirePermission(tx, member, 'certificate.edit', row.course_code)
  if (!permission.ok)
    return refused(permission.refusal.code === 'ROLE_NEEDED' ? 'ROLE_NEEDED' : 'CERTIFICATE_NOT_FOUND')
  return row.state === 'issued' ? accepted(row) : refused('CERTIFICATE_REVOKED')
}
