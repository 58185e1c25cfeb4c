import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { getInformationPage } from '#domain/site-addresses.ts'
import { depsContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { renderPng } from '#platform/pictures/png.ts'
import {
  createCoursePicture,
  createHomePicture,
  createInformationPicture,
  drawPicture,
  HOME_PICTURE_NAME,
  hashPicture,
  type SharePicture,
} from '../art/share-picture.ts'
import { readInformation } from '../information/information.ts'
import type { Route } from './+types/og.ts'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000

/** `NG-0123456789abcdef.png`. Without a hash, or with an outdated one, sends the current picture, cached for an hour. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, name, requestedHash] = /^([\w-]{1,40}?)(?:-([0-9a-f]{16}))?\.png$/.exec(params.file) ?? []
  const picture = name ? await getPicture(context.get(depsContext), name) : null
  if (!picture)
    return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })

  const hash = hashPicture(picture)
  const png = await renderPng(hash, () => drawPicture(picture))
  const caching = requestedHash === hash ? `max-age=${YEAR_SECONDS}, immutable` : `max-age=${HOUR_SECONDS}`
  return new Response(new Uint8Array(png), {
    headers: {
      'content-type': 'image/png',
      'cache-control': `public, ${caching}`,
      'x-content-type-options': 'nosniff',
    },
  })
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
