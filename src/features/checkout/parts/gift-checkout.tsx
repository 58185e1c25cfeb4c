import { Suspense, useState } from 'react'
import { logOutHere } from '#features/accounts/session.ts'
import { browserClient } from '#http/client.ts'
import type { GiftBeginning } from './begin-gift.ts'
import type { Taker } from './card-step.tsx'
import styles from './checkout.module.css'
import { chosenOption, set, typed } from './checkout-session.ts'
import { CheckoutFrame } from './frame.tsx'
import { noGift } from './gift.ts'
import { GiftForm } from './gift-form.tsx'
import { GiftSummary } from './gift-summary.tsx'
import { ChallengeSheet, QuestionSheet, ReturnedGift, WaitingSheet } from './later.ts'
import { answer, wait } from './pay-later.ts'
import { openStripeLater } from './stripe-later.ts'
import { useCheckoutSession } from './use-checkout-session.ts'

type Props = {
  beginning: Extract<GiftBeginning, { is: 'ready' }>
  support: string
  stripe: { publishableKey: string; isTest: boolean } | null
}

export function GiftCheckout({ beginning, support, stripe }: Props) {
  const [taker] = useState<Taker>(
    () => stripe && { stripe: openStripeLater(stripe.publishableKey), isTest: stripe.isTest },
  )
  const [checkoutSession, state] = useCheckoutSession(beginning.start, null, taker)
  const [profile, setProfile] = useState(beginning.profile)
  const { view, enrolment } = state
  const due = chosenOption(state)?.dueNow
  const isForm = view.is === 'form'

  async function logOut() {
    setProfile(null)
    set(checkoutSession, { isSignedIn: false })
    checkoutSession.placed = null
    typed(checkoutSession, { email: '', name: '', phoneNumber: '' })
    await logOutHere(browserClient(), checkoutSession.world.kept)
  }

  return (
    <CheckoutFrame
      hue="rose"
      summary={<GiftSummary gift={enrolment.gift ?? noGift} buyer={enrolment.name} support={support} />}
    >
      {isForm && (
        <div className={styles.intro}>
          <h1>Give a gift card</h1>
          <p>It goes by e-mail on the day you choose, and pays for any course.</p>
        </div>
      )}
      <GiftForm
        checkoutSession={checkoutSession}
        state={state}
        profile={state.isSignedIn ? profile : null}
        isHidden={!isForm}
        taker={taker}
        onLogOut={logOut}
      />
      <Suspense>
        {view.is === 'waiting' && (
          <WaitingSheet
            lost={view.lost}
            place="gift"
            email={enrolment.email}
            amount={due}
            onCheck={() => wait(checkoutSession)}
          />
        )}
        {view.is === 'challenge' && (
          <ChallengeSheet amount={due} isBusy={state.isBusy} onAnswer={(word) => answer(checkoutSession, word)} />
        )}
        {view.is === 'question' && <QuestionSheet amount={due} place="gift" bankUrl={view.bankUrl} />}
        {view.is === 'returned' && <ReturnedGift />}
      </Suspense>
    </CheckoutFrame>
  )
}
