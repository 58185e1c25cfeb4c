import { coverArt } from '#domain/cover-art.ts'
import { informationPageAt } from '#domain/site-addresses.ts'
import { courseCards, courseDefinition } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import type { Deps } from '#http/deps.ts'
import { HOUSE_ART } from '../house-art.ts'
import { readInformation } from '../information.ts'
import { printOf } from '../poster-print.ts'
import type { Route } from './+types/art.ts'

const DAY_SECONDS = 86_400

export async function loader({ context, params }: Route.LoaderArgs) {
  const name = /^([\w-]{1,40})\.svg$/.exec(params.file)?.[1]
  const print = name && (HOUSE_ART[name] ?? (await printNamed(context.get(depsContext), name)))
  if (!print) return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain' } })

  return new Response(coverArt(print.seed, print), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${DAY_SECONDS}, stale-while-revalidate=${30 * DAY_SECONDS}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The poster of an information page by its name, of a course by its code, or of a work made in it by its number. */
async function printNamed(deps: Deps, name: string) {
  const images = await imagesOf(deps, name)
  return images ? printOf(images) : null
}

async function imagesOf(deps: Deps, name: string) {
  const page = informationPageAt(name)
  if (page) {
    const information = await readInformation(deps, page)
    return information.ok ? information.value.art : undefined
  }
  const [, code, number] = /^(\w+)-made-([1-3])$/.exec(name) ?? []
  if (code) return (await courseDefinition(deps, code.toUpperCase()))?.made?.works[Number(number) - 1]?.images
  const [card] = await courseCards(deps, { codes: [name.toUpperCase()] })
  return card?.images
}
