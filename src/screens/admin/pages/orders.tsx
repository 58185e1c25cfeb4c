import { useRevalidator } from 'react-router'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { StoryNote } from '../home/story-note.tsx'
import { loadOrders } from '../orders/load-orders.ts'
import { OrdersView } from '../orders/orders-view.tsx'
import type { Route } from './+types/orders.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Orders')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrders(createAppRequest(args), new Date())
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Orders" lead="Loading the orders…" isWide />
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <StoryNote isWide />
      <OrdersView {...loaderData} onChanged={() => void revalidate()} />
    </>
  )
}
