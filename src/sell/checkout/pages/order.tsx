import { Suspense, useEffect } from 'react'
import { useNavigationType, useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { StatusCard } from '#people/app-shell/status-card.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { createTitle } from '#ui/page-title.ts'
import { useSite } from '#ui/use-site.ts'
import { findOrder } from '../order-page/find-order.ts'
import { UnknownOrder, UnreachableOrder } from '../order-page/missing-order.tsx'
import { OrderFrame } from '../order-page/order-frame.tsx'
import { answerTabsWhileMounted } from '../session/answer-other-tabs.ts'
import { getOrderAccess } from '../session/enrolment.ts'
import type { Route } from './+types/order.ts'

const FoundOrder = lazyComponent(
  async () => (await import('../order-page/found-order.tsx')).FoundOrder,
  () => <UnreachableOrder message="We couldn’t reach our server" onRetry={() => location.reload()} />,
)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const order =
    loaderData && 'orderResult' in loaderData && loaderData.orderResult.is === 'order'
      ? loaderData.orderResult.order
      : null
  return [createTitle(matches, order ? `Order ${order.orderNumber}` : 'Your order')]
}

export function loader({ context }: Route.LoaderArgs) {
  return { support: context.get(depsContext).site.current.supportAddress }
}

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  const storage = { local: localStorage, session: sessionStorage }
  const { orderId } = params
  const now = new Date()
  // Loads the receipt during the request for the order. A browser without access finds no order.
  if (getOrderAccess(storage, orderId, now) !== 'none') void FoundOrder.fetch()
  const [known, orderResult] = await Promise.all([
    serverLoader(),
    findOrder({ client: browserClient(), storage, now, orderId }),
  ])
  if (orderResult.is === 'order') await FoundOrder.fetch()
  return { ...known, orderResult }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <OrderFrame hue={null}>
      <StatusCard
        tone="info"
        icon={null}
        title="Your order"
        lead="Loading your order: your seats, your payments, your dates and what happens next…"
      />
    </OrderFrame>
  )
}

export default function OrderPage({ loaderData: { orderResult, support } }: Route.ComponentProps) {
  const sendsMail = useSite()?.sendsMail ?? true
  const revalidator = useRevalidator()
  const isFromCheckout = useNavigationType() !== 'POP'
  useEffect(() => {
    if (isFromCheckout) scrollTo(0, 0)
  }, [isFromCheckout])
  useEffect(answerTabsWhileMounted, [])

  if (orderResult.is === 'unreachable')
    return <UnreachableOrder message={orderResult.message} onRetry={revalidator.revalidate} />
  if (orderResult.is === 'not-found')
    return <UnknownOrder isSignedIn={orderResult.isSignedIn} onLoggedIn={revalidator.revalidate} />

  return (
    <Suspense fallback={<HydrateFallback />}>
      <FoundOrder
        orderResult={orderResult}
        supportAddress={support}
        sendsMail={sendsMail}
        onChange={revalidator.revalidate}
      />
    </Suspense>
  )
}
