import { data, redirect } from 'react-router'
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { createTitle } from '#ui/page-title.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { NotFound } from '../information/not-found.tsx'
import type { Route } from './+types/code.ts'

export const handle = { frame: 'site' }

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Not found'),
  { name: 'robots', content: 'noindex' },
]

/** Redirects a course or prefix code to its page and keeps the query string. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const [card] = await listCourseCards(deps, { codes: [params.code.trim().toUpperCase()] })
  if (card) throw redirect(`${card.url}${new URL(request.url).search}`)
  return data({ cards: await loadSimilarCards(deps, params.code) }, { status: 404 })
}

export default function Code({ loaderData: { cards } }: Route.ComponentProps) {
  return <NotFound cards={cards} />
}
