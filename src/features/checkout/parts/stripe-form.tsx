import { CreditCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './form.module.css'
import type { Due, StripeCard } from './stripe-card.ts'
import own from './stripe-form.module.css'

type Props = { stripe: StripeCard; due: Due; isTest: boolean }

export function StripeForm({ stripe, due, isTest }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'there' | 'away'>('loading')
  const [attempt, setAttempt] = useState(1)
  const dueNow = useRef(due)
  dueNow.current = due

  useEffect(() => {
    let isHere = true
    if (!place.current || attempt === 0) return
    setState('loading')
    stripe.show(place.current, dueNow.current).then((isThere) => {
      if (isHere) setState(isThere ? 'there' : 'away')
      stripe.change(dueNow.current)
    })
    return () => {
      isHere = false
    }
  }, [stripe, attempt])
  useEffect(() => stripe.change({ amount: due.amount, currency: due.currency }), [stripe, due.amount, due.currency])

  return (
    <div className={styles.methods}>
      <p className={styles.method}>
        <CreditCard size={20} /> Card
        {isTest && <span className={own.test}>Test mode: no money moves</span>}
      </p>
      <div className={own.card} data-card={state}>
        <div ref={place} aria-busy={state === 'loading'} />
        {state === 'loading' && <p className={own.note}>Loading the card form of Stripe …</p>}
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
        {state === 'there' && (
          <p className={own.note}>
            {isTest
              ? '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.'
              : 'Your card goes to Stripe, our payment provider, and never to us.'}
          </p>
        )}
      </div>
    </div>
  )
}
