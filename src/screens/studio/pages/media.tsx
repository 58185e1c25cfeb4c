import { listAssets } from '#learn/course-media/wire/assets.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { StudioMedia } from '../media/studio-media.tsx'
import type { Route } from './+types/media.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Files of ${loaderData.course.title}` : 'Files'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, media] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listAssets, { auth: session.as, params: { course: courseCode } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { course, media: getBody(media, 'COURSE_NOT_FOUND')?.data ?? null, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Files" lead="Loading the videos, sound, pictures and documents of this course…" isWide />
}

export default function MediaPage({ loaderData: { course, media, session } }: Route.ComponentProps) {
  if (!course || !media) return <NoCourse session={session} />
  return (
    <CourseFrame
      course={course}
      session={session}
      page="media"
      title="Files"
      lead="Videos, sound, pictures and documents, with their captions."
    >
      <StudioMedia course={course.coursePrefixCode} as={session.as} media={media} />
    </CourseFrame>
  )
}
