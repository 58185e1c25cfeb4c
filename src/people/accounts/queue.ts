/** The jobs of accounts. An address is sealed, because finished jobs are stored for days. */
import { z } from 'zod'
import { PROVIDER_NAMES } from '#platform/identity/provider.ts'
import { defineJob, type JobData } from '#platform/jobs/define-job.ts'

export const accountSignUpRequestedJob = defineJob({
  name: 'account.sign-up-requested',
  schema: z.object({ signUpId: z.uuid(), mailNumber: z.int() }),
})
export const accountResetRequestedJob = defineJob({
  name: 'account.reset-requested',
  schema: z.object({ sealed: z.string(), askId: z.uuid() }),
})
export const accountLogInLinkRequestedJob = defineJob({
  name: 'account.log-in-link-requested',
  schema: z.object({ sealed: z.string(), askId: z.uuid() }),
})
export const accountStepUpCodeRequestedJob = defineJob({
  name: 'account.step-up-code-requested',
  schema: z.object({ sessionId: z.uuid(), askId: z.uuid() }),
})
export const accountPasswordChangedJob = defineJob({
  name: 'account.password-changed',
  schema: z.object({ personId: z.uuid(), changeId: z.uuid(), at: z.iso.datetime() }),
})
export const accountNewDeviceJob = defineJob({
  name: 'account.new-device',
  schema: z.object({ sessionId: z.uuid(), at: z.iso.datetime() }),
})
export const accountIdentityRequestedJob = defineJob({
  name: 'account.identity-requested',
  schema: z.object({ proofId: z.uuid() }),
})
const FactorChange = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['turned-on', 'turned-off', 'recovery-codes-renewed']) }),
  z.object({ is: z.literal('recovery-code-used'), remainingCodes: z.int() }),
  z.object({ is: z.enum(['passkey-added', 'passkey-removed']), name: z.string() }),
  z.object({ is: z.enum(['identity-added', 'identity-removed']), provider: z.enum(PROVIDER_NAMES) }),
])
export type FactorChange = z.infer<typeof FactorChange>

/** `eventId` distinguishes events of the same kind, so that each e-mail is written once. */
export const accountFactorChangedJob = defineJob({
  name: 'account.factor-changed',
  schema: z.object({ personId: z.uuid(), change: FactorChange, eventId: z.string(), at: z.iso.datetime() }),
})
export type FactorChangedEvent = JobData<typeof accountFactorChangedJob>
