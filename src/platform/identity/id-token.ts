/** Verifies ID tokens (OpenID Connect Core 1.0, §3.1.3.7): algorithm, audience, nonce and age. */
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ProviderResult } from './provider.ts'

/** The allowed clock difference to the provider. */
const LEEWAY_SECONDS = 60
/** A flow takes ten minutes at most. */
const MAX_AGE = '15 minutes'
const MAX_SUBJECT_LENGTH = 255

export type ExpectedClaims = { issuers: string[]; clientId: string; nonce: string; now: Date }
export type Claims = JWTPayload & { sub: string }

export async function readIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: ExpectedClaims,
): Promise<ProviderResult<Claims>> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: expected.issuers,
      audience: expected.clientId,
      currentDate: expected.now,
      clockTolerance: LEEWAY_SECONDS,
      maxTokenAge: MAX_AGE,
      requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat'],
    })
    const fault = findClaimsFault(payload, expected)
    return fault
      ? { ok: false, reason: `the ID token ${fault}` }
      : { ok: true, value: { ...payload, sub: payload.sub! } }
  } catch (error) {
    return { ok: false, reason: `the ID token: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

/** The checks that jose does not do. */
function findClaimsFault(payload: JWTPayload, { clientId, nonce }: ExpectedClaims): string | null {
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > MAX_SUBJECT_LENGTH)
    return 'names nobody'
  if (payload.nonce !== nonce) return 'was asked for by somebody else'
  if (Array.isArray(payload.aud) && payload.aud.length > 1) return 'is for others too'
  if (payload.azp !== undefined && payload.azp !== clientId) return 'was given to another program'
  return null
}
