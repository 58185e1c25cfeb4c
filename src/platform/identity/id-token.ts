/** ID tokens (OpenID Connect Core 1.0, §3.1.3.7). One algorithm, one audience, the nonce of the flow, and fresh. */
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Told } from './provider.ts'

/** What a clock may be off between the provider and us. */
const LEEWAY_SECONDS = 60
/** A flow takes ten minutes at most. */
const OLDEST = '15 minutes'
const LONGEST_SUBJECT = 255

export type Expected = { issuers: string[]; clientId: string; nonce: string; now: Date }
export type Claims = JWTPayload & { sub: string }

export async function readIdToken(token: string, keys: JWTVerifyGetKey, expected: Expected): Promise<Told<Claims>> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: expected.issuers,
      audience: expected.clientId,
      currentDate: expected.now,
      clockTolerance: LEEWAY_SECONDS,
      maxTokenAge: OLDEST,
      requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat'],
    })
    const fault = claimsFault(payload, expected)
    return fault
      ? { ok: false, reason: `the ID token ${fault}` }
      : { ok: true, value: { ...payload, sub: payload.sub! } }
  } catch (error) {
    return { ok: false, reason: `the ID token: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

/** What jose leaves to us. */
function claimsFault(payload: JWTPayload, { clientId, nonce }: Expected): string | null {
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > LONGEST_SUBJECT)
    return 'names nobody'
  if (payload.nonce !== nonce) return 'was asked for by somebody else'
  if (Array.isArray(payload.aud) && payload.aud.length > 1) return 'is for others too'
  if (payload.azp !== undefined && payload.azp !== clientId) return 'was given to another program'
  return null
}
