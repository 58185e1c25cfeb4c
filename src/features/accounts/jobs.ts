/** The accounts' jobs: each a shell over a verb that bears being run twice. */
import type { Deps } from '#http/deps.ts'
import {
  writeIdentityProof,
  writeNewDevice,
  writePasswordChanged,
  writeReset,
  writeVerification,
} from './account-emails.ts'
import { writeFactorChanged } from './second-factor-emails.ts'
import type { FactorChanged } from './tell-factor.ts'

export async function accountsJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('account.sign-up-asked', (data: { signUpId: string; asked: number }) => writeVerification(deps, data))
  await jobs.work('account.reset-asked', (data: { sealed: string; askId: string }) => writeReset(deps, data))
  await jobs.work('account.password-changed', (data: { personId: string; changeId: string; at: string }) =>
    writePasswordChanged(deps, data),
  )
  await jobs.work('account.new-device', (data: { sessionId: string; at: string }) => writeNewDevice(deps, data))
  await jobs.work('account.identity-asked', (data: { proofId: string }) => writeIdentityProof(deps, data))
  await jobs.work('account.factor-changed', (data: FactorChanged) => writeFactorChanged(deps, data))
}
