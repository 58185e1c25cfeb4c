/** Jobs of the accounts. Each calls one function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import {
  writeIdentityProof,
  writeLogInLink,
  writeNewDevice,
  writePasswordChanged,
  writeReset,
  writeStepUpCode,
  writeVerification,
} from './account-emails.ts'
import {
  accountFactorChangedJob,
  accountIdentityRequestedJob,
  accountLogInLinkRequestedJob,
  accountNewDeviceJob,
  accountPasswordChangedJob,
  accountResetRequestedJob,
  accountSignUpRequestedJob,
  accountStepUpCodeRequestedJob,
} from './queue.ts'
import { writeFactorChanged } from './second-factor/second-factor-emails.ts'

export const accountsJobs = (deps: Deps): JobHandler[] => [
  handleJob(accountSignUpRequestedJob, (event) => writeVerification(deps, event)),
  handleJob(accountResetRequestedJob, (event) => writeReset(deps, event)),
  handleJob(accountLogInLinkRequestedJob, (event) => writeLogInLink(deps, event)),
  handleJob(accountStepUpCodeRequestedJob, (event) => writeStepUpCode(deps, event)),
  handleJob(accountPasswordChangedJob, (event) => writePasswordChanged(deps, event)),
  handleJob(accountNewDeviceJob, (event) => writeNewDevice(deps, event)),
  handleJob(accountIdentityRequestedJob, (event) => writeIdentityProof(deps, event)),
  handleJob(accountFactorChangedJob, (event) => writeFactorChanged(deps, event)),
]
