import { useRevalidator } from 'react-router'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadPeople } from '../people/load-people.ts'
import { PeoplePage } from '../people/people-page.tsx'
import type { Route } from './+types/people.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'People')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadPeople(createAppRequest(args))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="People" lead="Loading the people…" isWide />
}

export default function PeopleRoute({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <PeoplePage {...loaderData} onChanged={revalidate} />
}
