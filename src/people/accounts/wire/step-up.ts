/** The fields of a call that checks the owner again. `GET second-factor` shows which are needed. docs/contract §3. */
import { z } from 'zod'
import type { RefusalCode } from '#domain/refusal.ts'
import { endpoint } from '#http/endpoint.ts'
import { OneTimeCode } from '#http/schemas.ts'

export const ownerFields = {
  /** Required if the account has a password. */
  password: z.string().max(1024).optional(),
  /** Required if a second factor is on: an app code or a recovery code. */
  otp: OneTimeCode.optional(),
}

export const OwnerProof = z.object(ownerFields)
export type OwnerProof = z.input<typeof OwnerProof>

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
  summary: 'Confirm that the account is yours; valid for ten minutes in this session',
  body: OwnerProof.extend({
    /** For an account without a password and a second factor: the code of `step-up/code`. */
    emailCode: z.string().trim().max(32, { error: 'This code is not right.' }).optional(),
  }),
  answers: { 204: z.undefined() },
  refusals: ownerRefusals,
})

export const stepUpCode = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'step-up/code',
  summary: 'E-mail a code for step-up to a person without a password and a second factor',
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
