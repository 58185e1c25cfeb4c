/** Public images, by addresses that our pages wrote. docs/contract §14. */
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { createPublicImages } from '#media/pictures/make-public-image.ts'

type ImageRoute = { Params: { assetId: string; file: string } }

/** The bytes behind an address never change. */
const CACHING = 'public, max-age=31536000, immutable'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function mountImages(app: FastifyInstance, deps: Deps): void {
  const getImage = createPublicImages(deps)
  app.get<ImageRoute>('/images/:assetId/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { assetId, file } = request.params
    if (!UUID.test(assetId)) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    const image = await getImage(assetId, file)
    if (!image.ok) return sendRefusal(reply, request.id, image.refusal)
    const content = await deps.blobs.get(image.value)
    if (!content) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    reply.headers({
      'cache-control': CACHING,
      'content-length': content.size,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    return reply.type('image/webp').send(content.stream)
  })
}
