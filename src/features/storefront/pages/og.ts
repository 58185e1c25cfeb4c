import { informationPageAt } from '#domain/site-addresses.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { pngOf } from '#platform/pictures/png.ts'
import { readInformation } from '../information.ts'
import {
  coursePicture,
  drawPicture,
  HOME_PICTURE,
  hashOf,
  informationPicture,
  type SharePicture,
} from '../share-picture.ts'
import type { Route } from './+types/og.ts'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000

/** `NG-0123456789abcdef.png`. Without its hash, or with that of a picture that was, it is told as it is now, for an hour. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, name, asked] = /^([\w-]{1,40}?)(?:-([0-9a-f]{16}))?\.png$/.exec(params.file) ?? []
  const picture = name ? await pictureOf(context.get(depsContext), name) : null
  if (!picture) return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain' } })

  const hash = hashOf(picture)
  const png = await pngOf(hash, () => drawPicture(picture))
  const kept = asked === hash ? `max-age=${YEAR_SECONDS}, immutable` : `max-age=${HOUR_SECONDS}`
  return new Response(new Uint8Array(png), {
    headers: { 'content-type': 'image/png', 'cache-control': `public, ${kept}`, 'x-content-type-options': 'nosniff' },
  })
}

/** Of the home page, of an information page by its name, or of a course by its code. */
async function pictureOf(deps: Deps, name: string): Promise<SharePicture | null> {
  if (name === HOME_PICTURE.name) return HOME_PICTURE
  const page = informationPageAt(name)
  if (page) {
    const information = await readInformation(deps, page)
    return information.ok ? informationPicture(information.value) : null
  }
  const [card] = await courseCards(deps, { codes: [name.toUpperCase()] })
  return card ? coursePicture(card) : null
}
