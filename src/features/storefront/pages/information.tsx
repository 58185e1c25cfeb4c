import { data } from 'react-router'
import { informationPageAt } from '#domain/site-addresses.ts'
import { depsContext } from '#http/context.ts'
import { readInformation } from '../information.ts'
import { informationMeta } from '../information-meta.ts'
import { InformationPage } from '../parts/information-page.tsx'
import type { Route } from './+types/information.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? informationMeta(loaderData.page, loaderData.site) : []

export const headers = () => ({ 'cache-control': 'public, max-age=0, s-maxage=300' })

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const name = informationPageAt(new URL(request.url).pathname)
  if (!name) throw data(null, { status: 404 })
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  return { page: page.value, site: deps.config.publicUrl }
}

export default function InformationRoute({ loaderData }: Route.ComponentProps) {
  return <InformationPage page={loaderData.page} />
}
