import { CircleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { createShellHeaders } from '#catalogue/catalog/cache-headers.ts'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { Button } from '#ui/button.tsx'
import { RateContext } from '#ui/estimate/estimate.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadRateOf } from '../estimates/load-rate.ts'
import { CheckoutFrame } from '../frame/frame.tsx'
import { CheckoutSkeleton } from '../frame/skeleton.tsx'
import { CheckoutSummary } from '../frame/summary.tsx'
import { summariseCohort } from '../session/course-summary.ts'
import { deleteEnrolment } from '../session/enrolment.ts'
import { initialiseCheckout } from '../session/initialise-checkout.ts'
import {
  CodeEntry,
  DoneCard,
  EnrolledCard,
  GoneCard,
  LinkFaults,
  NoCardCard,
  NoticeBox,
  StripeForm,
} from '../session/lazy-parts.ts'
import { loadCountry } from '../session/visitor-location.ts'
import type { Route } from './+types/checkout.ts'

const Checkout = lazyComponent(async () => (await import('../frame/checkout.tsx')).Checkout)
const FreeCheckout = lazyComponent(async () => (await import('../frame/free-checkout.tsx')).FreeCheckout)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData ? `Checkout: ${loaderData.course.title}` : 'Checkout'),
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const code = params.offerCode.toUpperCase()
  const cohort = await getCohortForCode(deps.db, code, deps.clock())
  const course = cohort && (await getCourseDefinition(deps, cohort.cohortCode))
  if (!cohort || !course) throw data(null, { status: 404 })
  const namedOffer = await getOfferOfCohort(deps.db, cohort.cohortCode, code)
  const offer = namedOffer ?? (await getOfferOfCohort(deps.db, cohort.cohortCode))
  const { stripe } = deps.config
  const loaded = {
    course,
    courseCode: cohort.cohortCode,
    offerCode: offer?.offerCode ?? cohort.cohortCode,
    isOfferEnded: !namedOffer && code !== cohort.cohortCode && code !== cohort.courseCode,
    support: deps.site.current.supportAddress,
    stripe: stripe && { publishableKey: stripe.publishableKey, isTest: stripe.isTest },
    takesCards: deps.gateways.forMethod('card') !== null,
    takesPaypal: deps.gateways.forMethod('paypal') !== null,
  }
  return data(loaded, { headers: createShellHeaders(deps.clock(), course) })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const client = browserClient()
  const storage = { local: localStorage, session: sessionStorage }
  const query = new URL(request.url).searchParams
  const [known, visitorCountry] = await Promise.all([serverLoader(), loadCountry(client, storage)])
  const draft = query.get('draft')
  if (draft) await (await import('../session/load-draft.ts')).loadDraft(client, storage, draft, known)
  // Loads the form during the request for the price. A sold-out cohort needs none, unless this tab holds a seat.
  if (isSold(known)) void Checkout.fetch()
  const countryCode = visitorCountry?.countryCode ?? null
  const [beginning, visitorRate] = await Promise.all([
    initialiseCheckout({
      client,
      storage,
      now: new Date(),
      courseCode: known.courseCode,
      offerCode: known.offerCode,
      isOfferEnded: known.isOfferEnded,
      countryCode,
      resume: query.get('order'),
      promoCode: query.get('promo'),
      isDepositPreselected: query.get('pay') === 'deposit',
    }),
    loadRateOf(client, storage, visitorCountry),
  ])
  if (beginning.is === 'receipt') throw redirect(`/order/${beginning.orderId}`)
  if (beginning.is === 'unknown') throw data(null, { status: 404 })
  // Stripe's form and the notices take their places at once, so that nothing moves under a finger.
  if (beginning.is === 'ready') {
    const { notice, linkFaults } = beginning.start
    await Promise.all([
      Checkout.fetch(),
      known.stripe && StripeForm.fetch(),
      notice && NoticeBox.fetch(),
      linkFaults?.length && Promise.all([LinkFaults.fetch(), CodeEntry.fetch()]),
    ])
  }
  if (beginning.is === 'free') await FreeCheckout.fetch()
  return { ...known, beginning, here: visitorCountry, visitorRate }
}
clientLoader.hydrate = true as const

function isSold({ course, courseCode }: { course: CourseDefinition; courseCode: string }): boolean {
  const status = course.cohorts.find((cohort) => cohort.courseCode === courseCode)?.status
  return status === 'open' || status === 'few-seats'
}

export function HydrateFallback() {
  return <CheckoutSkeleton />
}

export default function CheckoutPage({
  loaderData: { course, courseCode, offerCode, support, stripe, takesCards, takesPaypal, beginning, here, visitorRate },
}: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const about = summariseCohort(course, courseCode, offerCode)
  if (beginning.is === 'ready') {
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <Checkout
          key={beginning.start.quote.quoteId}
          entry={beginning}
          location={here}
          visitorRate={visitorRate}
          courseSummary={about}
          course={course}
          supportAddress={support}
          stripe={stripe}
          takesCards={takesCards}
          takesPaypal={takesPaypal}
        />
      </Suspense>
    )
  }

  if (beginning.is === 'free') {
    const { quoteId } = beginning.quote
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <FreeCheckout
          key={quoteId}
          entry={beginning}
          location={here}
          courseSummary={about}
          course={course}
          supportAddress={support}
        />
      </Suspense>
    )
  }

  function enrolAgain() {
    deleteEnrolment({ session: sessionStorage })
    revalidator.revalidate()
  }
  return (
    <RateContext value={visitorRate}>
      <CheckoutFrame
        hue={about.hue}
        summary={<CheckoutSummary courseSummary={about} quote={null} supportAddress={support} />}
      >
        <Suspense>
          {beginning.is === 'gone' && <GoneCard reason={beginning.reason} course={course} courseCode={courseCode} />}
          {beginning.is === 'enrolled' && <EnrolledCard courseCode={courseCode} />}
          {beginning.is === 'no-card' && <NoCardCard supportAddress={support} />}
          {beginning.is === 'done' && (
            <DoneCard orderId={beginning.orderId} zone={about.classZone} onRestart={enrolAgain} />
          )}
        </Suspense>
        {beginning.is === 'unreachable' && (
          <StatusCard
            tone="bad"
            icon={<CircleAlert size={22} />}
            title="Something went wrong!"
            lead={`${beginning.message}. We couldn’t load the price. Nothing was charged.`}
          >
            <StatusCardFooter>
              <Button onClick={() => revalidator.revalidate()}>Try again</Button>
            </StatusCardFooter>
          </StatusCard>
        )}
      </CheckoutFrame>
    </RateContext>
  )
}
