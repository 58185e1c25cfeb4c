import { type ReactNode, Suspense, useState } from 'react'
import { type Card, type CardFaults, readCard } from './card.ts'
import { CardForm, useCardTyped } from './card-form.tsx'
import { StripeForm } from './later.ts'
import type { Due, StripeCard } from './stripe-card.ts'

/** Who takes the card where it is not the sandbox. */
export type Taker = { stripe: StripeCard; isTest: boolean } | null

type Step = {
  form: ReactNode
  /** Null when the card cannot be sent as it was typed; else the card, as far as this page may see it. */
  read(): Promise<{ card: Card | null } | null>
}

export function useCardStep(taker: Taker, due: Due | undefined): Step {
  const [typed, setTyped] = useCardTyped()
  const [faults, setFaults] = useState<CardFaults>({})
  if (taker) {
    return {
      form: due && (
        <Suspense>
          <StripeForm stripe={taker.stripe} isTest={taker.isTest} due={due} />
        </Suspense>
      ),
      read: async () => ((await taker.stripe.isGood()) ? { card: null } : null),
    }
  }
  return {
    form: <CardForm typed={typed} faults={faults} onType={setTyped} />,
    async read() {
      const read = readCard(typed, new Date())
      setFaults(read.faults ?? {})
      return read.card && { card: read.card }
    },
  }
}
