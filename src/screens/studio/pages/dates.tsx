import { listCourseDates } from '#catalogue/dates/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { ZoneName } from '#ui/local-time.tsx'
import { createTitle } from '#ui/page-title.ts'
import { CourseDatesView } from '../dates/course-dates.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import type { Route } from './+types/dates.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Dates of ${loaderData.course.title}` : 'Dates'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const courseCode = args.params.course
  const [course, dates] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listCourseDates, { auth: session.as, params: { course: courseCode.toUpperCase() } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { course, dates: getBody(dates, 'COURSE_NOT_FOUND')?.data ?? null, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Dates" lead="Loading the dates, their seats and who waits…" isWide />
}

export default function DatesPage({ loaderData: { course, dates, session } }: Route.ComponentProps) {
  if (!course || !dates) return <NoCourse session={session} />
  return (
    <CourseFrame
      course={course}
      session={session}
      page="dates"
      title="Dates"
      lead={
        <>
          Dates and seats count as soon as you save. Your time zone is <ZoneName otherwise="UTC" />.
        </>
      }
    >
      <CourseDatesView key={course.coursePrefixCode} course={course} dates={dates} session={session} />
    </CourseFrame>
  )
}
