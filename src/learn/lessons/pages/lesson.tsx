import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { LessonFrame } from '../lesson-page/lesson-frame.tsx'
import { loadLesson } from '../lesson-page/load-lesson.ts'
import { LazyNoRoom } from '../room/lazy-no-room.tsx'
import type { Route } from './+types/lesson.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [createTitle(matches, getTitle(loaderData))]

function getTitle(loaded: Route.ComponentProps['loaderData'] | undefined): string {
  return loaded?.is === 'lesson' || loaded?.is === 'closed' ? loaded.lesson.title : 'Lesson'
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const { course, lessonKey } = args.params
  const [loaded, profile] = await Promise.all([
    loadLesson({ client, as: session.as, courseCode: course, lessonKey }),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...loaded, lessonKey, as: session.as, profile }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Your lesson" lead="Loading the lesson, your notes and the list of lessons…" isWide />
}

export default function LessonPage({ loaderData: { lessonKey, as, profile, ...loaded } }: Route.ComponentProps) {
  return 'room' in loaded ? (
    <LessonFrame loaded={loaded} lessonKey={lessonKey} as={as} profile={profile} />
  ) : (
    <LazyNoRoom is={loaded.is} course={loaded.course} />
  )
}
