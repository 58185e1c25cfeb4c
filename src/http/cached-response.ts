/**
 * Public responses, cached by URL in this process and dropped by the NOTIFY that drops pages. The handler gets nothing
 * about the caller, so nothing personal can get into the cache. Clients may store a response, but ask each time whether
 * it is still current. See `docs/contract` §7.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '#domain/outcome.ts'
import { type CachedPage, chooseEncoding, type PageCache, type RenderResult } from '#platform/page-cache.ts'
import type { ParsedInput } from './endpoint.ts'
import type { Call, MountedEndpoint, Reply } from './handle.ts'

export type ResponseCache = {
  cache: PageCache<Reply>
  /** Headers of every response of the host that sends cached ones without the framework. */
  headers: Readonly<Record<string, string>>
}
type Input = Record<keyof ParsedInput<never>, unknown>

const NOBODY: Omit<Call, 'requestId'> = {
  actor: { kind: 'guest', checkoutToken: null },
  ip: 'unknown',
  proxyCountry: null,
  headers: {},
  rawBody: null,
}

/** The response from the cache, or what the handler replied if that may not be cached, such as a refusal. */
export async function getCachedReply(
  { cache, headers }: ResponseCache,
  mounted: MountedEndpoint,
  request: FastifyRequest,
  parseInput: () => Outcome<Input>,
): Promise<CachedPage | Reply> {
  const result = await cache.getOrRender(request.url, async (): Promise<RenderResult<Reply>> => {
    const input = parseInput()
    if (!input.ok) return { other: input }
    const reply = await mounted.run({ ...NOBODY, requestId: request.id, ...input.value })
    if (!reply.ok || !('body' in reply) || !reply.cache) return { other: reply }
    return {
      page: {
        body: Buffer.from(JSON.stringify(reply.body)),
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-cache',
          // Cross-origin callers get one more header.
          vary: 'accept-encoding, origin',
        },
        freshSeconds: reply.cache.seconds,
        tags: reply.cache.tags,
      },
    }
  })
  return 'other' in result ? result.other : result
}

/** Sends a cached response through the framework, whose hooks add headers for callers of another origin. */
export function sendCachedReply(request: FastifyRequest, reply: FastifyReply, cached: CachedPage): FastifyReply {
  const { etag, headers, fullHeaders, body } = cached[chooseEncoding(request.headers['accept-encoding'])]
  const isSame = etag !== null && (request.headers['if-none-match']?.split(/,\s*/).includes(etag) ?? false)
  const sent = isSame ? headers : fullHeaders
  for (let index = 0; index < sent.length; index += 2) reply.header(sent[index]!, sent[index + 1]!)
  return isSame ? reply.code(304).send() : reply.code(200).send(body)
}
