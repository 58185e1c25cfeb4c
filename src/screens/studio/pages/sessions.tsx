import { listTaughtSessions } from '#learn/live/wire/studio.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { StudioSessions } from '../sessions/studio-sessions.tsx'
import type { Route } from './+types/sessions.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Sessions of ${loaderData.course.title}` : 'Sessions'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, taught] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listTaughtSessions, { auth: session.as, params: { course: courseCode } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { course, taught: getBody(taught, 'COURSE_NOT_FOUND')?.data ?? null, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Sessions" lead="Loading the sessions, their links and who came…" isWide />
}

export default function SessionsPage({ loaderData: { course, taught, session } }: Route.ComponentProps) {
  if (!course || !taught) return <NoCourse session={session} />
  return (
    <CourseFrame
      course={course}
      session={session}
      page="sessions"
      title="Sessions"
      lead="The meeting link, what happened, the recording and who came."
    >
      <StudioSessions taught={taught} mayDate={course.actions.includes('dates.edit')} as={session.as} />
    </CourseFrame>
  )
}
