import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { Purchases } from '../purchases/purchases.tsx'
import { listOwnPurchases } from '../wire/purchases.ts'
import type { Route } from './+types/purchases.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Purchases'),
  { name: 'description', content: 'Your orders, with their receipts, invoices and balances.' },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, query, ...environment } = createAppRequest(args)
  const [response] = await Promise.all([
    client.call(listOwnPurchases, { auth: 'learner', query: { after: query.get('after') || undefined } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...requireBody(response).data, isFirst: !query.has('after') }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Purchases" lead="Loading your orders, their receipts and what is left to pay…" />
}

export default function PurchasesPage({ loaderData }: Route.ComponentProps) {
  return <Purchases {...loaderData} />
}
