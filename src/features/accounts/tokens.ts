/**
 * The two tokens of a session. Access: a JWT of ten minutes, signed with Ed25519, that any host can
 * check by the published key. Refresh: `sid.counter.HMAC`, so that nothing secret is stored. Contract §3.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type JWK, jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '#platform/secrets.ts'

export type Audience = 'learner' | 'admin'
export type AccessClaims = { personId: string; sessionId: string; audience: Audience }

const ACCESS_MINUTES = 10
/** What a clock may be off between two machines. */
const LEEWAY_SECONDS = 30
const ISSUER = 'understudy'
/** RFC 8410: what stands before the 32 bytes of a seed in an Ed25519 PKCS #8 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function issueAccess(
  secrets: Secrets,
  claims: AccessClaims,
  roles: readonly string[],
  now: Date,
): Promise<string> {
  const { privateKey, kid } = signingKeys(secrets)[0]!
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sessionId, roles })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .setIssuer(ISSUER)
    .setSubject(claims.personId)
    .setAudience(claims.audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_MINUTES * 60)
    .sign(privateKey)
}

/** The claims of a token that is ours and still runs, or null. Whether its session lives is for the caller to ask. */
export async function readAccess(secrets: Secrets, token: string, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => publicKeyFor(secrets, kid), {
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

export function refreshToken(secrets: Secrets, sessionId: string, counter: number): string {
  const text = `${sessionId}.${counter}`
  return `${text}.${secrets.mac('refresh', text).toString('base64url')}`
}

/** The session and counter that a refresh token names, if we made it. */
export function readRefresh(secrets: Secrets, token: string): { sessionId: string; counter: number } | null {
  const [, sessionId, counter, mac] = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!sessionId || !counter || !mac) return null
  return secrets.isMac('refresh', `${sessionId}.${counter}`, mac) ? { sessionId, counter: Number(counter) } : null
}

/** What other hosts need to check our access tokens, newest first: `/.well-known/jwks.json`. */
export function publicKeys(secrets: Secrets): { keys: JWK[] } {
  return {
    keys: signingKeys(secrets).map(({ publicKey, kid }) => ({
      ...(publicKey.export({ format: 'jwk' }) as JWK),
      kid,
      alg: 'EdDSA',
      use: 'sig',
    })),
  }
}

function publicKeyFor(secrets: Secrets, kid: string | undefined): KeyObject {
  const key = signingKeys(secrets).find((one) => one.kid === kid)
  if (!key) throw new Error('no key of ours')
  return key.publicKey
}

type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; kid: string }

function signingKeys(secrets: Secrets): SigningKey[] {
  return secrets.macs('access-signing-key', 'ed25519').map(signingKey)
}

function signingKey(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  return { privateKey, publicKey, kid: createHash('sha256').update(x).digest('base64url').slice(0, 16) }
}
