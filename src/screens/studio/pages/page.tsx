import { readCourseDraft } from '#catalogue/drafts/wire.ts'
import { countPreviewLinks } from '#catalogue/previews/wire.ts'
import { listAssets } from '#learn/course-media/wire/assets.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadOrKeep } from '../browser/last-loaded.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { PageEditor } from '../page-editor/page-editor.tsx'
import type { Route } from './+types/page.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Page of ${loaderData.course.title}` : 'Page'} · Studio`),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrKeep(args.request.url, () => load(args))
}
clientLoader.hydrate = true as const

async function load(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const call = { auth: session.as, params: { course: args.params.course.toUpperCase() } }
  const [course, draft, links, media, person] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readCourseDraft, call),
    client.call(countPreviewLinks, call),
    client.call(listAssets, call),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course?.actions.includes('course.edit')) return { course: null, session }
  const personId = person.user_id
  const loaded = { draft: requireBody(draft).data, links: requireBody(links).data, media: requireBody(media).data }
  return { course, ...loaded, personId, session }
}

export function HydrateFallback() {
  return (
    <PageSkeleton title="Page" lead="Loading the texts of the page, and the page as visitors will see it…" isWide />
  )
}

export default function PagePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <PageEditor key={loaderData.course.coursePrefixCode} {...loaderData} />
}
