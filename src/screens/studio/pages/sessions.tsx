import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { loadSessions } from '../sessions/load-sessions.ts'
import { StudioSessions } from '../sessions/studio-sessions.tsx'
import type { Route } from './+types/sessions.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.course ? `Sessions of ${loaderData.course.title}` : 'Sessions'} · Understudy` },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, taught] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    loadSessions(client, session.as, courseCode),
    requireCurrentPerson(client, environment, session),
  ])
  return { course, taught, session }
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
      <StudioSessions taught={taught} as={session.as} />
    </CourseFrame>
  )
}
