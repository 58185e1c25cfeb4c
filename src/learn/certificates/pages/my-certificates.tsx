import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { MyCertificates } from '../parts/my-certificates.tsx'
import { listMyCertificates } from '../wire.ts'
import type { Route } from './+types/my-certificates.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Certificates')]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [response] = await Promise.all([
    client.call(listMyCertificates, { auth: session.as }),
    requireCurrentPerson(client, environment, session),
  ])
  return { certificates: requireBody(response).data, as: session.as }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Certificates" lead="Loading your certificates…" />
}

export default function MyCertificatesPage({ loaderData: { certificates, as } }: Route.ComponentProps) {
  return <MyCertificates certificates={certificates} as={as} />
}
