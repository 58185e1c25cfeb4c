/** What a call takes that asks once more whose the account is. Which of it is needed, `second-factor` tells. Contract §3. */
import { z } from 'zod'
import type { RefusalCode } from '#domain/refusal.ts'
import { endpoint } from '#http/endpoint.ts'

export const ownerFields = {
  /** Where the account has one. */
  password: z.string().max(1024).optional(),
  /** Where a second factor is on: a code of the app, or a recovery code. */
  otp: z.string().trim().max(32, { error: 'This code is not right.' }).optional(),
}

export const Owner = z.object(ownerFields)
export type Owner = z.input<typeof Owner>

export const ownerRefusals = [
  'FIELD_INVALID',
  'LOG_IN_AGAIN',
  'RATE_LIMITED',
  'TOKEN_REQUIRED',
  'TOKEN_INVALID',
] as const satisfies readonly RefusalCode[]

export const stepUp = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'step-up',
  summary: 'Show whose the account is; for ten minutes this session may do what asks for it',
  body: Owner,
  answers: { 204: z.undefined() },
  refusals: ownerRefusals,
})
