import { data } from 'react-router'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { EditPage } from '../editor/edit-page.tsx'
import { readPage } from '../wire.ts'
import type { Route } from './+types/edit-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.view.body.title || 'Information page'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [page, self] = await Promise.all([
    client.call(readPage, { auth: 'admin', params: { page: args.params.page } }),
    requireCurrentPerson(client, environment, session),
  ])
  if (page.errorCode === 'NOT_FOUND') throw data(null, { status: 404 })
  return { view: requireBody(page).data, personId: self.user_id }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Information page" lead="Loading the text of the page…" />
}

export default function EditPageRoute({ loaderData }: Route.ComponentProps) {
  return <EditPage key={loaderData.view.name} {...loaderData} />
}
