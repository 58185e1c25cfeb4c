/**
 * Sign in with Apple: a form from Apple's site brings an ID token and a code. The code is exchanged with a client secret
 * that is signed for each call. https://developer.apple.com/documentation/signinwithapplerestapi
 */
import { createPrivateKey } from 'node:crypto'
import { createRemoteJWKSet, SignJWT } from 'jose'
import { z } from 'zod'
import type { IdentityConfig } from '#config/identity.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { type Claims, readIdToken } from './id-token.ts'
import type { Identity, Provider } from './provider.ts'
import { joinUrl, requestJson, withQuery } from './request.ts'

const SECRET_MINUTES = 5
const TokenResponse = z.object({ id_token: z.string().min(1) })
const Name = z.object({ firstName: z.string(), lastName: z.string() }).partial()
const UserData = z.object({ name: Name })

type Apple = NonNullable<IdentityConfig['apple']>

export function createApple(apple: Apple): Provider {
  const { clientId, baseUrl } = apple
  const keys = createRemoteJWKSet(new URL(joinUrl(baseUrl, 'auth/keys')))
  const issuers = [trimEnd(baseUrl, isSlash)]
  return {
    name: 'apple',
    callbackMethod: 'POST',

    async authorizeUrl({ state, nonce, redirectUrl }) {
      const url = withQuery(joinUrl(baseUrl, 'auth/authorize'), {
        client_id: clientId,
        redirect_uri: redirectUrl,
        response_type: 'code id_token',
        response_mode: 'form_post',
        scope: 'name email',
        state,
        nonce,
      })
      return { ok: true, value: url }
    },

    async takeToken({ idToken }) {
      return idToken ? { ok: true, value: idToken } : { ok: false, reason: 'Apple sent no ID token' }
    },

    async identify({ token, nonce, code, redirectUrl, userData, now }) {
      const claims = await readIdToken(token, keys, { issuers, clientId, nonce, now })
      if (!claims.ok) return claims
      if (!code) return { ok: false, reason: 'Apple’s code is missing' }
      const response = await requestJson('the code', joinUrl(baseUrl, 'auth/token'), TokenResponse, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: await clientSecret(apple, issuers[0]!, now),
        code,
        redirect_uri: redirectUrl,
      })
      if (!response.ok) return response
      const freshClaims = await readIdToken(response.value.id_token, keys, { issuers, clientId, nonce, now })
      if (!freshClaims.ok) return freshClaims
      if (freshClaims.value.sub !== claims.value.sub) return { ok: false, reason: 'the code belongs to another person' }
      return { ok: true, value: readIdentity(freshClaims.value, userData) }
    },
  }
}

async function clientSecret({ clientId, teamId, keyId, privateKey }: Apple, audience: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SECRET_MINUTES * 60)
    .sign(createPrivateKey(privateKey))
}

/** Apple sends `email_verified` as text or boolean. It is authoritative for its relay addresses. */
function readIdentity({ sub, email, email_verified }: Claims, userData: unknown): Identity {
  return {
    subject: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: email_verified === true || email_verified === 'true',
    isAuthoritative: true,
    name: readName(userData),
  }
}

/** Unsigned data from the browser: good for a greeting, never for an address. */
function readName(userData: unknown): string | null {
  const parsed = UserData.safeParse(typeof userData === 'string' ? parse(userData) : userData)
  if (!parsed.success) return null
  const { firstName = '', lastName = '' } = parsed.data.name
  return `${firstName} ${lastName}`.trim() || null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
