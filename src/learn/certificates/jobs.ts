/** The jobs of certificates. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { signAllAgain } from './credentials/rotate-key.ts'
import { signCredential } from './credentials/sign-credential.ts'
import { revokeAfterEnrolment } from './revoke-certificate.ts'
import { writeIssuedEmail, writeRevokedEmail } from './write-emails.ts'

export async function certificatesJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('certificate.issued', async ({ certificateId }: { certificateId: string }) => {
    await signCredential(deps, certificateId)
    await writeIssuedEmail(deps, certificateId)
  })
  await jobs.work('certificate.revoked', (data: { certificateId: string }) =>
    writeRevokedEmail(deps, data.certificateId),
  )
  await jobs.work('certificate.sign-again', () => signAllAgain(deps))
  await jobs.work('enrolment.ended', (data: { cohortCode: string; personIds: string[] }) =>
    revokeAfterEnrolment(deps, data),
  )
}
