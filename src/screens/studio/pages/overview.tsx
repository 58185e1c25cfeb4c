import { readCourseDraft } from '#catalogue/drafts/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadOrKeep } from '../browser/last-loaded.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { Overview } from '../overview/overview.tsx'
import type { Route } from './+types/overview.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? loaderData.course.title : 'Course'} · Studio`),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrKeep(args.request.url, () => load(args))
}
clientLoader.hydrate = true as const

async function load(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const courseCode = args.params.course
  const [course, draft, person] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(readCourseDraft, { auth: session.as, params: { course: courseCode.toUpperCase() } }),
    requireCurrentPerson(client, environment, session),
  ])
  const isMissing = course === null || draft.errorCode === 'COURSE_NOT_FOUND'
  return { course, draft: isMissing ? null : requireBody(draft).data, personId: person.user_id, session }
}

export function HydrateFallback() {
  return <PageSkeleton title="Course" lead="Loading the course, and what is missing before it can be sold…" isWide />
}

export default function OverviewPage({ loaderData: { course, draft, personId, session } }: Route.ComponentProps) {
  if (!course || !draft) return <NoCourse session={session} />
  return <Overview key={draft.coursePrefixCode} course={course} draft={draft} session={session} personId={personId} />
}
