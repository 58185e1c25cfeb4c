/** A page that is rendered for one request, on its way out: in the encoding that its reader asked for. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { encodingFor } from '#platform/page-cache.ts'

const WORDS = /^(text\/|image\/svg|application\/(json|xml|javascript|manifest))/
/** Less than one packet. */
const SMALL_BYTES = 1_400
/** Someone waits for it, and it goes out once. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const brotliPage = promisify(brotliCompress)
const gzipPage = promisify(gzip)

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
  reply.code(response.status).headers(headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)

  const body = Buffer.from(await response.arrayBuffer())
  if (!WORDS.test(headers['content-type'] ?? '') || headers['content-encoding']) return reply.send(body)
  reply.header('vary', [headers.vary, 'accept-encoding'].filter(Boolean).join(', '))
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.length < SMALL_BYTES) return reply.send(body)
  return reply
    .header('content-encoding', encoding)
    .removeHeader('content-length')
    .send(encoding === 'br' ? await brotliPage(body, QUICK) : await gzipPage(body))
}

/**
 * What a page reads of a request. Its address is that of PUBLIC_URL, whatever the web server in front spoke to us:
 * the router compares it with `Origin`, and refuses a form of another site.
 */
export function pageRequest({ method, url, headers, body }: FastifyRequest, config: SiteConfig): Request {
  const { origin } = new URL(config.publicUrl)
  const given = Object.entries(headers).flatMap(([name, value = '']) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  // As a whole, for what begins with two slashes would name another host.
  const request = new Request(new URL(origin + url), {
    method,
    headers: given,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  })
  if (config.mode !== 'production' && hostOf(headers.origin) === headers.host) request.headers.set('origin', origin)
  return request
}

type SiteConfig = Pick<Config, 'publicUrl' | 'mode'>

/** Every form, whatever its encoding, is read whole and handed on as it came. */
export function readForms(site: FastifyInstance, bodyLimit: number): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
}

/** A demo has more names than its PUBLIC_URL, such as 127.0.0.1: a form of the same name is its own. */
const hostOf = (origin: string | undefined) => (origin && URL.parse(origin)?.host) || null
