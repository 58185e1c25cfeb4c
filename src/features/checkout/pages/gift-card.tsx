import { Suspense } from 'react'
import { redirect } from 'react-router'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { beginGift } from '../parts/begin-gift.ts'
import { CheckoutFrame } from '../parts/frame.tsx'
import { noGift } from '../parts/gift.ts'
import { GiftCheckout } from '../parts/gift-checkout.tsx'
import { GiftSummary } from '../parts/gift-summary.tsx'
import { NoCardSheet } from '../parts/later.ts'
import { CheckoutSkeleton } from '../parts/skeleton.tsx'
import type { Route } from './+types/gift-card.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Buy a gift card · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export function loader({ context }: Route.LoaderArgs) {
  const { config, gateway } = context.get(depsContext)
  const { stripe, supportAddress: support } = config
  return {
    support,
    takesCards: gateway !== null,
    stripe: stripe && { publishableKey: stripe.publishableKey, isTest: stripe.isTest },
  }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const kept = { local: localStorage, session: sessionStorage }
  const resume = new URL(request.url).searchParams.get('order')
  const [known, beginning] = await Promise.all([
    serverLoader(),
    beginGift({ client: browserClient(), kept, now: new Date(), resume }),
  ])
  if (beginning.is === 'receipt') throw redirect(`/order/${beginning.orderId}`)
  return { ...known, beginning }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <CheckoutSkeleton />
}

export default function GiftCardPage({ loaderData: { beginning, support, takesCards, stripe } }: Route.ComponentProps) {
  if (takesCards) return <GiftCheckout beginning={beginning} support={support} stripe={stripe} />
  return (
    <CheckoutFrame hue="rose" summary={<GiftSummary gift={noGift} buyer="" support={support} />}>
      <Suspense>
        <NoCardSheet support={support} />
      </Suspense>
    </CheckoutFrame>
  )
}
