import { Suspense, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { logOutBrowser } from '#people/accounts/session/session.ts'
import type { CardProvider } from '../card/card-step.tsx'
import { createLazyStripeCard } from '../card/lazy-stripe-card.ts'
import styles from '../frame/checkout.module.css'
import { CheckoutFrame } from '../frame/frame.tsx'
import { changeCheckoutInput, getSelectedOption, updateState } from '../session/checkout-session.ts'
import { EMPTY_GIFT } from '../session/gift.ts'
import type { GiftCheckoutEntry } from '../session/initialise-gift-checkout.ts'
import { BankChallengeCard, ChallengeCard, RefundedGiftCard, WaitingCard } from '../session/lazy-parts.ts'
import { answerBankChallengeLazily, startPolling } from '../session/payment/lazy-pay.ts'
import { useCheckoutSession } from '../session/use-checkout-session.ts'
import { GiftForm } from './gift-form.tsx'
import { GiftSummary } from './gift-summary.tsx'

type Props = {
  entry: Extract<GiftCheckoutEntry, { is: 'ready' }>
  supportAddress: string
  stripe: { publishableKey: string; isTest: boolean } | null
  takesCards: boolean
  takesPaypal: boolean
}

export function GiftCheckout({ entry, supportAddress, stripe, takesCards, takesPaypal }: Props) {
  const [cardProvider] = useState<CardProvider>(
    () => stripe && { stripe: createLazyStripeCard(stripe.publishableKey), isTest: stripe.isTest },
  )
  const [checkoutSession, state] = useCheckoutSession(entry.start, null, cardProvider)
  const [profile, setProfile] = useState(entry.profile)
  const { view, enrolment } = state
  const amountDue = getSelectedOption(state)?.dueNow
  const isForm = view.is === 'form'

  async function logOut() {
    setProfile(null)
    updateState(checkoutSession, { isSignedIn: false })
    checkoutSession.placedOrder = null
    changeCheckoutInput(checkoutSession, { email: '', name: '', phoneNumber: '' })
    await logOutBrowser(browserClient(), checkoutSession.deps.storage)
  }

  return (
    <CheckoutFrame
      hue="rose"
      summary={
        <GiftSummary gift={enrolment.gift ?? EMPTY_GIFT} buyer={enrolment.name} supportAddress={supportAddress} />
      }
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
        cardProvider={cardProvider}
        takesCards={takesCards}
        takesPaypal={takesPaypal}
        onLogOut={logOut}
      />
      <Suspense>
        {view.is === 'waiting' && (
          <WaitingCard
            isConnectionLost={view.isConnectionLost}
            noun="gift"
            email={enrolment.email}
            amount={amountDue}
            onCheck={() => startPolling(checkoutSession)}
          />
        )}
        {view.is === 'challenge' && (
          <ChallengeCard
            amount={amountDue}
            isBusy={state.isBusy}
            onAnswer={(challenge) => answerBankChallengeLazily(checkoutSession, challenge)}
          />
        )}
        {view.is === 'question' && <BankChallengeCard amount={amountDue} noun="gift" bankUrl={view.bankUrl} />}
        {view.is === 'returned' && <RefundedGiftCard />}
      </Suspense>
    </CheckoutFrame>
  )
}
