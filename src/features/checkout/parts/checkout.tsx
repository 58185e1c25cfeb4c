import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
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
import { EnrolledSheet, GoneSheet } from './closed-sheets.tsx'
import { LearningHere } from './details-fields.tsx'
import { CheckoutFrame } from './frame.tsx'
import { hereZone } from './here.ts'
import { HoldClock } from './hold-clock.tsx'
import { seatsInWords } from './party.ts'
import { answer, holdLonger } from './pay.ts'
import { ChallengeSheet, QuestionSheet, ReturnedSheet, WaitingSheet } from './paying-sheets.tsx'
import { lookAgain } from './requote.ts'
import { chosenOption, detailsOf, openRun, type Run, type State, set, typed } from './run.ts'
import { answerChallenge, type Confirmed, confirmCard } from './sandbox-card.ts'
import { openStripeCard } from './stripe-card.ts'
import { Summary } from './summary.tsx'
import { answerOtherTabs, inTurn, orderElsewhere } from './tabs.ts'
import { stopWaiting, wait } from './wait.ts'

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
    () => stripe && { stripe: openStripeCard(stripe.publishableKey), isTest: stripe.isTest },
  )
  const [run, state] = useRun(beginning, here, taker)
  const [country, setCountry] = useState<Country | null>(here)
  const [profile, setProfile] = useState(beginning.profile)
  const { view, quote, enrolment } = state
  const option = chosenOption(state)
  const due = option?.dueNow
  const isForm = view.is === 'form'
  const isOver = view.is === 'enrolled' || view.is === 'gone'

  function loggedIn(found: Profile) {
    setProfile(found)
    set(run, { isSignedIn: true })
    typed(run, {
      email: found.email,
      name: found.name,
      phoneNumber: enrolment.phoneNumber || (found.learner.phoneNumber ?? ''),
    })
    if (!run.state.enrolment.orderId) void lookAgain(run)
  }

  function chooseCountry(chosen: Country) {
    setCountry(chosen)
    run.world.countryCode = chosen.countryCode
    if (!run.state.enrolment.orderId) void lookAgain(run)
  }

  async function logOut() {
    setProfile(null)
    set(run, { isSignedIn: false, holdExpiresAt: null })
    run.placed = null
    typed(run, { email: '', name: '', phoneNumber: '' })
    await logOutHere(browserClient(), run.world.kept)
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
              <HoldClock
                until={state.holdExpiresAt}
                zone={about.classZone}
                place={about.place}
                onLonger={() => holdLonger(run, { ...detailsOf(enrolment), terms: true, marketing: false })}
              />
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
        run={run}
        state={state}
        profile={state.isSignedIn ? profile : null}
        about={about}
        isHidden={!isForm}
        taker={taker}
        country={country}
        onCountry={chooseCountry}
        onLogOut={logOut}
      />
      {view.is === 'waiting' && (
        <WaitingSheet
          lost={view.lost}
          place={about.place}
          email={enrolment.email}
          amount={due}
          onCheck={() => wait(run)}
        />
      )}
      {view.is === 'challenge' && (
        <ChallengeSheet amount={due} isBusy={state.isBusy} onAnswer={(word) => answer(run, word)} />
      )}
      {view.is === 'question' && <QuestionSheet amount={due} place={about.place} bankUrl={view.bankUrl} />}
      {view.is === 'gone' && <GoneSheet why={view.why} course={course} courseCode={enrolment.courseCode} />}
      {view.is === 'enrolled' && <EnrolledSheet />}
      {view.is === 'returned' && <ReturnedSheet failure={view.failure} courseUrl={about.url} />}
    </CheckoutFrame>
  )
}

function titleOf({ purpose, holdExpiresAt, enrolment: { seats } }: State, { place }: About): string {
  if (purpose === 'balance') return 'Pay what is left'
  if (seats === 1) return holdExpiresAt ? `Your ${place} is held` : `Take your ${place}`
  const all = `${seatsInWords(seats)} ${place}s`
  return holdExpiresAt ? `${all}, held for you` : `${all}, together`
}

function introOf({ purpose, enrolment: { seats } }: State, { isLive, place }: About): string {
  const yours = seats === 1 ? `Your ${place} is` : `Your ${place}s are`
  if (purpose === 'balance') return `${yours} taken already. This is the rest of the price.`
  return isLive
    ? `When you press the button, ${yours.toLowerCase()} held while the bank answers.`
    : 'Pay once, and the lessons are yours.'
}

function useRun(beginning: Props['beginning'], here: Props['here'], taker: Taker): [Run, State] {
  const navigate = useNavigate()
  const [run] = useState(() =>
    openRun(
      {
        client: browserClient(),
        kept: { local: localStorage, session: sessionStorage },
        confirmCard: (secret, card) => (taker || !card ? confirmByStripe(taker, secret) : confirmCard(secret, card)),
        answerChallenge,
        pause: (ms) => new Promise((go) => setTimeout(go, ms)),
        now: () => new Date(),
        timezoneId: hereZone(),
        countryCode: here?.countryCode ?? null,
        orderElsewhere,
        inTurn,
        free: (promoCode) => void navigate({ search: `?promo=${encodeURIComponent(promoCode)}` }, { replace: true }),
        arrived: (orderId) => void navigate(`/order/${orderId}`, { replace: true }),
      },
      beginning.start,
    ),
  )
  const state = useSyncExternalStore(
    (listener) => {
      run.listeners.add(listener)
      return () => void run.listeners.delete(listener)
    },
    () => run.state,
  )
  useEffect(() => {
    if (run.state.view.is === 'waiting' || run.state.view.is === 'question') void wait(run)
    return () => stopWaiting(run)
  }, [run])
  useEffect(() => answerOtherTabs(run.world.kept, run.world.now), [run])
  useQuoteKeptFresh(run, state)
  return [run, state]
}

function useQuoteKeptFresh(run: Run, { quote, enrolment, view }: State) {
  const isIdle = view.is === 'form' && !enrolment.orderId
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(() => void lookAgain(run), Math.max(1000, Date.parse(quote.expiresAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [run, quote, isIdle])
}

async function confirmByStripe(taker: Taker, clientSecret: string): Promise<Confirmed> {
  return taker ? taker.stripe.confirm(clientSecret) : { is: 'unknown' }
}
