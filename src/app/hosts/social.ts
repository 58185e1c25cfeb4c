/**
 * The two URLs of social log-in: the start redirects to the provider, the callback receives its response. Handles
 * cookies, forms and pages; src/people/accounts/social/social-flow.ts holds the rules.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import type { SocialResult } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { checkForm, FORM_LIMIT } from '#http/request/form-body.ts'
import {
  completeFlow,
  FLOW_MINUTES,
  getFlowReturnPath,
  getRedirectUrl,
  getSafeReturnPath,
  startFlow,
} from '#people/accounts/social/social-flow.ts'
import { normaliseClientAddress } from '#platform/client-address.ts'
import type { Provider, ProviderName } from '#platform/identity/provider.ts'

/** Renders a page: with a result the callback page, without one the page for an unknown provider. */
export type Render = (request: FastifyRequest, result: SocialResult | null) => Promise<Response>

type ProviderRoute = { Params: { provider: string } }

export async function mountSocial(app: FastifyInstance, deps: Deps, render: Render): Promise<void> {
  const getProvider = (request: FastifyRequest<ProviderRoute>) =>
    deps.identity.get(request.params.provider as ProviderName)
  const sendResult = async (request: FastifyRequest<ProviderRoute>, reply: FastifyReply, result: SocialResult | null) =>
    send(reply, await render(request, result))

  await app.register(async (social) => {
    social.removeAllContentTypeParsers()
    social.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
      async (_request: FastifyRequest, body: Buffer) => {
        checkForm(body)
        return String(body)
      },
    )

    social.get<ProviderRoute>('/social/:provider/start', async (request, reply) => {
      const provider = getProvider(request)
      if (!provider) return sendResult(request, reply, null)
      const started = await startFlow(deps, provider, readFields(request).get('from'))
      if (!started.ok)
        return sendResult(
          request,
          reply,
          createFailure(request, getSafeReturnPath(deps, readFields(request).get('from')), started),
        )
      return reply
        .header('set-cookie', flowCookie(deps, provider, started.value.cookie))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(started.value.url, 302)
    })

    social.route<ProviderRoute>({
      method: ['GET', 'POST'],
      url: '/social/:provider/callback',
      handler: async (request, reply) => {
        const provider = getProvider(request)
        if (!provider || provider.callbackMethod !== request.method) return sendResult(request, reply, null)
        return handleCallback(request, reply, provider)
      },
    })
  })

  async function handleCallback(request: FastifyRequest<ProviderRoute>, reply: FastifyReply, provider: Provider) {
    const fields = readFields(request)
    const [code, state] = [fields.get('code'), fields.get('state')]
    const cookie = readCookie(request, getCookieName(deps, provider))
    const from = getFlowReturnPath(deps, provider, { cookie, state })
    // Only a callback of this browser's own flow ends it, so that a forged link ends none.
    if (from) reply.header('set-cookie', flowCookie(deps, provider, null))
    // The visitor cancelled at the provider and returns to the page they came from.
    if (from && !code && fields.has('error')) return reply.header('cache-control', 'no-store').redirect(from, 303)

    const idToken = fields.get('id_token')
    const ip = normaliseClientAddress(request.ip)
    const ended = await completeFlow(deps, provider, { cookie, state, code, idToken, ip })
    if (!ended.ok)
      return sendResult(request, reply, createFailure(request, from ?? getSafeReturnPath(deps, null), ended))
    const user = fields.get('user')
    const appleFields = { code: code ?? '', appleRedirectUrl: getRedirectUrl(deps, provider.name) }
    return sendResult(request, reply, {
      body: {
        provider: provider.name,
        authToken: ended.value.token,
        ...(provider.name === 'apple' && { ...appleFields, ...(user && { appleUserData: user }) }),
      },
      from: from ?? getSafeReturnPath(deps, null),
      status: 200,
      message: null,
    })
  }
}

function createFailure(
  request: FastifyRequest,
  from: string,
  { refusal }: { refusal: { code: keyof typeof refusals; reason?: string } },
): SocialResult {
  request.log.info({ code: refusal.code, reason: refusal.reason, reqId: request.id }, 'refused')
  return { body: null, from, ...refusals[refusal.code] }
}

/** The query, or the form that Apple posts. */
function readFields(request: FastifyRequest): URLSearchParams {
  if (request.method === 'POST') return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return new URL(request.url, 'http://site.invalid').searchParams
}

/** `__Host-`: no other host of the domain can set it. A demo over plain http cannot use the prefix. */
function getCookieName({ config }: Deps, { name }: Provider): string {
  return `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}social-${name}`
}

/** Apple posts its form from another site, so the cookie needs `SameSite=None`. */
function flowCookie(deps: Deps, provider: Provider, value: string | null): string {
  const isPost = provider.callbackMethod === 'POST'
  return [
    `${getCookieName(deps, provider)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${isPost ? 'None' : 'Lax'}`,
    `Max-Age=${value === null ? 0 : FLOW_MINUTES * 60}`,
    ...(isPost || deps.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
}

function readCookie(request: FastifyRequest, name: string): string | null {
  const start = `${name}=`
  const matchingPair = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(start))
  return matchingPair?.slice(start.length) || null
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
}
