import { useRevalidator } from 'react-router'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { LearnersView } from '../learners/learners-view.tsx'
import { loadLearners } from '../learners/load-learners.ts'
import type { Route } from './+types/learners.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Learners of ${loaderData.course.title}` : 'Learners'}`),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLearners(createAppRequest(args))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Learners" lead="Loading the learners, their progress and their payments…" isWide />
}

export default function LearnersPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <LearnersView {...loaderData} onChanged={revalidate} />
}
