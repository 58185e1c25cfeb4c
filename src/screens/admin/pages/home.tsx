import { setCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { LearnerHome } from '#screens/portal/home/learner-home.tsx'
import { TeacherPart } from '#screens/portal/home/teacher-part.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { AdminHome } from '../home/admin-home.tsx'
import { loadHome } from '../home/load-home.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Portal'),
  { name: 'description', content: 'Your courses, your dates and your lessons.' },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const loaded = await loadHome(client, environment, session)
  if (loaded.is === 'learner' && loaded.studio) await TeacherPart.fetch()
  setCurrentPerson(environment, loaded.session, loaded.profile)
  return loaded
}
clientLoader.hydrate = true as const

/** As long as the lead of the log-in page, so that the largest contentful paint happens here. */
export function HydrateFallback() {
  const lead = 'Loading your courses, your dates and your lessons, and any news since your last visit…'
  return <PageSkeleton title="Your portal" lead={lead} />
}

export default function Home({ loaderData: loaded }: Route.ComponentProps) {
  return loaded.is === 'admin' ? <AdminHome {...loaded} /> : <LearnerHome {...loaded} />
}
