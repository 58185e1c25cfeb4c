/** Google as a relying party sees it: strict about client, secret, redirect address, PKCE and codes; what it signs is up to the test. */
import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { backTo, bad, type Double, serveDouble } from './double.ts'

export const GOOGLE_CLIENT = { id: 'school.apps.google.test', secret: 'google-secret' }
const KID = 'google-1'

export type Signing = { claims: JWTPayload; kid: string; privateKey: CryptoKey; publicKey: CryptoKey }
export type GoogleDouble = Double & {
  /** The claims of the next ID token about its owner. */
  person: JWTPayload
  /** Makes the ID token; a test puts a forger here. */
  sign: (signing: Signing) => Promise<string>
}

export const signProperly = ({ claims, kid, privateKey }: Signing): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)

export async function startGoogleDouble(): Promise<GoogleDouble> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  // Without `alg`: which algorithm may be used is for the relying party to know.
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, use: 'sig' }
  const codes = new Map<string, { challenge: string; redirectUri: string; nonce: string }>()

  const served = await serveDouble(async ({ path, query, form }, url) => {
    if (path === '/.well-known/openid-configuration')
      return {
        json: {
          issuer: url,
          authorization_endpoint: `${url}/auth`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/certs`,
        },
      }
    if (path === '/certs') return { json: { keys: [jwk] } }
    if (path === '/auth') {
      const requests = Object.fromEntries(query)
      if (requests.client_id !== GOOGLE_CLIENT.id || requests.response_type !== 'code') return bad('invalid_request')
      if (requests.code_challenge_method !== 'S256' || !requests.scope?.includes('openid'))
        return bad('invalid_request')
      const code = randomUUID()
      codes.set(code, {
        challenge: requests.code_challenge ?? '',
        redirectUri: requests.redirect_uri ?? '',
        nonce: requests.nonce ?? '',
      })
      return backTo(requests.redirect_uri ?? '', { code, state: requests.state ?? '' })
    }
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (form.get('client_id') !== GOOGLE_CLIENT.id || form.get('client_secret') !== GOOGLE_CLIENT.secret)
      return bad('invalid_client')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return bad('invalid_grant')
    const now = Math.floor(Date.now() / 1000)
    const always = {
      iss: url,
      aud: GOOGLE_CLIENT.id,
      azp: GOOGLE_CLIENT.id,
      nonce: grant.nonce,
      iat: now,
      exp: now + 3600,
    }
    const claims = { ...always, ...double.person }
    return { json: { id_token: await double.sign({ claims, kid: KID, privateKey, publicKey }) } }
  })
  const double: GoogleDouble = { ...served, person: {}, sign: signProperly }
  return double
}
