/** Changes of the choice by the saved card's row. Loaded with that row. */
import type { PayChoice } from '../form/pay-choice.ts'

/** After a refusal the card form is shown, unless the buyer chose PayPal. */
export const giveWay = (before: PayChoice): PayChoice => ({
  ...before,
  method: before.method === 'paypal' ? 'paypal' : 'card',
})

/** The buyer's own choice of another way stays. */
export const withoutOwnCard = ({ method }: PayChoice): PayChoice => ({
  ownCard: null,
  method: method === 'own-card' ? null : method,
})
