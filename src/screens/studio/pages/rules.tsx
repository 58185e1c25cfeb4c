import { readCourseDraft } from '#catalogue/drafts/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadOrKeep } from '../browser/last-loaded.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { CourseRules } from '../rules/course-rules.tsx'
import type { Route } from './+types/rules.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Rules of ${loaderData.course.title}` : 'Rules'} · Studio`),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrKeep(args.request.url, () => load(args))
}
clientLoader.hydrate = true as const

async function load(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const params = { course: args.params.course.toUpperCase() }
  const [course, draft, person] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readCourseDraft, { auth: session.as, params }),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course?.actions.includes('course.edit')) return { course: null, session }
  return { course, draft: requireBody(draft).data, personId: person.user_id, session }
}

export function HydrateFallback() {
  return <PageSkeleton title="Rules" lead="Loading the rules of this course…" isWide />
}

export default function RulesPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <CourseRules key={loaderData.course.coursePrefixCode} {...loaderData} />
}
