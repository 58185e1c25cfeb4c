/** The jobs of certificates. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { enrolmentEndedJob } from '#learn/enrolments/queue.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { signAllAgain } from './credentials/rotate-key.ts'
import { signCredential } from './credentials/sign-credential.ts'
import { certificateIssuedJob, certificateRevokedJob, certificateSignAgainJob } from './queue.ts'
import { revokeAfterEnrolment } from './revoke-certificate.ts'
import { writeIssuedEmail, writeRevokedEmail } from './write-emails.ts'

export const certificatesJobs = (deps: Deps): JobHandler[] => [
  handleJob(certificateIssuedJob, async ({ certificateId }) => {
    await signCredential(deps, certificateId)
    await writeIssuedEmail(deps, certificateId)
  }),
  handleJob(certificateRevokedJob, ({ certificateId }) => writeRevokedEmail(deps, certificateId)),
  handleJob(certificateSignAgainJob, () => signAllAgain(deps)),
  handleJob(enrolmentEndedJob, (ended) => revokeAfterEnrolment(deps, ended)),
]
