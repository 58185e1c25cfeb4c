import { coverArt } from '#domain/cover-art.ts'
import { MOTIFS, type MotifName } from '#domain/cover-motifs.ts'
import { HUES, type HueName } from '#domain/tokens.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { HOUSE_ART } from '../house-art.ts'
import type { Route } from './+types/art.ts'

const DAY_SECONDS = 86_400

export async function loader({ context, params }: Route.LoaderArgs) {
  const name = /^([\w-]{1,40})\.svg$/.exec(params.file)?.[1]
  const print = name && (HOUSE_ART[name] ?? (await printOf(context.get(depsContext), name.toUpperCase())))
  if (!print) return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain' } })

  return new Response(coverArt(print.seed, print), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${DAY_SECONDS}, stale-while-revalidate=${30 * DAY_SECONDS}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}

async function printOf(deps: Parameters<typeof courseCards>[0], code: string) {
  const [card] = await courseCards(deps, { codes: [code] })
  if (!card || !isHue(card.images.hue) || !isMotif(card.images.motif)) return null
  return { seed: card.images.seed, hue: HUES[card.images.hue], motif: card.images.motif }
}

const isHue = (name: string): name is HueName => Object.hasOwn(HUES, name)
const isMotif = (name: string): name is MotifName => Object.hasOwn(MOTIFS, name)
