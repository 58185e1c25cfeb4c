import { data } from 'react-router'
import { depsContext } from '#http/context.ts'
import { createTitle } from '#ui/page-title.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { NotFound } from '../information/not-found.tsx'
import type { Route } from './+types/not-found.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Not found'),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const cards = await loadSimilarCards(context.get(depsContext), new URL(request.url).pathname)
  return data({ cards }, { status: 404 })
}

export default function Missing({ loaderData: { cards } }: Route.ComponentProps) {
  return <NotFound cards={cards} />
}
