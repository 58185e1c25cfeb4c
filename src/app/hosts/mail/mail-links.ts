/**
 * The one-click link in the header of e-mails that a person can turn off (RFC 8058). Mail programs post to it without a
 * log-in or cookies. A person or a scanner that opens it gets the page with a button, and changes nothing.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#http/deps.ts'
import { changeOptOut, getPageUrl } from '#people/mailing/opt-out.ts'

type LinkRoute = { Querystring: { token?: unknown } }

/** `List-Unsubscribe=One-Click` as a form, also in its multipart form. */
const BODY_LIMIT = 2000

export async function mountMailLinks(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (links) => {
    links.removeAllContentTypeParsers()
    links.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    links.get<LinkRoute>('/unsubscribe', (request, reply) =>
      setHeaders(reply).redirect(getPageUrl(deps.config, encodeURI(readToken(request.query))), 302),
    )
    links.post<LinkRoute>('/unsubscribe', async (request, reply) => {
      const isOneClick = /List-Unsubscribe["=\s]+One-Click/.test(String(request.body))
      const outcome = isOneClick && (await changeOptOut(deps, { token: readToken(request.query), isOff: true }))
      setHeaders(reply).type('text/plain; charset=utf-8')
      if (outcome === false || !outcome.ok) return reply.code(400).send('This link is not valid.')
      return reply.send(`You will not get ${outcome.value.label} any more.`)
    })
  })
}

const readToken = ({ token }: LinkRoute['Querystring']): string =>
  typeof token === 'string' && token.length <= 600 ? token : ''

const setHeaders = (reply: FastifyReply) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
