/** Writes the e-mails about certificates, once each, never to an address that is not proved. */

import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { getCertificateUrl } from './certificate-url.ts'
import { certificateIssuedMail, certificateRevokedMail } from './mail/certificate-mails.ts'
import { type CertificateRow, getCertificate } from './queries/certificates.ts'

export async function writeIssuedEmail(deps: Deps, certificateId: string): Promise<void> {
  const row = await getCertificate(deps.db, certificateId)
  if (row?.state !== 'issued' || !row.email) return
  const mail = certificateIssuedMail(deps, toMailFacts(deps, row))
  const dedupeKey = `certificate.issued:${row.person_id}:${row.id}` as const
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, { dedupeKey, to: row.email!, ...mail }))
}

export async function writeRevokedEmail(deps: Deps, certificateId: string): Promise<void> {
  const row = await getCertificate(deps.db, certificateId)
  if (row?.state !== 'revoked' || !row.email) return
  const facts = { ...toMailFacts(deps, row), reason: row.reason ?? '' }
  const dedupeKey = `certificate.revoked:${row.person_id}:${row.id}` as const
  const mail = certificateRevokedMail(deps, facts)
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, { dedupeKey, to: row.email!, ...mail }))
}

const toMailFacts = ({ config }: Deps, row: CertificateRow) => ({
  name: row.name,
  courseTitle: row.course_title,
  url: getCertificateUrl(config, row.public_id),
})
