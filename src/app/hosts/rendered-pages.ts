/** Sends a page rendered for one request, in the encoding the client accepts. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { CACHE_TAG_HEADER, SHELL_LIFETIME_HEADER } from '#http/page-policy.ts'
import { checkForm, FORM_TYPES } from '#http/request/form-body.ts'
import { chooseEncoding } from '#platform/page-cache.ts'

const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|xml|javascript|manifest))/
/** Fits into one packet. */
const SMALL_BYTES = 1_400
/** A fast level, because a visitor waits and the result is used once. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  const {
    'set-cookie': _cookie,
    [CACHE_TAG_HEADER]: _tags,
    [SHELL_LIFETIME_HEADER]: _seconds,
    ...headers
  } = Object.fromEntries(response.headers)
  reply.code(response.status).headers(headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)

  const isCompressible = COMPRESSIBLE.test(headers['content-type'] ?? '') && !headers['content-encoding']
  // A file of known length is not held in memory.
  if (!isCompressible && headers['content-length'] && response.body) return reply.send(response.body)
  const body = Buffer.from(await response.arrayBuffer())
  if (!isCompressible) return reply.send(body)
  reply.header('vary', [headers.vary, 'accept-encoding'].filter(Boolean).join(', '))
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.length < SMALL_BYTES) return reply.send(body)
  return reply
    .header('content-encoding', encoding)
    .removeHeader('content-length')
    .send(encoding === 'br' ? await compressBrotli(body, FAST_BROTLI) : await compressGzip(body))
}

/**
 * Builds the request that a page reads. Its URL has the origin of PUBLIC_URL, not the protocol of the proxy: the
 * router compares it with `Origin` and refuses forms of other sites.
 */
export function createPageRequest({ method, url, headers, body }: FastifyRequest, config: SiteConfig): Request {
  const { origin } = new URL(config.publicUrl)
  const headerEntries = Object.entries(headers).flatMap(([name, value = '']) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  // Concatenated, because a path that begins with two slashes would name another host.
  const request = new Request(new URL(origin + url), {
    method,
    headers: headerEntries,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  })
  if (config.mode !== 'production' && getHost(headers.origin) === headers.host) request.headers.set('origin', origin)
  return request
}

type SiteConfig = Pick<Config, 'publicUrl' | 'mode'>

/** Reads every form completely and passes it on unparsed. */
export function readForms(site: FastifyInstance, bodyLimit: number): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser(
    FORM_TYPES,
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, body: Buffer) => {
      checkForm(body, request.headers['content-type'])
      return body
    },
  )
}

/** A demo has more names than its PUBLIC_URL, such as 127.0.0.1. A form sent from the same name is accepted. */
const getHost = (origin: string | undefined) => (origin && URL.parse(origin)?.host) || null
