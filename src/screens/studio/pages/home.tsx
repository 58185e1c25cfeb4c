import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { StudioHome } from '../home/studio-home.tsx'
import { listTaughtCourses } from '../wire.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Studio'),
  { name: 'description', content: 'The courses you teach, and their next sessions.' },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [response, person] = await Promise.all([
    client.call(listTaughtCourses, { auth: session.as }),
    requireCurrentPerson(client, environment, session),
  ])
  const { data: courses, mayCreate, profileSlug } = requireBody(response)
  const isAdminAsLearner = session.as === 'learner' && person.roles.includes('community-admin')
  return { courses, mayCreate, profileSlug, session, isAdminAsLearner }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Studio" lead="Loading the courses you teach and their next sessions…" />
}

export default function StudioHomePage({ loaderData }: Route.ComponentProps) {
  return <StudioHome {...loaderData} />
}
