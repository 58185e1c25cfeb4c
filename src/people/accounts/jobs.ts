/** Jobs of the accounts. Each calls one function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import {
  writeIdentityProof,
  writeLogInLink,
  writeNewDevice,
  writePasswordChanged,
  writeReset,
  writeStepUpCode,
  writeVerification,
} from './account-emails.ts'
import type { FactorChangedEvent } from './second-factor/notify-factor-change.ts'
import { writeFactorChanged } from './second-factor/second-factor-emails.ts'

export async function accountsJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('account.sign-up-requested', (data: { signUpId: string; mailNumber: number }) =>
    writeVerification(deps, data),
  )
  await jobs.work('account.reset-requested', (data: { sealed: string; askId: string }) => writeReset(deps, data))
  await jobs.work('account.log-in-link-requested', (data: { sealed: string; askId: string }) =>
    writeLogInLink(deps, data),
  )
  await jobs.work('account.step-up-code-requested', (data: { sessionId: string; askId: string }) =>
    writeStepUpCode(deps, data),
  )
  await jobs.work('account.password-changed', (data: { personId: string; changeId: string; at: string }) =>
    writePasswordChanged(deps, data),
  )
  await jobs.work('account.new-device', (data: { sessionId: string; at: string }) => writeNewDevice(deps, data))
  await jobs.work('account.identity-requested', (data: { proofId: string }) => writeIdentityProof(deps, data))
  await jobs.work('account.factor-changed', (data: FactorChangedEvent) => writeFactorChanged(deps, data))
}
