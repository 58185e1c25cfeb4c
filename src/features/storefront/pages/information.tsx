import { data } from 'react-router'
import { CHAT_PAGES, informationPageAt } from '#domain/site-addresses.ts'
import { ChatWidget } from '#features/support/chat-widget.tsx'
import { takeMessage } from '#features/support/take-message.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'
import { readInformation } from '../information.ts'
import { informationMeta } from '../information-meta.ts'
import { InformationPage } from '../parts/information-page.tsx'
import { informationPicture, picturePath } from '../share-picture.ts'
import type { Route } from './+types/information.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? informationMeta(loaderData.page, loaderData.site, loaderData.picture) : []

export const headers = () => ({ 'cache-control': 'public, max-age=0, s-maxage=300' })

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const name = informationPageAt(new URL(request.url).pathname)
  if (!name) throw data(null, { status: 404 })
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  return { page: page.value, site: deps.config.publicUrl, picture: picturePath(informationPicture(page.value)) }
}

/** A message that was sent without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const name = informationPageAt(new URL(request.url).pathname)
  if (!name || !CHAT_PAGES.has(name)) throw data(null, { status: 404 })
  const given = { form: await request.formData(), page: `/${name}`, ip: context.get(clientAddressContext) }
  const { status, ...sent } = await takeMessage(context.get(depsContext), given)
  return status === 200 ? sent : data(sent, { status })
}

export default function InformationRoute({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <>
      <InformationPage page={page} />
      {CHAT_PAGES.has(page.name) && <ChatWidget page={`/${page.name}`} sent={actionData ?? null} />}
    </>
  )
}
