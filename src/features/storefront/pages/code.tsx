import { data, redirect } from 'react-router'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { cardsNear } from '../nearest.ts'
import { NotFound } from '../parts/not-found.tsx'
import type { Route } from './+types/code.ts'

export const handle = { frame: 'site' }

export const meta = () => [{ title: 'Not found | Understudy' }, { name: 'robots', content: 'noindex' }]

/** A course or prefix code leads to its page, with all that the address says besides. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const [card] = await courseCards(deps, { codes: [params.code.trim().toUpperCase()] })
  if (card) throw redirect(`${card.url}${new URL(request.url).search}`)
  return data({ cards: await cardsNear(deps, params.code) }, { status: 404 })
}

export default function Code({ loaderData: { cards } }: Route.ComponentProps) {
  return <NotFound cards={cards} />
}
