/** Stripe's side of the browser, loaded where a card is taken by Stripe and nowhere else. */
import type { StripeCard } from './stripe-card.ts'

export function openStripeLater(publishableKey: string): StripeCard {
  let opening: Promise<StripeCard> | null = null
  const card = () => {
    opening ??= import('./stripe-card.ts').then(({ openStripeCard }) => openStripeCard(publishableKey))
    return opening
  }
  return {
    show: (place, due) =>
      card().then(
        (opened) => opened.show(place, due),
        () => {
          opening = null
          return false
        },
      ),
    change: (due) => void opening?.then((opened) => opened.change(due)),
    isGood: async () => (opening ? (await opening).isGood() : false),
    confirm: async (clientSecret) => (await card()).confirm(clientSecret),
  }
}
