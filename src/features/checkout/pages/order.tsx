import { CircleAlert, SearchX } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useNavigationType, useRevalidator } from 'react-router'
import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { aboutCohort } from '../parts/about.ts'
import { findOrder } from '../parts/find-order.ts'
import { DisputedOrder, GiftReceipt } from '../parts/later.ts'
import { OrderBeside } from '../parts/order-beside.tsx'
import { OrderFrame } from '../parts/order-frame.tsx'
import { isReturned, PendingOrder, ReturnedOrder, UnpaidOrder } from '../parts/order-states.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { Foot, Sheet } from '../parts/sheet.tsx'
import { answerWhileShown } from '../parts/tabs.ts'
import { useConversionOf } from '../parts/use-conversion.ts'
import { useNewsOf } from '../parts/use-news.ts'
import type { Route } from './+types/order.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const found = loaderData && 'found' in loaderData && loaderData.found.is === 'order' ? loaderData.found.order : null
  return [
    { title: found ? `Order ${found.orderNumber} · Understudy` : 'Your order · Understudy' },
    { name: 'robots', content: 'noindex' },
  ]
}

export function loader({ context }: Route.LoaderArgs) {
  return { support: context.get(depsContext).config.supportAddress }
}

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  const kept = { local: localStorage, session: sessionStorage }
  const [known, found] = await Promise.all([
    serverLoader(),
    findOrder({ client: browserClient(), kept, now: new Date(), orderId: params.orderId }),
  ])
  return { ...known, found }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <OrderFrame hue={null}>
      <Sheet
        tone="info"
        icon={null}
        title="Your order"
        lead="Loading your order: what you bought and for whom, what was paid, when it begins and where it goes on…"
      />
    </OrderFrame>
  )
}

export default function OrderPage({ loaderData: { found, support } }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const isFromCheckout = useNavigationType() !== 'POP'
  useEffect(() => {
    if (isFromCheckout) scrollTo(0, 0)
  }, [isFromCheckout])
  useEffect(answerWhileShown, [])
  useConversionOf(found.is === 'order' && !found.order.gift ? found.order : null)
  const isPending = found.is === 'order' && found.order.status === 'pending'
  useNewsOf(
    {
      orderId: found.is === 'order' ? found.order.orderId : '',
      auth: found.is === 'order' ? found.auth : 'none',
      isPending,
      bankUrl: found.is === 'order' ? found.bankUrl : null,
    },
    revalidator.revalidate,
  )

  if (found.is === 'unreachable') {
    return (
      <OrderFrame hue={null}>
        <Sheet
          tone="bad"
          icon={<CircleAlert size={22} />}
          title="Something went wrong!"
          lead={`${found.message}. Your order is safe; only this page could not be filled.`}
        >
          <Foot>
            <Button onClick={() => revalidator.revalidate()}>Try again</Button>
          </Foot>
        </Sheet>
      </OrderFrame>
    )
  }
  if (found.is === 'not-found') {
    return (
      <OrderFrame hue={null}>
        <Sheet
          tone="warn"
          icon={<SearchX size={22} />}
          title="This order is not known here"
          lead={
            found.isSignedIn
              ? 'It belongs to another address, or it does not exist.'
              : 'Log in with the e-mail you used to order.'
          }
        >
          {found.isSignedIn ? (
            <Foot>
              <ButtonLink href="/portal">Open the portal</ButtonLink>
            </Foot>
          ) : (
            <LogInForm idPrefix="order" onLoggedIn={() => revalidator.revalidate()} />
          )}
        </Sheet>
      </OrderFrame>
    )
  }

  const { order, course, email } = found
  const about = course && aboutCohort(course, order.courseCode)
  return (
    <OrderFrame hue={order.gift ? 'rose' : (about?.hue ?? null)}>
      {order.status === 'complete' && order.disputed && (
        <Suspense>
          <OrderBeside order={order} about={about}>
            <DisputedOrder order={order} disputed={order.disputed} auth={found.auth} support={support} />
          </OrderBeside>
        </Suspense>
      )}
      {order.status === 'complete' && !order.disputed && order.gift && (
        <Suspense>
          <GiftReceipt order={order} gift={order.gift} email={email} auth={found.auth} support={support} />
        </Suspense>
      )}
      {order.status === 'complete' && !order.disputed && !order.gift && (
        <Receipt order={order} about={about} email={email} auth={found.auth} support={support} />
      )}
      {order.status === 'pending' && (
        <OrderBeside order={order} about={about}>
          {isReturned(order) && !order.gift ? (
            <ReturnedOrder order={order} courseUrl={about?.url ?? '/'} auth={found.auth} />
          ) : (
            <PendingOrder
              order={order}
              place={order.gift ? 'gift' : (about?.place ?? 'seat')}
              bankUrl={found.bankUrl}
              isUnsent={found.isUnsent}
              email={email}
              onCheck={() => revalidator.revalidate()}
            />
          )}
        </OrderBeside>
      )}
      {order.status === 'failed' && (
        <OrderBeside order={order} about={about}>
          <UnpaidOrder order={order} courseUrl={order.gift ? '/gift-card' : (about?.url ?? '/')} auth={found.auth} />
        </OrderBeside>
      )}
    </OrderFrame>
  )
}
