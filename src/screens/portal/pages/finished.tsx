import { NoRoom } from '#learn/lessons/room/no-room.tsx'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { FinishScreen } from '../finished/finish-screen.tsx'
import { loadFinish } from '../finished/load-finish.ts'
import { NotFinished } from '../finished/not-finished.tsx'
import type { Route } from './+types/finished.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData && 'room' in loaderData ? loaderData.room.course.title : 'Course'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, timeZone, ...environment } = createAppRequest(args)
  const [loaded, profile] = await Promise.all([
    loadFinish({ client, as: session.as, courseCode: args.params.course, timeZone }),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...loaded, as: session.as, profile }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Your course" lead="Loading your certificate and what you can do next…" />
}

export default function FinishedPage({ loaderData: { as, profile, ...loaded } }: Route.ComponentProps) {
  switch (loaded.is) {
    case 'finished':
      return <FinishScreen {...loaded} as={as} profile={profile} />
    case 'room':
      return <NotFinished room={loaded.room} />
    default:
      return <NoRoom is={loaded.is} course={loaded.course} />
  }
}
