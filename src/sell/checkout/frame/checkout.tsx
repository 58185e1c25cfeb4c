import { Suspense, useEffect, useRef, useState } from 'react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import type { Country } from '#domain/country.ts'
import { browserClient } from '#http/client.ts'
import { StepUpPrompt } from '#people/accounts/parts/lazy-step-up.ts'
import { logOutBrowser } from '#people/accounts/session/session.ts'
import type { VisitorCountry } from '#people/accounts/wire/country.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { RateContext, type VisitorRate } from '#ui/estimate/estimate.tsx'
import type { CardProvider } from '../card/card-step.tsx'
import { createLazyStripeCard } from '../card/lazy-stripe-card.ts'
import { loadRateOf } from '../estimates/load-rate.ts'
import { CheckoutForm } from '../form/checkout-form.tsx'
import { LogInPrompt } from '../form/details-fields.tsx'
import {
  type CheckoutSession,
  type CheckoutState,
  changeCheckoutInput,
  getSelectedOption,
  pickDetails,
  updateState,
} from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import { formatSeatCount } from '../session/format-seat-count.ts'
import { applyProfile, type CheckoutEntry } from '../session/initialise-checkout.ts'
import {
  BankChallengeCard,
  ChallengeCard,
  EnrolledCard,
  GoneCard,
  HoldClock,
  RefundedCard,
  WaitingCard,
} from '../session/lazy-parts.ts'
import { refreshQuoteLazily } from '../session/lazy-requote.ts'
import { answerBankChallengeLazily, extendCheckoutHoldLazily, startPolling } from '../session/payment/lazy-pay.ts'
import { useCheckoutSession } from '../session/use-checkout-session.ts'
import { loadCountry } from '../session/visitor-location.ts'
import styles from './checkout.module.css'
import { CheckoutFrame } from './frame.tsx'
import { CheckoutSummary } from './summary.tsx'

type Props = {
  entry: Extract<CheckoutEntry, { is: 'ready' }>
  location: VisitorCountry | null
  visitorRate: VisitorRate
  courseSummary: CourseSummary
  course: CourseDefinition
  supportAddress: string
  /** Null if Stripe does not take the cards. */
  stripe: { publishableKey: string; isTest: boolean } | null
  takesCards: boolean
  takesPaypal: boolean
}

export function Checkout({
  entry,
  location,
  visitorRate: firstRate,
  courseSummary,
  course,
  supportAddress,
  stripe,
  takesCards,
  takesPaypal,
}: Props) {
  const [cardProvider] = useState<CardProvider>(
    () => stripe && { stripe: createLazyStripeCard(stripe.publishableKey), isTest: stripe.isTest },
  )
  const [checkoutSession, state] = useCheckoutSession(entry.start, location?.countryCode ?? null, cardProvider)
  useQuoteRefresh(checkoutSession, state)
  const [country, setCountry] = useState<Country | null>(location)
  const [visitorRate, setVisitorRate] = useState(firstRate)
  const lastRateRequest = useRef<object>(null)
  const [profile, setProfile] = useState(entry.profile)
  const { view, quote, enrolment } = state
  const isForm = view.is === 'form'
  const isOver = view.is === 'enrolled' || view.is === 'gone'
  const { client, storage } = checkoutSession.deps

  function handleLogIn(loggedInProfile: Profile) {
    setProfile(loggedInProfile)
    // The order of a guest is no order of the account. The next one replaces it.
    updateState(checkoutSession, { isSignedIn: true, holdExpiresAt: null })
    checkoutSession.placedOrder = null
    changeCheckoutInput(checkoutSession, applyProfile(checkoutSession.state.enrolment, loggedInProfile))
    void refreshQuoteLazily(checkoutSession)
    void showRateOfPerson()
  }

  /** The country of a profile comes first. */
  const showRateOfPerson = () => showRateOf(loadCountry(client, storage))

  async function showRateOf(rateCountry: Country | null | Promise<Country | null>) {
    const request = {}
    lastRateRequest.current = request
    const loaded = await loadRateOf(client, storage, await rateCountry)
    if (lastRateRequest.current === request) setVisitorRate(loaded)
  }

  function chooseCountry(selectedCountry: Country) {
    setCountry(selectedCountry)
    checkoutSession.deps.countryCode = selectedCountry.countryCode
    void showRateOf(selectedCountry)
    if (!checkoutSession.state.enrolment.orderId) void refreshQuoteLazily(checkoutSession)
  }

  async function logOut() {
    setProfile(null)
    updateState(checkoutSession, { isSignedIn: false, holdExpiresAt: null })
    checkoutSession.placedOrder = null
    changeCheckoutInput(checkoutSession, { email: '', name: '', phoneNumber: '' })
    await logOutBrowser(browserClient(), storage)
    await showRateOfPerson()
  }

  return (
    <RateContext value={visitorRate}>
      <CheckoutFrame
        hue={courseSummary.hue}
        summary={
          <CheckoutSummary
            courseSummary={courseSummary}
            quote={isOver ? null : quote}
            option={getSelectedOption(state)}
            orderCodes={state.codes}
            linkFaults={state.linkFaults}
            isBalance={state.purpose === 'balance'}
            supportAddress={supportAddress}
          />
        }
      >
        {isForm && <CheckoutIntro checkoutSession={checkoutSession} state={state} courseSummary={courseSummary} />}
        {isForm && state.purpose === 'purchase' && !(profile && state.isSignedIn) && (
          <LogInPrompt email={enrolment.email} onLoggedIn={handleLogIn} />
        )}
        <CheckoutForm
          checkoutSession={checkoutSession}
          state={state}
          profile={state.isSignedIn ? profile : null}
          courseSummary={courseSummary}
          isHidden={!isForm}
          cardProvider={cardProvider}
          takesCards={takesCards}
          takesPaypal={takesPaypal}
          country={country}
          onCountry={chooseCountry}
          onLogOut={logOut}
        />
        <CheckoutResult checkoutSession={checkoutSession} state={state} courseSummary={courseSummary} course={course} />
      </CheckoutFrame>
    </RateContext>
  )
}

