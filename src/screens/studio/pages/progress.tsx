import { useNavigation, useSearchParams } from 'react-router'
import { listLearners } from '#learn/lessons/wire/learners.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { LearnerTable } from '../progress/learner-table.tsx'
import { LessonFigures } from '../progress/lesson-figures.tsx'
import { loadFigures } from '../progress/load-figures.ts'
import type { Route } from './+types/progress.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.course ? `Learners of ${loaderData.course.title}` : 'Learners'} · Understudy` },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, query, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, response] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listLearners, {
      auth: session.as,
      params: { course: courseCode },
      query: { after: query.get('after') ?? undefined },
    }),
    requireCurrentPerson(client, environment, session),
  ])
  const progress = getBody(response, 'COURSE_NOT_FOUND')?.data ?? null
  const figures = progress && (await loadFigures(client, session.as, courseCode, progress.lessons, query.get('lesson')))
  return { course, progress, figures, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Learners" lead="Loading the learners, their progress and where they stop…" isWide />
}

export default function ProgressPage({ loaderData: { course, progress, figures, session } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const isLoading = useNavigation().state === 'loading'
  if (!course || !progress) return <NoCourse session={session} />
  return (
    <CourseFrame
      course={course}
      session={session}
      page="progress"
      title="Learners"
      lead="How far each learner is, and where they stop watching."
    >
      <LearnerTable
        progress={progress}
        isFirstPage={!query.has('after')}
        session={session}
        isLive={course.deliveryType === 'live'}
        canExtend={course.actions.includes('learner.access')}
      />
      <LessonFigures lessons={progress.lessons} figures={figures} isLoading={isLoading} />
    </CourseFrame>
  )
}
