import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { findPublicPhoto } from '#catalogue/catalog/queries/photos.ts'
import { getInformationPage } from '#domain/site-addresses.ts'
import { depsContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { photoMakerContext } from '#media/pictures/photo-context.ts'
import { cropToJpeg } from '#platform/pictures/convert-image.ts'
import { renderPng } from '#platform/pictures/png.ts'
import {
  createCoursePicture,
  createHomePicture,
  createInformationPicture,
  drawPicture,
  HOME_PICTURE_NAME,
  hashPicture,
  PICTURE_SIZE,
  type SharePicture,
} from '../art/share-picture.ts'
import { readInformation } from '../information/information.ts'
import type { Route } from './+types/og.ts'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000

/** `NG-0123456789abcdef.png`, or `.jpg` for a photo. Without a hash, or with an outdated one, sends the current picture, cached for an hour. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, name, requestedHash] = /^([\w-]{1,40}?)(?:-([0-9a-f]{16}))?\.(?:png|jpg)$/.exec(params.file) ?? []
  const picture = name ? await getPicture(context.get(depsContext), name) : null
  if (!picture)
    return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })

  const hash = hashPicture(picture)
  const photo = picture.photo ? await createSharePhoto(context, picture.name, picture.photo) : null
  const content = photo ?? (await renderPng(hash, () => drawPicture(picture)))
  const caching = requestedHash === hash ? `max-age=${YEAR_SECONDS}, immutable` : `max-age=${HOUR_SECONDS}`
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': photo ? 'image/jpeg' : 'image/png',
      'cache-control': `public, ${caching}`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** JPEG. Null: the file is gone, so the picture is drawn. */
async function createSharePhoto(
  context: Route.LoaderArgs['context'],
  courseCode: string,
  { hash, ...focal }: NonNullable<SharePicture['photo']>,
): Promise<Buffer | null> {
  const { db, blobs } = context.get(depsContext)
  const assetId = await findPublicPhoto(db, courseCode, hash)
  const made = assetId === null ? null : await context.get(photoMakerContext)(assetId, { width: 1920, format: 'webp' })
  return made?.ok ? blobs.withFile(made.value, (path) => cropToJpeg(path, PICTURE_SIZE, focal)) : null
}

/** Finds the picture of the home page, of an information page by its name, or of a course by its code. */
async function getPicture(deps: Deps, name: string): Promise<SharePicture | null> {
  if (name === HOME_PICTURE_NAME) return createHomePicture(deps.site.current)
  const page = getInformationPage(name)
  if (page) {
    const information = await readInformation(deps, page)
    return information.ok ? createInformationPicture(information.value, deps.site.current) : null
  }
  const [card] = await listCourseCards(deps, { codes: [name.toUpperCase()] })
  return card ? createCoursePicture(card, deps.site.current) : null
}
