/** Loads the Stripe client only when Stripe takes the card. */
import type { StripeCard } from './stripe-card.ts'

export function createLazyStripeCard(publishableKey: string): StripeCard {
  let loading: Promise<StripeCard> | null = null
  const loadCard = () => {
    loading ??= import('./stripe-card.ts').then(({ createStripeCard: openStripeCard }) =>
      openStripeCard(publishableKey),
    )
    return loading
  }
  return {
    mount: (container, amountDue) =>
      loadCard().then(
        (stripeCard) => stripeCard.mount(container, amountDue),
        () => {
          loading = null
          return false
        },
      ),
    update: (amountDue) => void loading?.then((stripeCard) => stripeCard.update(amountDue)),
    validate: async () => (loading ? (await loading).validate() : false),
    confirm: async (clientSecret) => (await loadCard()).confirm(clientSecret),
  }
}
