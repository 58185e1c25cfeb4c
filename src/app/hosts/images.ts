/** Public images, by addresses that our pages wrote, and photos of published courses. docs/contract §14 and §40. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PROFILE_PHOTOS, readPhotoAddress } from '#catalogue/catalog/pictures/photo-sources.ts'
import { findPublicPhoto } from '#catalogue/catalog/queries/photos.ts'
import { isProfilePhoto } from '#catalogue/catalog/queries/teacher-profile.ts'
import { accepted, refused } from '#domain/outcome.ts'
import { MARK_OWNER } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { createPublicImages } from '#media/pictures/make-public-image.ts'
import { findMailMark, findMark } from '#people/site/queries.ts'

/** `owner`: the id of a file, or the code of a course. */
type ImageRoute = { Params: { owner: string; file: string } }

/** The bytes behind an address never change. */
const CACHING = 'public, max-age=31536000, immutable'
/** A photo that is no longer published leaves caches within an hour. */
const PHOTO_CACHING = 'public, max-age=3600'
/** In place of a published photo that cannot be made. */
const DRAWN = accepted('')
const COURSE = /^[a-z0-9]{2,12}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function mountImages(app: FastifyInstance, deps: Deps): void {
  const getImage = createPublicImages(deps)
  const makePhoto = createPhotoMaker(deps)
  const getPhoto = async (owner: string, file: string) => {
    const photo = readPhotoAddress(file)
    if (!photo) return refused('NOT_FOUND')
    const assetId = await findPhoto(deps, owner, photo.hash)
    const made = assetId ? await makePhoto(assetId, photo) : refused('NOT_FOUND')
    // Right after an import a photo is shown that is not processed yet.
    const isDrawn = assetId !== null && !made.ok && made.refusal.code === 'NOT_FOUND' && COURSE.test(owner)
    return isDrawn ? DRAWN : made
  }
  app.get<ImageRoute>('/images/:owner/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { owner, file } = request.params
    if (owner === MARK_OWNER) return sendMark(deps, request.id, file, reply)
    if (!UUID.test(owner) && !COURSE.test(owner) && owner !== PROFILE_PHOTOS)
      return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    const image = UUID.test(owner) ? await getImage(owner, file) : await getPhoto(owner, file)
    if (!image.ok) return sendRefusal(reply, request.id, image.refusal)
    // A browser shows the drawn picture in the photo's place, and asks again at the next visit.
    if (image === DRAWN) return reply.redirect(`/art/${owner.toUpperCase()}.svg`)
    const content = await deps.blobs.get(image.value)
    if (!content) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    reply.headers({
      'cache-control': UUID.test(owner) ? CACHING : PHOTO_CACHING,
      'content-length': content.size,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    return reply.type(file.endsWith('.avif') ? 'image/avif' : 'image/webp').send(content.stream)
  })
}

/** A replaced mark has another address. E-mails load a PNG, also of a mark that was replaced since. */
async function sendMark({ db }: Deps, requestId: string, file: string, reply: FastifyReply): Promise<FastifyReply> {
  const [, hash = '', format] = /^([0-9a-f]{32})\.(webp|png)$/.exec(file) ?? []
  const isInMail = format === 'png'
  const picture = await (isInMail ? findMailMark(db, hash) : findMark(db, hash))
  if (!picture) return sendRefusal(reply, requestId, { code: 'NOT_FOUND' })
  return reply
    .headers({
      'cache-control': CACHING,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      // Mail programs in a browser load it from their own site.
      ...(isInMail && { 'cross-origin-resource-policy': 'cross-origin' }),
    })
    .type(isInMail ? 'image/png' : 'image/webp')
    .send(picture)
}

/** The id of a photo that is public: of a teacher's profile, or of a published course. Null: there is none. */
async function findPhoto({ db }: Deps, owner: string, hash: string): Promise<string | null> {
  if (owner !== PROFILE_PHOTOS) return UUID.test(hash) ? null : findPublicPhoto(db, owner.toUpperCase(), hash)
  return UUID.test(hash) && (await isProfilePhoto(db, hash)) ? hash : null
}
