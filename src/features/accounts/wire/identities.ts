/** Log-ins of providers that are joined to an account: seen and removed by whose it is. Contract §3. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { Owner, ownerRefusals } from './step-up.ts'

const IdentityView = z.object({
  identityId: z.string(),
  provider: z.enum(['google', 'apple', 'facebook']),
  /** As the provider told it when the two were joined. */
  email: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant,
})
export type IdentityView = z.infer<typeof IdentityView>

export const listIdentities = endpoint({
  host: 'login',
  actor: 'person',
  method: 'GET',
  path: 'identities',
  summary: 'Which providers let the signed-in person in, oldest first',
  answers: { 200: z.object({ data: z.array(IdentityView) }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const removeIdentity = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'identities/:identityId/remove',
  summary: 'Let a provider in no longer; shown whose the account is',
  params: z.object({ identityId: z.uuid() }),
  body: Owner,
  answers: { 204: z.undefined() },
  refusals: ['IDENTITY_NOT_FOUND', 'LAST_WAY_IN', ...ownerRefusals],
})
