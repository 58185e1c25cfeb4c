import { CircleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { cohortForCode, courseDefinition, offerFor } from '#features/catalog/catalogue.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import { depsContext } from '#http/context.ts'
import { Button } from '#ui/button.tsx'
import { later } from '#ui/later.tsx'
import { aboutCohort } from '../parts/about.ts'
import { begin } from '../parts/begin.ts'
import { CheckoutFrame } from '../parts/frame.tsx'
import { askHere } from '../parts/here.ts'
import { DoneSheet, EnrolledSheet, GoneSheet, NoCardSheet } from '../parts/later.ts'
import { Foot, Sheet } from '../parts/sheet.tsx'
import { CheckoutSkeleton } from '../parts/skeleton.tsx'
import { Summary } from '../parts/summary.tsx'
import type { Route } from './+types/checkout.ts'

const Checkout = later(async () => (await import('../parts/checkout.tsx')).Checkout)
const FreeCheckout = later(async () => (await import('../parts/free-checkout.tsx')).FreeCheckout)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Checkout: ${loaderData.course.title} · Understudy` : 'Checkout · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const code = params.offerCode.toUpperCase()
  const cohort = await cohortForCode(deps.db, code, deps.clock())
  const course = cohort && (await courseDefinition(deps, cohort.courseCode))
  if (!cohort || !course) throw data(null, { status: 404 })
  const offer = (await offerFor(deps.db, cohort.courseCode, code)) ?? (await offerFor(deps.db, cohort.courseCode))
  const { stripe } = deps.config
  return {
    course,
    courseCode: cohort.courseCode,
    offerCode: offer?.offerCode ?? cohort.courseCode,
    support: deps.config.supportAddress,
    stripe: stripe && { publishableKey: stripe.publishableKey, isTest: stripe.isTest },
  }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const client = browserClient()
  const kept = { local: localStorage, session: sessionStorage }
  const asked = new URL(request.url).searchParams
  const [known, here] = await Promise.all([serverLoader(), askHere(client, kept)])
  const draft = asked.get('draft')
  if (draft) await (await import('../parts/draft.ts')).openDraft(client, kept, draft, known)
  // While the price is asked for; a full cohort needs no form, unless a seat of it is held here already.
  if (isSold(known)) void Checkout.fetch()
  const beginning = await begin({
    client,
    kept,
    now: new Date(),
    courseCode: known.courseCode,
    offerCode: known.offerCode,
    countryCode: here?.countryCode ?? null,
    resume: asked.get('order'),
    promoCode: asked.get('promo'),
    isForDeposit: asked.get('pay') === 'deposit',
  })
  if (beginning.is === 'receipt') throw redirect(`/order/${beginning.orderId}`)
  if (beginning.is === 'unknown') throw data(null, { status: 404 })
  if (beginning.is === 'ready') await Checkout.fetch()
  if (beginning.is === 'free') await FreeCheckout.fetch()
  return { ...known, beginning, here }
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
  loaderData: { course, courseCode, support, stripe, beginning, here },
}: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const about = aboutCohort(course, courseCode)
  if (beginning.is === 'ready') {
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <Checkout
          key={beginning.start.quote.quoteId}
          beginning={beginning}
          here={here}
          about={about}
          course={course}
          support={support}
          stripe={stripe}
        />
      </Suspense>
    )
  }

  if (beginning.is === 'free') {
    const { quoteId } = beginning.quote
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <FreeCheckout key={quoteId} beginning={beginning} here={here} about={about} course={course} support={support} />
      </Suspense>
    )
  }

  function enrolAgain() {
    sessionStorage.removeItem('enrolment')
    revalidator.revalidate()
  }
  return (
    <CheckoutFrame hue={about.hue} summary={<Summary about={about} quote={null} support={support} />}>
      <Suspense>
        {beginning.is === 'gone' && <GoneSheet why={beginning.why} course={course} courseCode={courseCode} />}
        {beginning.is === 'enrolled' && <EnrolledSheet />}
        {beginning.is === 'no-card' && <NoCardSheet support={support} />}
        {beginning.is === 'done' && <DoneSheet orderId={beginning.orderId} onAgain={enrolAgain} />}
      </Suspense>
      {beginning.is === 'unreachable' && (
        <Sheet
          tone="bad"
          icon={<CircleAlert size={22} />}
          title="Something went wrong!"
          lead={`${beginning.message}. The price could not be asked for. Nothing was charged.`}
        >
          <Foot>
            <Button onClick={() => revalidator.revalidate()}>Try again</Button>
          </Foot>
        </Sheet>
      )}
    </CheckoutFrame>
  )
}
