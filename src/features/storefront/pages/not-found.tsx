import { data } from 'react-router'
import { depsContext } from '#http/context.ts'
import { cardsNear } from '../nearest.ts'
import { NotFound } from '../parts/not-found.tsx'
import type { Route } from './+types/not-found.ts'

export const handle = { document: true, frame: 'site' }

export const meta = () => [{ title: 'Not found | Understudy' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const cards = await cardsNear(context.get(depsContext), new URL(request.url).pathname)
  return data({ cards }, { status: 404 })
}

export default function Missing({ loaderData: { cards } }: Route.ComponentProps) {
  return <NotFound cards={cards} />
}
