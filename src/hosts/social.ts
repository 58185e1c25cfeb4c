/**
 * The two addresses of social log-in: where a browser sets out to a provider, and where the provider sends
 * it back. Cookies, forms and pages; what they mean is in src/features/accounts/social-flow.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import {
  beginFlow,
  endFlow,
  FLOW_MINUTES,
  flowPlace,
  placeAfter,
  redirectUrlOf,
} from '#features/accounts/social-flow.ts'
import type { SocialArrival } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import type { Provider, ProviderName } from '#platform/identity/provider.ts'

/** Renders the page of a request: with an arrival the one that hands it in, without one that there is none. */
export type Render = (request: FastifyRequest, arrival: SocialArrival | null) => Promise<Response>

type To = { Params: { provider: string } }
const FORM_LIMIT = 64 * 1024

export async function mountSocial(app: FastifyInstance, deps: Deps, render: Render): Promise<void> {
  const providerOf = (request: FastifyRequest<To>) => deps.identity.get(request.params.provider as ProviderName)
  const answer = async (request: FastifyRequest<To>, reply: FastifyReply, arrival: SocialArrival | null) =>
    send(reply, await render(request, arrival))

  await app.register(async (social) => {
    social.removeAllContentTypeParsers()
    social.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, String(body)),
    )

    social.get<To>('/social/:provider/start', async (request, reply) => {
      const provider = providerOf(request)
      if (!provider) return answer(request, reply, null)
      const begun = await beginFlow(deps, provider, fieldsOf(request).get('from'))
      if (!begun.ok)
        return answer(request, reply, failed(request, placeAfter(deps, fieldsOf(request).get('from')), begun))
      return reply
        .header('set-cookie', flowCookie(deps, provider, begun.value.cookie))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(begun.value.url, 302)
    })

    social.route<To>({
      method: ['GET', 'POST'],
      url: '/social/:provider/callback',
      handler: async (request, reply) => {
        const provider = providerOf(request)
        if (!provider || provider.returnsBy !== request.method) return answer(request, reply, null)
        return takeReturn(request, reply, provider)
      },
    })
  })

  async function takeReturn(request: FastifyRequest<To>, reply: FastifyReply, provider: Provider) {
    const fields = fieldsOf(request)
    const [code, state] = [fields.get('code'), fields.get('state')]
    const cookie = cookieOf(request, nameOf(deps, provider))
    const from = flowPlace(deps, provider, { cookie, state })
    // Only a return of one's own ends a flow: whoever lures a browser here ends none.
    if (from) reply.header('set-cookie', flowCookie(deps, provider, null))
    // Whoever changed their mind at the provider goes back to where they were.
    if (from && !code && fields.has('error')) return reply.header('cache-control', 'no-store').redirect(from, 303)

    const idToken = fields.get('id_token')
    const taken = await endFlow(deps, provider, { cookie, state, code, idToken, ip: request.ip })
    if (!taken.ok) return answer(request, reply, failed(request, from ?? placeAfter(deps, null), taken))
    const user = fields.get('user')
    const apples = { code: code ?? '', appleRedirectUrl: redirectUrlOf(deps, provider.name) }
    return answer(request, reply, {
      body: {
        provider: provider.name,
        authToken: taken.value.token,
        ...(provider.name === 'apple' && { ...apples, ...(user && { appleUserData: user }) }),
      },
      from: from ?? placeAfter(deps, null),
      status: 200,
      message: null,
    })
  }
}

function failed(
  request: FastifyRequest,
  from: string,
  { refusal }: { refusal: { code: keyof typeof refusals; reason?: string } },
): SocialArrival {
  request.log.info({ code: refusal.code, reason: refusal.reason, reqId: request.id }, 'refused')
  return { body: null, from, ...refusals[refusal.code] }
}

/** The query, or Apple's form. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  if (request.method === 'POST') return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return new URL(request.url, 'http://site.invalid').searchParams
}

/** `__Host-`: no other host of the domain can set it. Plain http, in a demo, has no such cookies. */
function nameOf({ config }: Deps, { name }: Provider): string {
  return `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}social-${name}`
}

/** Apple comes back by a form from another site, which carries no other kind of cookie than `None`. */
function flowCookie(deps: Deps, provider: Provider, value: string | null): string {
  const isPost = provider.returnsBy === 'POST'
  return [
    `${nameOf(deps, provider)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${isPost ? 'None' : 'Lax'}`,
    `Max-Age=${value === null ? 0 : FLOW_MINUTES * 60}`,
    ...(isPost || deps.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
}

function cookieOf(request: FastifyRequest, name: string): string | null {
  const start = `${name}=`
  const found = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(start))
  return found?.slice(start.length) || null
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
}
