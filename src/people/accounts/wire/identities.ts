/** Endpoints for the social log-ins that are linked to an account. docs/contract §3. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { PROVIDER_NAMES } from '#platform/identity/provider.ts'
import { OwnerProof, ownerRefusals } from './step-up.ts'

const IdentityView = z.object({
  identityId: z.string(),
  provider: z.enum(PROVIDER_NAMES),
  /** The address at the provider when the log-in was linked. */
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
  summary: 'The linked social log-ins of the signed-in person, oldest first',
  answers: { 200: z.object({ data: z.array(IdentityView) }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const removeIdentity = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'identities/:identityId/remove',
  summary: 'Unlink a social log-in; requires a check of the owner',
  params: z.object({ identityId: z.uuid() }),
  body: OwnerProof,
  answers: { 204: z.undefined() },
  refusals: ['IDENTITY_NOT_FOUND', 'LAST_WAY_IN', ...ownerRefusals],
})
