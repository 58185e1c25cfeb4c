/** Google by OpenID Connect: a code with PKCE, then an ID token. https://developers.google.com/identity/openid-connect */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { IdentityConfig } from '#config/identity.ts'
import { type Claims, readIdToken } from './id-token.ts'
import type { Identity, Provider, ProviderResult } from './provider.ts'
import { joinUrl, requestJson, withQuery } from './request.ts'

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
const TokenResponse = z.object({ id_token: z.string().min(1) })
type Configuration = z.output<typeof Discovery> & { keys: JWTVerifyGetKey }

export function createGoogle({ clientId, clientSecret, issuerUrl }: NonNullable<IdentityConfig['google']>): Provider {
  const getConfiguration = createConfigurationReader(issuerUrl)
  return {
    name: 'google',
    callbackMethod: 'GET',

    async authorizeUrl({ state, nonce, codeChallenge, redirectUrl }) {
      const configuration = await getConfiguration()
      if (!configuration.ok) return configuration
      const url = withQuery(configuration.value.authorization_endpoint, {
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
      const configuration = await getConfiguration()
      if (!configuration.ok) return configuration
      const response = await requestJson('the code', configuration.value.token_endpoint, TokenResponse, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUrl,
      })
      return response.ok ? { ok: true, value: response.value.id_token } : response
    },

    async identify({ token, nonce, now }) {
      const configuration = await getConfiguration()
      if (!configuration.ok) return configuration
      const { issuer, keys } = configuration.value
      // Google has used both spellings as issuer.
      const issuers = [issuer, issuer.replace(/^https:\/\//, '')]
      const claims = await readIdToken(token, keys, { issuers, clientId, nonce, now })
      return claims.ok ? { ok: true, value: readIdentity(claims.value) } : claims
    },
  }
}

/** Google is authoritative only for its own mailboxes and those of its organisations (`hd`). */
function readIdentity({ sub, email, email_verified, hd, name }: Claims): Identity {
  const address = typeof email === 'string' ? email : null
  return {
    subject: sub,
    email: address,
    emailVerified: email_verified === true,
    isAuthoritative: /@(gmail|googlemail)\.com$/i.test(address ?? '') || (typeof hd === 'string' && hd !== ''),
    name: typeof name === 'string' ? name : null,
  }
}

/** Reads the OpenID configuration once. A failed read is repeated at the next call. */
function createConfigurationReader(issuerUrl: string): () => Promise<ProviderResult<Configuration>> {
  let configuration: Configuration | null = null
  return async () => {
    if (configuration) return { ok: true, value: configuration }
    const response = await requestJson(
      'the configuration of Google',
      joinUrl(issuerUrl, '.well-known/openid-configuration'),
      Discovery,
    )
    if (!response.ok) return response
    if (response.value.issuer !== issuerUrl)
      return { ok: false, reason: 'the configuration of Google names another issuer' }
    configuration = { ...response.value, keys: createRemoteJWKSet(new URL(response.value.jwks_uri)) }
    return { ok: true, value: configuration }
  }
}
