import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { CourseRoom } from '../room/course-room.tsx'
import { LazyNoRoom } from '../room/lazy-no-room.tsx'
import { loadRoom } from '../room/load-room.ts'
import type { Route } from './+types/course-room.ts'

export const handle = { isFlush: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.is === 'room' ? loaderData.room.course.title : 'Course'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [loaded] = await Promise.all([
    loadRoom(client, session.as, args.params.course),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...loaded, as: session.as }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Your course" lead="Loading the lessons, the sessions and your progress…" isWide />
}

export default function CourseRoomPage({ loaderData }: Route.ComponentProps) {
  return loaderData.is === 'room' ? (
    <CourseRoom room={loaderData.room} as={loaderData.as} />
  ) : (
    <LazyNoRoom is={loaderData.is} course={loaderData.course} />
  )
}
