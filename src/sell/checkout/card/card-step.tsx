import { type ReactNode, Suspense, useState } from 'react'
import { StripeForm } from '../session/lazy-parts.ts'
import type { Card, CardFaults } from './card.ts'
import { CardForm, useCardInput } from './card-form.tsx'
import type { AmountDue, StripeCard } from './stripe-card.ts'

/** The card provider. Null means the sandbox. */
export type CardProvider = { stripe: StripeCard; isTest: boolean } | null

type CardStep = {
  form: ReactNode
  /** Null when the input is invalid. Otherwise the card, or a null card when the provider holds it. */
  read(): Promise<{ card: Card | null } | null>
}

const CONNECTION_LOST = 'We can’t reach our server. You haven’t been charged. Please try again.'

export function useCardStep(cardProvider: CardProvider, amountDue: AmountDue | undefined): CardStep {
  const [input, setInput] = useCardInput()
  const [faults, setFaults] = useState<CardFaults>({})
  if (cardProvider) {
    return {
      form: amountDue && (
        <Suspense>
          <StripeForm stripe={cardProvider.stripe} isTest={cardProvider.isTest} amountDue={amountDue} />
        </Suspense>
      ),
      read: async () => ((await cardProvider.stripe.validate()) ? { card: null } : null),
    }
  }
  return {
    form: <CardForm input={input} faults={faults} onInput={setInput} />,
    async read() {
      const parser = await import('./parse-card.ts').catch(() => null)
      const parsed = parser?.parseCard(input, new Date()) ?? { card: null, faults: { number: CONNECTION_LOST } }
      setFaults(parsed.faults ?? {})
      return parsed.card && { card: parsed.card }
    },
  }
}
