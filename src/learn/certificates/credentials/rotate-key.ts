/** Replaces the key that signs credentials. docs/contract §17. */
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { listCertificatesSignedByOtherKeys } from '../queries/credentials.ts'
import { certificateSignAgainJob } from '../queue.ts'
import { rotateKey } from './credential-keys.ts'
import { signNextRevision } from './sign-credential.ts'

const BATCH = 200

/**
 * Files of the retired key stay valid. After a compromise, every credential that is not revoked is signed again, at
 * once and, if that is interrupted, by the job.
 */
export async function rotateCredentialKey(
  deps: Deps,
  isCompromised: boolean,
): Promise<{ keyId: string; signedAgain: number }> {
  const { keyId } = await transact(deps.db, async (tx) => {
    const key = await rotateKey(deps, tx, isCompromised)
    if (isCompromised) await deps.jobs.enqueue(tx, certificateSignAgainJob, {}, { key: 'all' })
    return key
  })
  return { keyId, signedAgain: isCompromised ? await signAllAgain(deps) : 0 }
}

/** A repeat signs only what another key than the current one signed. */
export async function signAllAgain(deps: Deps): Promise<number> {
  for (let count = 0; ; ) {
    const batch = await listCertificatesSignedByOtherKeys(deps.db, BATCH)
    if (batch.length === 0) return count
    for (const certificateId of batch) await transact(deps.db, (tx) => signNextRevision(deps, tx, certificateId))
    count += batch.length
  }
}