type PartProps = { checkoutSession: CheckoutSession; state: CheckoutState; courseSummary: CourseSummary }

function CheckoutIntro({ checkoutSession, state, courseSummary }: PartProps) {
  const extendHold = () =>
    extendCheckoutHoldLazily(checkoutSession, { ...pickDetails(state.enrolment), terms: true, marketing: false })
  return (
    <div className={styles.intro}>
      <h1>{getTitle(state, courseSummary)}</h1>
      {state.holdExpiresAt ? (
        <Suspense>
          <HoldClock
            until={state.holdExpiresAt}
            zone={courseSummary.classZone}
            noun={courseSummary.noun}
            onExtend={extendHold}
          />
        </Suspense>
      ) : (
        <p>{getIntro(state, courseSummary)}</p>
      )}
    </div>
  )
}

/** The card that replaces the form after the buyer presses the button, and the dialog that may stand over it. */
function CheckoutResult({ checkoutSession, state, courseSummary, course }: PartProps & Pick<Props, 'course'>) {
  const { view, enrolment, isBusy, ownerCheck } = state
  const { noun, url } = courseSummary
  const amount = getSelectedOption(state)?.dueNow
  return (
    <Suspense>
      {view.is === 'waiting' && (
        <WaitingCard
          {...view}
          noun={noun}
          seats={enrolment.seats}
          email={enrolment.email}
          amount={amount}
          onCheck={() => startPolling(checkoutSession)}
        />
      )}
      {view.is === 'challenge' && (
        <ChallengeCard
          amount={amount}
          isBusy={isBusy}
          onAnswer={(challenge) => answerBankChallengeLazily(checkoutSession, challenge)}
        />
      )}
      {view.is === 'question' && (
        <BankChallengeCard amount={amount} noun={noun} seats={enrolment.seats} bankUrl={view.bankUrl} />
      )}
      {view.is === 'gone' && <GoneCard reason={view.reason} course={course} {...enrolment} />}
      {view.is === 'enrolled' && <EnrolledCard courseCode={enrolment.courseCode} />}
      {view.is === 'returned' && <RefundedCard failure={view.failure} courseUrl={url} />}
      {ownerCheck && <StepUpPrompt audience="learner" onResult={ownerCheck.answer} />}
    </Suspense>
  )
}

function getTitle({ purpose, holdExpiresAt, enrolment: { seats } }: CheckoutState, { noun }: CourseSummary): string {
  if (purpose === 'balance') return 'Pay the balance'
  if (seats === 1) return holdExpiresAt ? `Your ${noun} is held` : `Take your ${noun}`
  const seatCountText = `${formatSeatCount(seats)} ${noun}s`
  return holdExpiresAt ? `${seatCountText}, held for you` : `${seatCountText}, together`
}

function getIntro(
  { purpose, enrolment: { seats } }: CheckoutState,
  { isLive, noun, accessTerm }: CourseSummary,
): string {
  const subject = seats === 1 ? `Your ${noun} is` : `Your ${noun}s are`
  if (purpose === 'balance') return `${subject} reserved. This is the remaining balance.`
  return isLive
    ? `We hold your ${seats === 1 ? noun : `${noun}s`} while your bank approves the payment.`
    : `Pay once. ${accessTerm}${seats === 1 ? ', from today' : ''}.`
}

function useQuoteRefresh(checkoutSession: CheckoutSession, { quote, enrolment, view }: CheckoutState) {
  const isIdle = view.is === 'form' && !enrolment.orderId
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(
      () => void refreshQuoteLazily(checkoutSession),
      Math.max(1000, Date.parse(quote.expiresAt) - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [checkoutSession, quote, isIdle])
}
