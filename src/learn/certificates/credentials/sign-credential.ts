/** Signs the credential of a certificate, and signs it again after a change. docs/contract §17. */
import { randomBytes, randomUUID } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { type CertificateToSign, insertCredential, lockSignedCertificate } from '../queries/credentials.ts'
import { revokeWithoutEnrolment } from '../revoke-certificate.ts'
import { createCredential } from './create-credential.ts'
import { ALGORITHM, requireSigningKey } from './credential-keys.ts'

/**
 * A repeat changes nothing: an issued certificate has one credential that is not revoked. An enrolment that ended while
 * the completion was written is found here, because its own job could not see the certificate yet.
 */
export async function signCredential(deps: Deps, certificateId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const certificate = await lockSignedCertificate(tx, certificateId)
    if (certificate?.state !== 'issued' || certificate.credential_id) return
    if (!certificate.is_enrolled) return revokeWithoutEnrolment(deps, tx, certificate)
    await addRevision(deps, tx, certificate)
  })
}

/** Signs what the certificate says now, as its next revision, and revokes the one before. */
export async function signNextRevision(deps: Deps, tx: Tx, certificateId: string): Promise<void> {
  const certificate = await lockSignedCertificate(tx, certificateId)
  if (certificate?.state === 'issued') await addRevision(deps, tx, certificate)
}

async function addRevision(deps: Deps, tx: Tx, certificate: CertificateToSign): Promise<void> {
  const key = await requireSigningKey(deps, tx)
  const credentialId = randomUUID()
  const signedAt = new Date(Math.floor(deps.clock().getTime() / 1000) * 1000)
  const credential = createCredential({
    credentialId,
    certificateId: certificate.id,
    publicUrl: deps.config.publicUrl,
    issuerName: certificate.issuer_name ?? deps.site.current.issuerName,
    courseCode: certificate.course_code,
    courseTitle: certificate.course_title,
    hours: certificate.hours,
    teachers: certificate.teachers,
    completedOn: certificate.completed_on,
    awardedAt: certificate.issued_at,
    signedAt,
    name: certificate.is_named ? certificate.name : null,
    email: certificate.email,
    salt: randomBytes(16).toString('base64url'),
  })
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(credential)))
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.id })
    .sign(key.privateKey)
  await insertCredential(tx, {
    id: credentialId,
    certificateId: certificate.id,
    revision: certificate.revision + 1,
    keyId: key.keyId,
    jws,
    issuedAt: signedAt,
  })
}
