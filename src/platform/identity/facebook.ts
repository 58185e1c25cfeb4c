/**
 * Facebook: a code, then an access token. The token is inspected, because a token of another app would open every
 * account. https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { IdentityConfig } from '#config/identity.ts'
import type { Provider } from './provider.ts'
import { joinUrl, requestJson, withQuery } from './request.ts'

const TokenResponse = z.object({ access_token: z.string().min(1) })
const TokenInspection = z.object({
  data: z.object({ is_valid: z.boolean(), app_id: z.string(), type: z.string(), user_id: z.string().min(1) }),
})
const Profile = z.object({ id: z.string().min(1).max(255), name: z.string().optional(), email: z.string().optional() })

export function createFacebook(facebook: NonNullable<IdentityConfig['facebook']>): Provider {
  const { appId, appSecret, graphUrl, dialogUrl } = facebook
  const createGraphUrl = (path: string, query: Record<string, string>) => withQuery(joinUrl(graphUrl, path), query)
  return {
    name: 'facebook',
    callbackMethod: 'GET',

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
      const response = await requestJson('the code', joinUrl(graphUrl, 'oauth/access_token'), TokenResponse, {
        client_id: appId,
        client_secret: appSecret,
        code,
        redirect_uri: redirectUrl,
      })
      return response.ok ? { ok: true, value: response.value.access_token } : response
    },

    async identify({ token }) {
      const inspectionUrl = createGraphUrl('debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })
      const inspected = await requestJson('inspecting the token', inspectionUrl, TokenInspection)
      if (!inspected.ok) return inspected
      const { is_valid, app_id, type, user_id } = inspected.value.data
      if (!is_valid || app_id !== appId || type !== 'USER')
        return { ok: false, reason: 'the token is not for this app' }

      const proof = createHmac('sha256', appSecret).update(token).digest('hex')
      const profile = await requestJson(
        'reading the profile',
        createGraphUrl('me', { fields: 'id,name,email', access_token: token, appsecret_proof: proof }),
        Profile,
      )
      if (!profile.ok) return profile
      const { id, name, email } = profile.value
      if (id !== user_id) return { ok: false, reason: 'the token belongs to another person' }
      // Facebook does not say whether the address is verified.
      return {
        ok: true,
        value: { subject: id, email: email ?? null, emailVerified: false, isAuthoritative: false, name: name ?? null },
      }
    },
  }
}
