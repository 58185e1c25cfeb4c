/** Google, by OpenID Connect: code with PKCE, then its ID token. https://developers.google.com/identity/openid-connect */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { IdentityConfig } from '#config-identity.ts'
import { ask, below, withQuery } from './ask.ts'
import { type Claims, readIdToken } from './id-token.ts'
import type { Identity, Provider, Told } from './provider.ts'

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
const Answer = z.object({ id_token: z.string().min(1) })
type Found = z.output<typeof Discovery> & { keys: JWTVerifyGetKey }

export function openGoogle({ clientId, clientSecret, issuerUrl }: NonNullable<IdentityConfig['google']>): Provider {
  const find = finder(issuerUrl)
  return {
    name: 'google',
    returnsBy: 'GET',

    async authorizeUrl({ state, nonce, codeChallenge, redirectUrl }) {
      const found = await find()
      if (!found.ok) return found
      const url = withQuery(found.value.authorization_endpoint, {
        client_id: clientId,
        redirect_uri: redirectUrl,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return { ok: true, value: url }
    },

    async takeToken({ code, codeVerifier, redirectUrl }) {
      const found = await find()
      if (!found.ok) return found
      const told = await ask('the code', found.value.token_endpoint, Answer, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUrl,
      })
      return told.ok ? { ok: true, value: told.value.id_token } : told
    },

    async identify({ token, nonce, now }) {
      const found = await find()
      if (!found.ok) return found
      const { issuer, keys } = found.value
      // Google has signed both spellings of itself.
      const issuers = [issuer, issuer.replace(/^https:\/\//, '')]
      const read = await readIdToken(token, keys, { issuers, clientId, nonce, now })
      return read.ok ? { ok: true, value: identityIn(read.value) } : read
    },
  }
}

/** Google answers for its own mailboxes and for those of its organisations (`hd`), and for no other. */
function identityIn({ sub, email, email_verified, hd, name }: Claims): Identity {
  const address = typeof email === 'string' ? email : null
  return {
    subject: sub,
    email: address,
    emailVerified: email_verified === true,
    isAuthoritative: /@(gmail|googlemail)\.com$/i.test(address ?? '') || (typeof hd === 'string' && hd !== ''),
    name: typeof name === 'string' ? name : null,
  }
}

/** Found once. A provider that is away is asked again the next time. */
function finder(issuerUrl: string): () => Promise<Told<Found>> {
  let known: Found | null = null
  return async () => {
    if (known) return { ok: true, value: known }
    const told = await ask('the description of Google', below(issuerUrl, '.well-known/openid-configuration'), Discovery)
    if (!told.ok) return told
    if (told.value.issuer !== issuerUrl) return { ok: false, reason: 'the description of Google is of somebody else' }
    known = { ...told.value, keys: createRemoteJWKSet(new URL(told.value.jwks_uri)) }
    return { ok: true, value: known }
  }
}
