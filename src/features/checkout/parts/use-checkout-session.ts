import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import type { Taker } from './card-step.tsx'
import { type CheckoutSession, createCheckoutSession, type Start, type State, stopWaiting } from './checkout-session.ts'
import { hereZone } from './here.ts'
import { wait } from './pay-later.ts'
import type { Confirmed } from './sandbox-card.ts'
import { answerWhileShown, inTurn, orderElsewhere } from './tabs.ts'

export function useCheckoutSession(start: Start, countryCode: string | null, taker: Taker): [CheckoutSession, State] {
  const navigate = useNavigate()
  const [checkoutSession] = useState(() =>
    createCheckoutSession(
      {
        client: browserClient(),
        kept: { local: localStorage, session: sessionStorage },
        confirmCard: async (secret, card) =>
          taker || !card ? confirmByStripe(taker, secret) : (await sandbox()).confirmCard(secret, card),
        answerChallenge: async (secret, word) => (await sandbox()).answerChallenge(secret, word),
        pause: (ms) => new Promise((go) => setTimeout(go, ms)),
        now: () => new Date(),
        timezoneId: hereZone(),
        countryCode,
        orderElsewhere,
        inTurn,
        free: (promoCode) => void navigate({ search: `?promo=${encodeURIComponent(promoCode)}` }, { replace: true }),
        arrived: (orderId) => void navigate(`/order/${orderId}`, { replace: true }),
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
      void wait(checkoutSession)
    return () => stopWaiting(checkoutSession)
  }, [checkoutSession])
  useEffect(answerWhileShown, [])
  return [checkoutSession, state]
}

const sandbox = () => import('./sandbox-card.ts')

async function confirmByStripe(taker: Taker, clientSecret: string): Promise<Confirmed> {
  return taker ? taker.stripe.confirm(clientSecret) : { is: 'unknown' }
}
