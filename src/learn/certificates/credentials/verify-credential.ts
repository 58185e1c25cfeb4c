/**
 * Verifies a credential with saved public keys and nothing else, in the command and in a browser. A revocation cannot be
 * seen offline: the credential names the list. Steps: Open Badges 3.0, "Verify a Credential".
 */
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { normaliseEmail } from '#domain/contact.ts'

const Profile = z.object({ id: z.string(), name: z.string() })
const Identity = z.object({
  hashed: z.boolean(),
  identityHash: z.string(),
  identityType: z.string(),
  salt: z.string().optional(),
})
const Credential = z.object({
  id: z.string(),
  type: z.array(z.string()),
  name: z.string(),
  issuer: Profile,
  validFrom: z.string(),
  validUntil: z.string().optional(),
  credentialSubject: z.object({
    id: z.string(),
    identifier: z.array(Identity).default([]),
    achievement: z.object({ name: z.string() }),
  }),
  credentialStatus: z.object({ id: z.string() }).optional(),
  iss: z.string(),
  jti: z.string(),
  nbf: z.number(),
  sub: z.string(),
  exp: z.number().optional(),
})
type Credential = z.infer<typeof Credential>

export type Verification = {
  /** Sentences; empty if everything holds. */
  faults: string[]
  /** Null if the signature does not hold, because nothing of such a file is known. */
  facts: {
    holder: string | null
    course: string
    issuer: string
    validFrom: Date
    revocationList: string | null
  } | null
}

/** @param email checks also that the credential belongs to this address */
export async function verifyCredential(
  jws: string,
  keys: JSONWebKeySet,
  { now, email }: { now: Date; email?: string | undefined },
): Promise<Verification> {
  const payload = await readSignedPayload(jws.trim(), keys)
  if (!payload.ok) return { faults: [payload.fault], facts: null }
  const parsed = Credential.safeParse(payload.value)
  if (!parsed.success) return { faults: ['The file is signed, but it is not an Open Badge.'], facts: null }
  const credential = parsed.data
  const faults = [...listClaimFaults(credential), ...listDateFaults(credential, now)]
  if (email !== undefined && !(await belongsTo(credential, email)))
    faults.push('The credential does not belong to this e-mail address.')
  return { faults, facts: toFacts(credential) }
}

type SignedPayload = { ok: true; value: unknown } | { ok: false; fault: string }

async function readSignedPayload(jws: string, keys: JSONWebKeySet): Promise<SignedPayload> {
  try {
    const names = Object.keys(decodeProtectedHeader(jws)).toSorted()
    if (names.join() !== 'alg,kid,typ')
      return { ok: false, fault: 'The header of the file has other fields than it may.' }
    const { payload } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms: ['RS256'] })
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) }
  } catch (error) {
    return { ok: false, fault: describeFailure(error) }
  }
}

function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ERR_JWKS_NO_MATCHING_KEY') return 'None of the keys signed this file.'
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return 'The signature does not match: the file was changed.'
  return 'This is not a signed credential.'
}

function listClaimFaults({ iss, issuer, jti, id, sub, credentialSubject, type }: Credential): string[] {
  return [
    ...(type.includes('OpenBadgeCredential') ? [] : ['The credential is not an Open Badge.']),
    ...(iss === issuer.id && jti === id && sub === credentialSubject.id
      ? []
      : ['The signed names do not match the credential.']),
  ]
}

function listDateFaults({ nbf, validFrom, exp, validUntil }: Credential, now: Date): string[] {
  const endsAt = validUntil === undefined ? null : Date.parse(validUntil)
  const isConsistent = Date.parse(validFrom) === nbf * 1000 && (exp === undefined || exp * 1000 === endsAt)
  return [
    ...(isConsistent ? [] : ['The signed dates do not match the credential.']),
    ...(nbf * 1000 > now.getTime() ? ['The credential is not valid yet.'] : []),
    ...(endsAt !== null && endsAt <= now.getTime() ? ['The credential has expired.'] : []),
  ]
}

async function belongsTo({ credentialSubject }: Credential, email: string): Promise<boolean> {
  const address = credentialSubject.identifier.find(
    ({ identityType, hashed }) => hashed && identityType === 'emailAddress',
  )
  if (!address) return false
  const text = new TextEncoder().encode(`${normaliseEmail(email)}${address.salt ?? ''}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return address.identityHash === `sha256$${hex}`
}

function toFacts({ name, issuer, validFrom, credentialSubject, credentialStatus }: Credential): Verification['facts'] {
  return {
    holder: credentialSubject.identifier.find(({ identityType }) => identityType === 'name')?.identityHash ?? null,
    course: name,
    issuer: issuer.name,
    validFrom: new Date(validFrom),
    revocationList: credentialStatus?.id ?? null,
  }
}
