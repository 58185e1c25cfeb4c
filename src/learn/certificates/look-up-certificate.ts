/** Finds a certificate by its public address. There is no look-up by number. docs/contract §17. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { SentFile } from '#http/handle.ts'
import { consumeLimit } from '#platform/limits.ts'
import { signCredential } from './credentials/sign-credential.ts'
import { type CertificateRow, getPublicCertificate } from './queries/certificates.ts'
import { getCredentialJws } from './queries/credentials.ts'

const PUBLIC_ID = /^[\w-]{22}$/

export async function lookUpCertificate(deps: Deps, publicId: string, ip: string): Promise<Outcome<CertificateRow>> {
  const wait = await consumeLimit(deps.db, 'certificatePerClient', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const row = PUBLIC_ID.test(publicId) ? await getPublicCertificate(deps.db, publicId) : null
  return row ? accepted(row) : refused('CERTIFICATE_NOT_FOUND')
}

export async function lookUpCredential(deps: Deps, publicId: string, ip: string): Promise<Outcome<SentFile>> {
  const certificate = await lookUpCertificate(deps, publicId, ip)
  if (!certificate.ok) return certificate
  const jws = await requireCredential(deps, certificate.value.id)
  if (!jws) return refused('CERTIFICATE_NOT_FOUND')
  return accepted({ filename: `certificate-${certificate.value.number}.jws`, content: Buffer.from(jws) })
}

/** Signs it if the job has not run yet. Null for a revoked certificate. */
export async function requireCredential(deps: Deps, certificateId: string): Promise<string | null> {
  const jws = await getCredentialJws(deps.db, certificateId)
  if (jws) return jws
  await signCredential(deps, certificateId)
  return getCredentialJws(deps.db, certificateId)
}
