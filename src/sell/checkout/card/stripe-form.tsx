import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { AmountDue, StripeCard } from './stripe-card.ts'
import own from './stripe-form.module.css'

type Props = { stripe: StripeCard; amountDue: AmountDue; isTest: boolean }

export function StripeForm({ stripe, amountDue, isTest }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'there' | 'away'>('loading')
  const [attempt, setAttempt] = useState(1)
  const amountDueRef = useRef(amountDue)
  amountDueRef.current = amountDue

  useEffect(() => {
    let isMounted = true
    if (!container.current || attempt === 0) return
    setState('loading')
    stripe.mount(container.current, amountDueRef.current).then((isLoaded) => {
      if (isMounted) setState(isLoaded ? 'there' : 'away')
      stripe.update(amountDueRef.current)
    })
    return () => {
      isMounted = false
    }
  }, [stripe, attempt])
  useEffect(
    () => stripe.update({ amount: amountDue.amount, currency: amountDue.currency }),
    [stripe, amountDue.amount, amountDue.currency],
  )

  return (
    <div className={own.card} data-card={state}>
      <div className={state === 'away' ? undefined : own.fields}>
        <div ref={container} aria-busy={state === 'loading'} />
        {state === 'loading' && <p className={own.note}>Loading Stripe’s card form…</p>}
      </div>
      {state === 'away' && (
        <div className={own.away} role="alert">
          <p>
            The card form of our payment provider, Stripe, could not be loaded. Check your connection, or a blocker in
            your browser. Nothing was charged.
          </p>
          <Button look="quiet" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      )}
      {state !== 'away' && (
        <p className={own.note}>
          {isTest
            ? 'Test mode: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.'
            : 'Your card goes to Stripe, our payment provider, and never to us.'}
        </p>
      )}
    </div>
  )
}
