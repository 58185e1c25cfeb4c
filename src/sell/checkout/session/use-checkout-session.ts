import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import type { CardProvider } from '../card/card-step.tsx'
import type { CardConfirmation } from '../card/sandbox-card.ts'
import { answerTabsWhileMounted } from './answer-other-tabs.ts'
import {
  type CheckoutSession,
  type CheckoutStart,
  type CheckoutState,
  createCheckoutSession,
  stopPolling,
} from './checkout-session.ts'
import { startPolling } from './payment/lazy-pay.ts'
import { getTimeZone } from './visitor-location.ts'

export function useCheckoutSession(
  start: CheckoutStart,
  countryCode: string | null,
  cardProvider: CardProvider,
): [CheckoutSession, CheckoutState] {
  const navigate = useNavigate()
  const [checkoutSession] = useState(() =>
    createCheckoutSession(
      {
        client: browserClient(),
        storage: { local: localStorage, session: sessionStorage },
        confirmCard: async (secret, card) =>
          cardProvider || !card
            ? confirmByStripe(cardProvider, secret)
            : (await loadSandbox()).confirmCard(secret, card),
        answerChallenge: async (secret, challenge) => (await loadSandbox()).answerChallenge(secret, challenge),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        now: () => new Date(),
        timezoneId: getTimeZone(),
        countryCode,
        findOrderInOtherTabs: async (query) => (await loadOtherTabs()).findOrderInOtherTabs(query),
        runExclusively: (courseCode, task) => loadOtherTabs().then((tabs) => tabs.runExclusively(courseCode, task)),
        leaveTo: (url) => location.assign(url),
        onFree: (promoCode) => void navigate({ search: `?promo=${encodeURIComponent(promoCode)}` }, { replace: true }),
        onComplete: (orderId) => void navigate(`/order/${orderId}`, { replace: true }),
      },
      start,
    ),
  )
  const state = useSyncExternalStore(
    (listener) => {
      checkoutSession.listeners.add(listener)
      return () => void checkoutSession.listeners.delete(listener)
    },
    () => checkoutSession.state,
  )
  useEffect(() => {
    if (checkoutSession.state.view.is === 'waiting' || checkoutSession.state.view.is === 'question')
      void startPolling(checkoutSession)
    return () => stopPolling(checkoutSession)
  }, [checkoutSession])
  useEffect(answerTabsWhileMounted, [])
  return [checkoutSession, state]
}

const loadSandbox = () => import('../card/sandbox-card.ts')
const loadOtherTabs = () => import('./ask-other-tabs.ts')

async function confirmByStripe(cardProvider: CardProvider, clientSecret: string): Promise<CardConfirmation> {
  return cardProvider ? cardProvider.stripe.confirm(clientSecret) : { is: 'unknown' }
}
