import { Suspense } from 'react'
import { redirect } from 'react-router'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { RateContext } from '#ui/estimate/estimate.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadRateOf } from '../estimates/load-rate.ts'
import { CheckoutFrame } from '../frame/frame.tsx'
import { CheckoutSkeleton } from '../frame/skeleton.tsx'
import { GiftCheckout } from '../gift-form/gift-checkout.tsx'
import { GiftSummary } from '../gift-form/gift-summary.tsx'
import { EMPTY_GIFT } from '../session/gift.ts'
import { initialiseGiftCheckout } from '../session/initialise-gift-checkout.ts'
import { NoCardCard, NoticeBox } from '../session/lazy-parts.ts'
import { loadCountry } from '../session/visitor-location.ts'
import type { Route } from './+types/gift-card.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Buy a gift card')]

export function loader({ context }: Route.LoaderArgs) {
  const { config, gateways, site } = context.get(depsContext)
  const { stripe } = config
  return {
    support: site.current.supportAddress,
    takesCards: gateways.forMethod('card') !== null,
    takesPaypal: gateways.forMethod('paypal') !== null,
    stripe: stripe && { publishableKey: stripe.publishableKey, isTest: stripe.isTest },
  }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const storage = { local: localStorage, session: sessionStorage }
  const resume = new URL(request.url).searchParams.get('order')
  const client = browserClient()
  const [known, beginning, visitorRate] = await Promise.all([
    serverLoader(),
    initialiseGiftCheckout({ client, storage, now: new Date(), resume }),
    loadCountry(client, storage).then((country) => loadRateOf(client, storage, country)),
  ])
  if (beginning.is === 'receipt') throw redirect(`/order/${beginning.orderId}`)
  if (beginning.start.notice) await NoticeBox.fetch()
  return { ...known, beginning, visitorRate }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <CheckoutSkeleton />
}

export default function GiftCardPage({ loaderData }: Route.ComponentProps) {
  const { beginning, support, takesCards, takesPaypal, stripe, visitorRate } = loaderData
  if (takesCards || takesPaypal)
    return (
      <RateContext value={visitorRate}>
        <GiftCheckout
          entry={beginning}
          supportAddress={support}
          stripe={stripe}
          takesCards={takesCards}
          takesPaypal={takesPaypal}
        />
      </RateContext>
    )
  return (
    <CheckoutFrame hue="rose" summary={<GiftSummary gift={EMPTY_GIFT} buyer="" supportAddress={support} />}>
      <Suspense>
        <NoCardCard supportAddress={support} />
      </Suspense>
    </CheckoutFrame>
  )
}
