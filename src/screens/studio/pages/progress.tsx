import { Link, useNavigation } from 'react-router'
import { listTaughtLessons } from '#learn/lessons/wire/learners.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { EmptyState } from '#ui/list/data-table.tsx'
import { createTitle } from '#ui/page-title.ts'
import text from '#ui/text.module.css'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { getLearnersPath } from '../frame/studio-path.ts'
import { LessonFigures } from '../progress/lesson-figures.tsx'
import { loadFigures } from '../progress/load-figures.ts'
import type { Route } from './+types/progress.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Progress in ${loaderData.course.title}` : 'Progress'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, query, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, response] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listTaughtLessons, { auth: session.as, params: { course: courseCode } }),
    requireCurrentPerson(client, environment, session),
  ])
  const progress = getBody(response, 'COURSE_NOT_FOUND')?.data ?? null
  const figures = progress && (await loadFigures(client, session.as, courseCode, progress.lessons, query.get('lesson')))
  return { course, progress, figures, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Progress" lead="Loading how far learners get in each lesson…" isWide />
}

export default function ProgressPage({ loaderData: { course, progress, figures, session } }: Route.ComponentProps) {
  const isLoading = useNavigation().state === 'loading'
  if (!course || !progress) return <NoCourse session={session} />
  const { learnerCount, lessons } = progress
  return (
    <CourseFrame
      course={course}
      session={session}
      page="progress"
      title="Progress"
      lead={
        <>
          Where learners stop, lesson by lesson.{' '}
          <Link className={text.link} to={getLearnersPath(session, course.coursePrefixCode)}>
            {learnerCount === 1 ? 'See the 1 learner' : `See the ${learnerCount.toLocaleString('en-GB')} learners`}
          </Link>
        </>
      }
    >
      {lessons.length === 0 ? (
        <EmptyState>No lesson is published yet. Figures appear once learners begin one.</EmptyState>
      ) : (
        <LessonFigures lessons={lessons} figures={figures} isLoading={isLoading} />
      )}
    </CourseFrame>
  )
}
