import { listVersions } from '#catalogue/course-life/wire.ts'
import { readCourseDraft } from '#catalogue/drafts/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { Versions } from '../versions/versions.tsx'
import type { Route } from './+types/versions.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Versions of ${loaderData.course.title}` : 'Versions'} · Studio`),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const call = { auth: session.as, params: { course: args.params.course.toUpperCase() } }
  const before = new URL(args.request.url).searchParams.get('before')
  const [course, draft, versions] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readCourseDraft, call),
    client.call(listVersions, { ...call, query: before ? { before } : {} }),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course) return { course: null, session }
  return { course, draft: requireBody(draft).data, page: requireBody(versions).data, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Versions" lead="Loading every publication of this course…" isWide />
}

export default function VersionsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <Versions key={loaderData.course.coursePrefixCode} {...loaderData} />
}
