/** The answer about an open payment, where it is one by card. */
import type { Placed } from '#sell/payments/wire/answers.ts'

/** @throws Error where no card is sent */
export function byCard(data: object): Placed {
  if (!('clientSecret' in data)) throw new Error('no card is sent for this payment')
  return data as Placed
}
