/**
 * Facebook: a code, then an access token, which is asked about before it is believed: a token that was
 * given to another app would open every account. https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { IdentityConfig } from '#config-identity.ts'
import { ask, below, withQuery } from './ask.ts'
import type { Provider } from './provider.ts'

const Answer = z.object({ access_token: z.string().min(1) })
const Inspected = z.object({
  data: z.object({ is_valid: z.boolean(), app_id: z.string(), type: z.string(), user_id: z.string().min(1) }),
})
const Me = z.object({ id: z.string().min(1).max(255), name: z.string().optional(), email: z.string().optional() })

export function openFacebook(facebook: NonNullable<IdentityConfig['facebook']>): Provider {
  const { appId, appSecret, graphUrl, dialogUrl } = facebook
  const graph = (path: string, query: Record<string, string>) => withQuery(below(graphUrl, path), query)
  return {
    name: 'facebook',
    returnsBy: 'GET',

    async authorizeUrl({ state, redirectUrl }) {
      const url = withQuery(dialogUrl, {
        client_id: appId,
        redirect_uri: redirectUrl,
        response_type: 'code',
        scope: 'email,public_profile',
        state,
      })
      return { ok: true, value: url }
    },

    async takeToken({ code, redirectUrl }) {
      const told = await ask('the code', below(graphUrl, 'oauth/access_token'), Answer, {
        client_id: appId,
        client_secret: appSecret,
        code,
        redirect_uri: redirectUrl,
      })
      return told.ok ? { ok: true, value: told.value.access_token } : told
    },

    async identify({ token }) {
      const asked = graph('debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })
      const inspected = await ask('the question whose token it is', asked, Inspected)
      if (!inspected.ok) return inspected
      const { is_valid, app_id, type, user_id } = inspected.value.data
      if (!is_valid || app_id !== appId || type !== 'USER')
        return { ok: false, reason: 'the token is not for this app' }

      const proof = createHmac('sha256', appSecret).update(token).digest('hex')
      const me = await ask(
        'the question who it is',
        graph('me', { fields: 'id,name,email', access_token: token, appsecret_proof: proof }),
        Me,
      )
      if (!me.ok) return me
      const { id, name, email } = me.value
      if (id !== user_id) return { ok: false, reason: 'the token is of another person' }
      // Facebook does not say whether an address was ever proved.
      const address = { email: email ?? null, emailVerified: false, isAuthoritative: false }
      return { ok: true, value: { subject: id, ...address, name: name ?? null } }
    },
  }
}
