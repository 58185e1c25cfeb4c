/** Corrects the name on a certificate, and shows or hides it. docs/contract §17. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { signNextRevision } from './credentials/sign-credential.ts'
import { editCertificate, type Member } from './edit-certificate.ts'
import { type CertificateRow, lockCertificate, updateCertificate } from './queries/certificates.ts'

export const MAX_NAME_CHANGES = 2

type HolderChange = { name?: string | undefined; isNamed?: boolean | undefined }

/** Each change signs the next revision, so that the public file never shows a name that the holder hides. */
export async function changeOwnCertificate(
  deps: Deps,
  personId: string,
  certificateId: string,
  { name, isNamed }: HolderChange,
): Promise<Outcome<CertificateRow>> {
  const wait = await consumeLimit(deps.db, 'certificateChangePerHolder', personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  return inOneTransaction(deps.db, async (tx) => {
    const row = await lockCertificate(tx, certificateId)
    if (row?.person_id !== personId) return refused('CERTIFICATE_NOT_FOUND')
    if (row.state === 'revoked') return refused('CERTIFICATE_REVOKED')
    const renamed = name !== undefined && name !== row.name
    if (renamed && row.name_changes >= MAX_NAME_CHANGES) return refused('NAME_CHANGES_USED')
    const change = {
      ...(renamed && { name, name_changes: row.name_changes + 1 }),
      ...(isNamed !== undefined && isNamed !== row.is_named && { is_named: isNamed }),
    }
    if (Object.keys(change).length === 0) return accepted(row)
    await updateCertificate(tx, row.id, change)
    await signNextRevision(deps, tx, row.id)
    return accepted({ ...row, ...change })
  })
}

/** People who may edit certificates of the course correct a name at any time. It does not count as one of the holder's corrections. */
export function correctName(
  deps: Deps,
  member: Member,
  certificateId: string,
  name: string,
): Promise<Outcome<CertificateRow>> {
  return editCertificate(deps, member, certificateId, 'certificate-renamed', async (tx, row) => {
    if (name === row.name) return row
    await updateCertificate(tx, row.id, { name })
    await signNextRevision(deps, tx, row.id)
    return { ...row, name }
  })
}
