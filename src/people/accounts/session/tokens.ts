/**
 * The two tokens of a session. The access token is a JWT of ten minutes, signed with Ed25519; any host can verify it
 * with the published key. The refresh token is `sid.counter.HMAC`, so no secret is stored. docs/contract §3.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type JWK, jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '#platform/secrets.ts'

export type Audience = 'learner' | 'admin'
export type AccessClaims = { personId: string; sessionId: string; audience: Audience }

export const ACCESS_TOKEN_SECONDS = 600
/** Allowed clock difference between two machines. */
const LEEWAY_SECONDS = 30
const ISSUER = 'understudy'
/** RFC 8410: the bytes before the 32-byte seed in an Ed25519 PKCS #8 key. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function createAccessToken(
  secrets: Secrets,
  claims: AccessClaims,
  roles: readonly string[],
  now: Date,
): Promise<string> {
  const { privateKey, kid } = listSigningKeys(secrets)[0]!
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sessionId, roles })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .setIssuer(ISSUER)
    .setSubject(claims.personId)
    .setAudience(claims.audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(privateKey)
}

/** The claims of a valid, unexpired token, or null. The caller checks whether the session is live. */
export async function verifyAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => requirePublicKey(secrets, kid), {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience: ['learner', 'admin'],
      typ: 'at+jwt',
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    return { personId: String(payload.sub), sessionId: String(payload.sid), audience: payload.aud as Audience }
  } catch {
    return null
  }
}

export function createRefreshToken(secrets: Secrets, sessionId: string, counter: number): string {
  const text = `${sessionId}.${counter}`
  return `${text}.${secrets.mac('refresh', text).toString('base64url')}`
}

/** The session and counter of a refresh token, or null if its signature is invalid. */
export function readRefreshToken(secrets: Secrets, token: string): { sessionId: string; counter: number } | null {
  const [, sessionId, counter, mac] = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!sessionId || !counter || !mac) return null
  return secrets.isMac('refresh', `${sessionId}.${counter}`, mac) ? { sessionId, counter: Number(counter) } : null
}

/** The public keys that verify our access tokens, newest first: `/.well-known/jwks.json`. */
export function listPublicKeys(secrets: Secrets): { keys: JWK[] } {
  return {
    keys: listSigningKeys(secrets).map(({ publicKey, kid }) => ({
      ...(publicKey.export({ format: 'jwk' }) as JWK),
      kid,
      alg: 'EdDSA',
      use: 'sig',
    })),
  }
}

function requirePublicKey(secrets: Secrets, kid: string | undefined): KeyObject {
  const key = listSigningKeys(secrets).find((candidate) => candidate.kid === kid)
  if (!key) throw new Error('unknown signing key')
  return key.publicKey
}

type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; kid: string }

function listSigningKeys(secrets: Secrets): SigningKey[] {
  return secrets.macs('access-signing-key', 'ed25519').map(createSigningKey)
}

function createSigningKey(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  return { privateKey, publicKey, kid: createHash('sha256').update(x).digest('base64url').slice(0, 16) }
}
