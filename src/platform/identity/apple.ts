/**
 * Sign in with Apple: the browser brings an ID token and a code in a form from Apple's site; the code is
 * exchanged with a client secret that we sign for each call. https://developer.apple.com/documentation/signinwithapplerestapi
 */
import { createPrivateKey } from 'node:crypto'
import { createRemoteJWKSet, SignJWT } from 'jose'
import { z } from 'zod'
import type { IdentityConfig } from '#config-identity.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { ask, below, withQuery } from './ask.ts'
import { type Claims, readIdToken } from './id-token.ts'
import type { Identity, Provider } from './provider.ts'

const SECRET_MINUTES = 5
const Answer = z.object({ id_token: z.string().min(1) })
const Name = z.object({ firstName: z.string(), lastName: z.string() }).partial()
const UserData = z.object({ name: Name })

type Apple = NonNullable<IdentityConfig['apple']>

export function openApple(apple: Apple): Provider {
  const { clientId, baseUrl } = apple
  const keys = createRemoteJWKSet(new URL(below(baseUrl, 'auth/keys')))
  const issuers = [trimEnd(baseUrl, isSlash)]
  return {
    name: 'apple',
    returnsBy: 'POST',

    async authorizeUrl({ state, nonce, redirectUrl }) {
      const url = withQuery(below(baseUrl, 'auth/authorize'), {
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
      return idToken ? { ok: true, value: idToken } : { ok: false, reason: 'Apple brought no ID token' }
    },

    async identify({ token, nonce, code, redirectUrl, userData, now }) {
      const shown = await readIdToken(token, keys, { issuers, clientId, nonce, now })
      if (!shown.ok) return shown
      if (!code) return { ok: false, reason: 'Apple’s code is missing' }
      const told = await ask('the code', below(baseUrl, 'auth/token'), Answer, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: await clientSecret(apple, issuers[0]!, now),
        code,
        redirect_uri: redirectUrl,
      })
      if (!told.ok) return told
      const fresh = await readIdToken(told.value.id_token, keys, { issuers, clientId, nonce, now })
      if (!fresh.ok) return fresh
      if (fresh.value.sub !== shown.value.sub) return { ok: false, reason: 'the code is of another person' }
      return { ok: true, value: identityIn(fresh.value, userData) }
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

/** Apple writes `email_verified` as a text or a truth value, and answers for the relay addresses that it hands out. */
function identityIn({ sub, email, email_verified }: Claims, userData: unknown): Identity {
  return {
    subject: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: email_verified === true || email_verified === 'true',
    isAuthoritative: true,
    name: nameIn(userData),
  }
}

/** The browser's word: good for a greeting, never for an address. */
function nameIn(userData: unknown): string | null {
  const read = UserData.safeParse(typeof userData === 'string' ? parse(userData) : userData)
  if (!read.success) return null
  const { firstName = '', lastName = '' } = read.data.name
  return `${firstName} ${lastName}`.trim() || null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
