import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import type { Taker } from './card-step.tsx'
import { hereZone } from './here.ts'
import { wait } from './pay-later.ts'
import { openRun, type Run, type Start, type State, stopWaiting } from './run.ts'
import type { Confirmed } from './sandbox-card.ts'
import { answerWhileShown, inTurn, orderElsewhere } from './tabs.ts'

export function useRun(start: Start, countryCode: string | null, taker: Taker): [Run, State] {
  const navigate = useNavigate()
  const [run] = useState(() =>
    openRun(
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
      run.listeners.add(listener)
      return () => void run.listeners.delete(listener)
    },
    () => run.state,
  )
  useEffect(() => {
    if (run.state.view.is === 'waiting' || run.state.view.is === 'question') void wait(run)
    return () => stopWaiting(run)
  }, [run])
  useEffect(answerWhileShown, [])
  return [run, state]
}

const sandbox = () => import('./sandbox-card.ts')

async function confirmByStripe(taker: Taker, clientSecret: string): Promise<Confirmed> {
  return taker ? taker.stripe.confirm(clientSecret) : { is: 'unknown' }
}
