import { data } from 'react-router'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { nearestTo } from '../nearest.ts'
import { NotFound } from '../parts/not-found.tsx'
import type { Route } from './+types/not-found.ts'

export const handle = { document: true, frame: 'site' }

export const meta = () => [{ title: 'Not found | Understudy' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const cards = await courseCards(context.get(depsContext))
  return data({ cards: nearestTo(new URL(request.url).pathname, cards, 3) }, { status: 404 })
}

export default function Missing({ loaderData: { cards } }: Route.ComponentProps) {
  return <NotFound cards={cards} />
}
