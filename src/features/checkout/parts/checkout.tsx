import { Suspense, useEffect, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { logOutHere } from '#features/accounts/session.ts'
import type { Here } from '#features/accounts/wire/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import type { About } from './about.ts'
import type { Beginning } from './begin.ts'
import type { Taker } from './card-step.tsx'
import styles from './checkout.module.css'
import { CheckoutForm } from './checkout-form.tsx'
import { type CheckoutSession, chosenOption, detailsOf, type State, set, typed } from './checkout-session.ts'
import { LearningHere } from './details-fields.tsx'
import { CheckoutFrame } from './frame.tsx'
import {
  ChallengeSheet,
  EnrolledSheet,
  GoneSheet,
  HoldClock,
  QuestionSheet,
  ReturnedSheet,
  WaitingSheet,
} from './later.ts'
import { answer, holdLonger, wait } from './pay-later.ts'
import { lookAgain } from './requote.ts'
import { seatsInWords } from './seats-in-words.ts'
import { openStripeLater } from './stripe-later.ts'
import { Summary } from './summary.tsx'
import { useCheckoutSession } from './use-checkout-session.ts'

type Props = {
  beginning: Extract<Beginning, { is: 'ready' }>
  here: Here | null
  about: About
  course: CourseDefinition
  support: string
  /** Where cards are taken by Stripe. */
  stripe: { publishableKey: string; isTest: boolean } | null
}

export function Checkout({ beginning, here, about, course, support, stripe }: Props) {
  const [taker] = useState<Taker>(
    () => stripe && { stripe: openStripeLater(stripe.publishableKey), isTest: stripe.isTest },
  )
  const [checkoutSession, state] = useCheckoutSession(beginning.start, here?.countryCode ?? null, taker)
  useQuoteKeptFresh(checkoutSession, state)
  const [country, setCountry] = useState<Country | null>(here)
  const [profile, setProfile] = useState(beginning.profile)
  const { view, quote, enrolment } = state
  const option = chosenOption(state)
  const due = option?.dueNow
  const isForm = view.is === 'form'
  const isOver = view.is === 'enrolled' || view.is === 'gone'

  function loggedIn(found: Profile) {
    setProfile(found)
    set(checkoutSession, { isSignedIn: true })
    typed(checkoutSession, {
      email: found.email,
      name: found.name,
      phoneNumber: enrolment.phoneNumber || (found.learner.phoneNumber ?? ''),
    })
    if (!checkoutSession.state.enrolment.orderId) void lookAgain(checkoutSession)
  }

  function chooseCountry(chosen: Country) {
    setCountry(chosen)
    checkoutSession.world.countryCode = chosen.countryCode
    if (!checkoutSession.state.enrolment.orderId) void lookAgain(checkoutSession)
  }

  async function logOut() {
    setProfile(null)
    set(checkoutSession, { isSignedIn: false, holdExpiresAt: null })
    checkoutSession.placed = null
    typed(checkoutSession, { email: '', name: '', phoneNumber: '' })
    await logOutHere(browserClient(), checkoutSession.world.kept)
  }

  return (
    <CheckoutFrame
      hue={about.hue}
      summary={
        <Summary about={about} quote={isOver ? null : quote} option={option} codes={state.codes} support={support} />
      }
    >
      {isForm && (
        <>
          <div className={styles.intro}>
            <h1>{titleOf(state, about)}</h1>
            {state.holdExpiresAt ? (
              <Suspense>
                <HoldClock
                  until={state.holdExpiresAt}
                  zone={about.classZone}
                  place={about.place}
                  onLonger={() =>
                    holdLonger(checkoutSession, { ...detailsOf(enrolment), terms: true, marketing: false })
                  }
                />
              </Suspense>
            ) : (
              <p>{introOf(state, about)}</p>
            )}
          </div>
          {state.purpose === 'purchase' && !(profile && state.isSignedIn) && (
            <LearningHere email={enrolment.email} onLoggedIn={loggedIn} />
          )}
        </>
      )}
      <CheckoutForm
        checkoutSession={checkoutSession}
        state={state}
        profile={state.isSignedIn ? profile : null}
        about={about}
        isHidden={!isForm}
        taker={taker}
        country={country}
        onCountry={chooseCountry}
        onLogOut={logOut}
      />
      <Suspense>
        {view.is === 'waiting' && (
          <WaitingSheet
            lost={view.lost}
            place={about.place}
            email={enrolment.email}
            amount={due}
            onCheck={() => wait(checkoutSession)}
          />
        )}
        {view.is === 'challenge' && (
          <ChallengeSheet amount={due} isBusy={state.isBusy} onAnswer={(word) => answer(checkoutSession, word)} />
        )}
        {view.is === 'question' && <QuestionSheet amount={due} place={about.place} bankUrl={view.bankUrl} />}
        {view.is === 'gone' && <GoneSheet why={view.why} course={course} {...enrolment} />}
        {view.is === 'enrolled' && <EnrolledSheet />}
        {view.is === 'returned' && <ReturnedSheet failure={view.failure} courseUrl={about.url} />}
      </Suspense>
    </CheckoutFrame>
  )
}

function titleOf({ purpose, holdExpiresAt, enrolment: { seats } }: State, { place }: About): string {
  if (purpose === 'balance') return 'Pay the balance'
  if (seats === 1) return holdExpiresAt ? `Your ${place} is held` : `Take your ${place}`
  const all = `${seatsInWords(seats)} ${place}s`
  return holdExpiresAt ? `${all}, held for you` : `${all}, together`
}

function introOf({ purpose, enrolment: { seats } }: State, { isLive, place }: About): string {
  const yours = seats === 1 ? `Your ${place} is` : `Your ${place}s are`
  if (purpose === 'balance') return `${yours} reserved. This is the remaining balance.`
  return isLive
    ? `We hold your ${seats === 1 ? place : `${place}s`} while your bank approves the payment.`
    : 'Pay once, and the lessons are yours.'
}

function useQuoteKeptFresh(checkoutSession: CheckoutSession, { quote, enrolment, view }: State) {
  const isIdle = view.is === 'form' && !enrolment.orderId
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(
      () => void lookAgain(checkoutSession),
      Math.max(1000, Date.parse(quote.expiresAt) - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [checkoutSession, quote, isIdle])
}
