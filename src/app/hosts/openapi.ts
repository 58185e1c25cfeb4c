/** The OpenAPI document of all hosts, at the host of public data. docs/contract §1. */
import type { FastifyInstance } from 'fastify'
import { type ResponseCache, sendCachedReply } from '#http/cached-response.ts'
import type { Deps } from '#http/deps.ts'
import { describeApi } from '#http/describe-api.ts'
import type { MountedEndpoint } from '#http/handle.ts'

const TYPE = 'application/json; charset=utf-8'
/** The document changes only with the program or its settings. */
const DAY_SECONDS = 86_400

export function mountOpenApi(
  app: FastifyInstance,
  { config, site }: Pick<Deps, 'config' | 'site'>,
  mounted: readonly MountedEndpoint[],
  responses: ResponseCache | null,
): void {
  const endpoints = mounted.map(({ endpoint }) => endpoint)
  const write = () => Buffer.from(`${JSON.stringify(describeApi(endpoints, config, site.current.name), null, 2)}\n`)
  app.get('/openapi.json', async (request, reply) => {
    const page = await responses?.cache.getOrRender('/openapi.json', async () => ({
      page: {
        body: write(),
        headers: {
          ...responses.headers,
          'content-type': TYPE,
          'cache-control': 'public, max-age=300',
          vary: 'accept-encoding, origin',
        },
        freshSeconds: DAY_SECONDS,
        tags: [],
      },
    }))
    return page && !('other' in page) ? sendCachedReply(request, reply, page) : reply.type(TYPE).send(write())
  })
}
