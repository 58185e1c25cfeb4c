/** Apple as a relying party sees it: it checks the client secret that is signed for each call, which other doubles let pass. */
import { randomUUID } from 'node:crypto'
import { exportJWK, exportPKCS8, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { bad, type Double, serveDouble } from './double.ts'

export const APPLE_CLIENT = { id: 'test.school.web', team: 'TEAM123456', key: 'KEY1234567' }
const KID = 'apple-1'

export type AppleDouble = Double & {
  person: JWTPayload
  /** The owner of the code, if it is another person than the token's. */
  personOfCode: JWTPayload | null
  privateKeyPem: string
  /** Told once, in the browser's words. */
  user: object | null
}

export async function startAppleDouble(): Promise<AppleDouble> {
  const tokens = await generateKeyPair('RS256', { extractable: true })
  const client = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(tokens.publicKey)), kid: KID, use: 'sig', alg: 'RS256' }
  const codes = new Map<string, { redirectUri: string; nonce: string; person: JWTPayload }>()
  const sign = (url: string, nonce: string, person: JWTPayload) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ iss: url, aud: APPLE_CLIENT.id, nonce, iat: now, exp: now + 600, ...person })
      .setProtectedHeader({ alg: 'RS256', kid: KID })
      .sign(tokens.privateKey)
  }

  const served = await serveDouble(async ({ path, query, form }, url) => {
    if (path === '/auth/keys') return { json: { keys: [jwk] } }
    if (path === '/auth/authorize') {
      const params = Object.fromEntries(query)
      const { response_mode, response_type, redirect_uri = '', nonce = '', state = '' } = params
      if (params.client_id !== APPLE_CLIENT.id || response_mode !== 'form_post' || response_type !== 'code id_token')
        return bad('invalid_request')
      const code = randomUUID()
      const { person, user } = double
      codes.set(code, { redirectUri: redirect_uri, nonce, person: double.personOfCode ?? person })
      const fields = {
        state,
        code,
        id_token: await sign(url, nonce, person),
        ...(user && { user: JSON.stringify(user) }),
      }
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
      )
      return { html: `<form method="post" action="${redirect_uri}">${inputs.join('')}</form>` }
    }
    const claims = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!(await isOurSecret(form.get('client_secret') ?? '', url))) return bad('invalid_client')
    if (!claims || claims.redirectUri !== form.get('redirect_uri')) return bad('invalid_grant')
    return { json: { access_token: randomUUID(), id_token: await sign(url, claims.nonce, claims.person) } }
  })

  async function isOurSecret(secret: string, audience: string): Promise<boolean> {
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, client.publicKey, {
        algorithms: ['ES256'],
        issuer: APPLE_CLIENT.team,
        subject: APPLE_CLIENT.id,
        audience,
        maxTokenAge: '1 minute',
      })
      return protectedHeader.kid === APPLE_CLIENT.key && payload.exp! - payload.iat! <= 300
    } catch {
      return false
    }
  }

  const privateKeyPem = await exportPKCS8(client.privateKey)
  const double: AppleDouble = { ...served, person: {}, personOfCode: null, privateKeyPem, user: null }
  return double
}
