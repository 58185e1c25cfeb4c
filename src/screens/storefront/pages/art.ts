import { getCourseDefinition, listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { coverArt } from '#design/cover-art.ts'
import { getPosterDesign } from '#design/poster-design.ts'
import { SITE_ART } from '#design/site-art.ts'
import { getInformationPage } from '#domain/site-addresses.ts'
import { depsContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { readInformation } from '../information/information.ts'
import type { Route } from './+types/art.ts'

const DAY_SECONDS = 86_400

export async function loader({ context, params }: Route.LoaderArgs) {
  const name = /^([\w-]{1,40})\.svg$/.exec(params.file)?.[1]
  const design = name && (SITE_ART[name] ?? (await getNamedDesign(context.get(depsContext), name)))
  if (!design)
    return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })

  return new Response(coverArt(design.seed, design), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${DAY_SECONDS}, stale-while-revalidate=${30 * DAY_SECONDS}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Finds a poster by the name of an information page, by a course code, or by the number of a student work. */
async function getNamedDesign(deps: Deps, name: string) {
  const images = await getImages(deps, name)
  return images ? getPosterDesign(images) : null
}

async function getImages(deps: Deps, name: string) {
  const page = getInformationPage(name)
  if (page) {
    const information = await readInformation(deps, page)
    return information.ok ? information.value.art : undefined
  }
  const [, code, number] = /^(\w+)-work-(\d{1,2})$/.exec(name) ?? []
  if (code) return (await getCourseDefinition(deps, code.toUpperCase()))?.studentWork?.works[Number(number) - 1]?.images
  const [card] = await listCourseCards(deps, { codes: [name.toUpperCase()] })
  return card?.images
}
