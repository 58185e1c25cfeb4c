import { readCourseDraft } from '#catalogue/drafts/wire.ts'
import { countPreviewLinks } from '#catalogue/previews/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { PagePreview } from '../page-preview/page-preview.tsx'
import type { Route } from './+types/page.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.course ? `Page of ${loaderData.course.title}` : 'Page'} · Studio · Understudy` },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const call = { auth: session.as, params: { course: args.params.course.toUpperCase() } }
  const [course, draft, links] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readCourseDraft, call),
    client.call(countPreviewLinks, call),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course?.actions.includes('course.edit')) return { course: null, session }
  return { course, draft: requireBody(draft).data, links: requireBody(links).data, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Page" lead="Loading the page as visitors will see it…" isWide />
}

export default function PagePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <PagePreview key={loaderData.course.coursePrefixCode} {...loaderData} />
}
