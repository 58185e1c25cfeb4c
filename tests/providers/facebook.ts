/** Facebook's dialog and graph as a relying party sees them; every call to the graph must be proved with the app's secret. */
import { createHmac, randomUUID } from 'node:crypto'
import { backTo, bad, type Double, serveDouble } from './double.ts'

export const FACEBOOK_APP = { id: '1234567890', secret: 'facebook-secret' }

export type FacebookDouble = Double & {
  me: { id: string; name?: string; email?: string }
  /** Replaces fields of debug_token's answer for a good token. */
  inspected: object
}

export async function startFacebookDouble(): Promise<FacebookDouble> {
  const codes = new Map<string, string>()
  const tokens = new Map<string, FacebookDouble['me']>()

  const served = await serveDouble(({ path, query, form }) => {
    if (path === '/dialog/oauth') {
      const requests = Object.fromEntries(query)
      if (requests.client_id !== FACEBOOK_APP.id || !requests.scope?.includes('email')) return bad('invalid_request')
      const code = randomUUID()
      codes.set(code, requests.redirect_uri ?? '')
      return backTo(requests.redirect_uri ?? '', { code, state: requests.state ?? '' })
    }
    if (path === '/oauth/access_token') {
      const redirectUri = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const isOurs = form.get('client_id') === FACEBOOK_APP.id && form.get('client_secret') === FACEBOOK_APP.secret
      if (!isOurs || !redirectUri || redirectUri !== form.get('redirect_uri')) return bad('invalid_grant')
      const token = `EAAB${randomUUID()}`
      tokens.set(token, double.me)
      return { json: { access_token: token, token_type: 'bearer', expires_in: 5_000_000 } }
    }
    if (path === '/debug_token') {
      if (query.get('access_token') !== `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}`) return bad('not the app')
      const owner = tokens.get(query.get('input_token') ?? '')
      const good = { is_valid: owner !== undefined, app_id: FACEBOOK_APP.id, type: 'USER', user_id: owner?.id ?? '' }
      return { json: { data: { ...good, ...double.inspected } } }
    }
    const token = query.get('access_token') ?? ''
    const proof = createHmac('sha256', FACEBOOK_APP.secret).update(token).digest('hex')
    const owner = tokens.get(token)
    return path === '/me' && owner && query.get('appsecret_proof') === proof ? { json: owner } : bad('invalid_token')
  })

  const double: FacebookDouble = { ...served, me: { id: '1' }, inspected: {} }
  return double
}
